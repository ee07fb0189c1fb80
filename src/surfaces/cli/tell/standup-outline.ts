import type { Standup, StandupDay, StandupLine } from '../../../query/story/standup.ts'
import type { Outline, OutlineItem, OutlinePart } from '../../../render/tell/outline.ts'
import { clip } from '../../../text/clip.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { formatAge } from '../../../time/age.ts'
import { nameDay } from './day-outline.ts'

/** A standup is a screen: so many lines of a day, and of what is going on. */
const MAX_DONE = 7
const MAX_PROGRESS = 4
const MAX_TEXT = 90

export function outlineStandup(report: Standup, now: number): Outline {
  return {
    title: 'Standup',
    facts: [],
    parts: [...report.days.map(outlineDay), ...outlineProgress(report), ...outlineOpen(report, now)],
  }
}

function outlineDay({ day, isToday, projects }: StandupDay): OutlinePart {
  const lines = projects.flatMap(({ name, done }) => done.map(line => toItem(name, line)))
  const rest = lines.slice(MAX_DONE)
  const [next] = rest
  return {
    level: 1,
    heading: isToday ? 'Today' : `Done ${nameDay(day)}`,
    facts: [],
    items: [
      ...lines.slice(0, MAX_DONE),
      ...(next ? [{ ...next, text: `and ${formatNumberOf(rest.length, 'more line')}`, detail: undefined }] : []),
    ],
  }
}

function toItem(project: string, { shortId, turn, kind, text, files }: StandupLine): OutlineItem {
  return {
    cite: `${shortId}:${turn}`,
    label: project,
    text: kind === 'pull-request' ? `opened ${text}` : clip(text, MAX_TEXT),
    detail: files > 0 ? formatNumberOf(files, 'file') : undefined,
  }
}

function outlineProgress({ inProgress }: Standup): readonly OutlinePart[] {
  if (inProgress.length === 0) return []
  return [
    {
      level: 1,
      heading: 'In progress',
      facts: ['changed and in no commit that is known'],
      items: inProgress.slice(-MAX_PROGRESS).map(({ shortId, turn, project, title, branch, files }) => ({
        cite: `${shortId}:${turn}`,
        label: project,
        text: clip(title, MAX_TEXT),
        detail: [formatNumberOf(files, 'file'), ...(branch === undefined ? [] : [`on ${branch}`])].join(' '),
      })),
    },
  ]
}

function outlineOpen({ open, openTotal }: Standup, now: number): readonly OutlinePart[] {
  if (open.length === 0) return []
  return [
    {
      level: 1,
      heading: 'Open',
      facts: openTotal > open.length ? [`${open.length} of ${openTotal}: \`backscroll threads\` lists all`] : [],
      items: open.map(thread => ({
        cite: `${thread.shortId}:${thread.mainTurn}`,
        label: thread.project,
        text: clip(thread.text, MAX_TEXT),
        detail: thread.at === undefined ? undefined : formatAge(Date.parse(thread.at), now),
        mark: 'open' as const,
      })),
    },
  ]
}
