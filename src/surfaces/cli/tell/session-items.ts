import type { ToldFile, ToldPlace, ToldSession, ToldTest } from '../../../query/story/tell-session.ts'
import type { PathNames } from '../../../render/story/sections.ts'
import type { OutlineItem } from '../../../render/tell/outline.ts'
import { formatChangedLines } from '../../../text/changed-lines.ts'
import { clip } from '../../../text/clip.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { shortSha } from '../../../text/short-sha.ts'

/** How many lines of each kind a session takes; the rest is counted. */
export interface ItemLimits {
  readonly requests: number
  readonly files: number
  readonly commits: number
  readonly tests: number
  readonly decisions: number
  readonly open: number
}

const MAX_TEXT = 220

/** What a session did, line by line, each with its citation. */
export function listSessionItems(session: ToldSession, paths: PathNames, limits: ItemLimits): readonly OutlineItem[] {
  const cite = (place: ToldPlace): string => `${session.shortId}:${place.turn}`
  return [
    ...limited(session.requests, limits.requests, 'request', ({ text, isInterrupted, ...place }) => ({
      cite: cite(place),
      label: 'asked',
      text: clip(text, MAX_TEXT),
      detail: isInterrupted ? 'interrupted' : undefined,
    })),
    ...limited(session.files, limits.files, 'file', file => ({
      cite: cite(file),
      label: 'file',
      text: paths.nameOf(file.path),
      detail: describeFile(file),
    })),
    ...limited(session.commits, limits.commits, 'commit', commit => ({
      cite: cite(commit),
      label: 'commit',
      text: `${shortSha(commit.sha, SHA_CHARS)} ${commit.subject ?? ''}`.trim(),
      detail: commit.branch === undefined || commit.branch === session.branch ? undefined : `on ${commit.branch}`,
    })),
    ...session.pullRequests.map(request => ({
      cite: cite(request),
      label: 'pr',
      text: request.url,
      detail: request.isOpened ? 'opened' : undefined,
    })),
    ...limited(session.tests.toReversed(), limits.tests, 'test command', test => describeTest(cite(test), test)),
    ...limited(session.decisions, limits.decisions, 'decision', decision => ({
      cite: cite(decision),
      label: 'decided',
      text: clip(decision.text, MAX_TEXT),
      detail: decision.takenBack === undefined ? describeAbout(decision) : 'taken back',
    })),
    ...limited(session.open, limits.open, 'thread', thread => ({
      cite: cite(thread),
      label: 'open',
      text: clip(thread.text, MAX_TEXT),
      mark: 'open' as const,
    })),
  ]
}

function describeAbout({ about, text }: ToldSession['decisions'][number]): string | undefined {
  return about === undefined || about === text ? undefined : `on: ${clip(about, 80)}`
}

const SHA_CHARS = 8

function describeFile({ change, added, removed }: ToldFile): string {
  return [change === 'changed' ? '' : change, formatChangedLines({ added, removed })]
    .filter(part => part !== '')
    .join(' ')
}

function describeTest(cite: string, { command, outcome, passed, failed, runs, failedRuns }: ToldTest): OutlineItem {
  const counts = [
    passed === undefined ? '' : `${passed} passed`,
    failed === undefined || failed === 0 ? '' : `${failed} failed`,
    outcome === 'unknown' ? 'outcome unknown' : '',
    runs > 1 ? formatNumberOf(runs, 'run') + (failedRuns > 0 ? `, ${failedRuns} failed` : '') : '',
  ].filter(part => part !== '')
  return {
    cite,
    label: 'tests',
    text: clip(command, MAX_COMMAND),
    detail: counts.join(' · '),
    mark: outcome === 'passed' ? 'good' : outcome === 'failed' ? 'bad' : undefined,
  }
}

const MAX_COMMAND = 120

/** The first ones, and how many are left out. */
function limited<Item>(
  items: readonly Item[],
  limit: number,
  noun: string,
  draw: (item: Item) => OutlineItem,
): readonly OutlineItem[] {
  const drawn = items.slice(0, limit).map(draw)
  const rest = items.slice(limit)
  const [next] = rest
  if (next === undefined) return drawn
  const { cite, label } = draw(next)
  return [...drawn, { cite, label, text: `and ${formatNumberOf(rest.length, `more ${noun}`)}` }]
}
