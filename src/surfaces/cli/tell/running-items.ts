import type { RunningSession } from '../../../query/story/also-running.ts'
import type { OutlineItem } from '../../../render/tell/outline.ts'
import { clip } from '../../../text/clip.ts'
import { formatCount, formatNumberOf } from '../../../text/count.ts'
import { formatCost } from '../../../text/money.ts'
import { shownTitle } from '../../../text/shown-title.ts'

const MAX_SESSIONS = 5
const MAX_TITLE = 90

/** Sessions that took tokens without a prompt of their own in that time, the dearest first. */
export function listRunningItems(
  sessions: readonly RunningSession[],
  nameOf: (session: RunningSession) => string,
): readonly OutlineItem[] {
  const more = sessions.length - MAX_SESSIONS
  return [
    ...sessions.slice(0, MAX_SESSIONS).map(session => ({
      cite: session.shortId,
      label: 'ran',
      text: shownTitle(clip(session.title, MAX_TITLE)),
      detail: [
        nameOf(session),
        `${formatCount(session.usage.totalTokens)} tokens`,
        ...(session.usage.costUsd === null ? [] : [formatCost(session.usage)]),
      ].join(' · '),
    })),
    ...(more > 0 ? [{ cite: '', label: 'ran', text: `and ${formatNumberOf(more, 'more session')}` }] : []),
  ]
}

export const RUNNING_HEADING = 'Also at work'
export const RUNNING_FACTS: readonly string[] = ['sessions without a prompt that day']
