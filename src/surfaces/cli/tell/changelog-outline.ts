import type { Changelog, ChangelogCommit, ChangelogGroup, UncommittedSession } from '../../../query/story/changelog.ts'
import type { Outline, OutlineItem, OutlinePart } from '../../../render/tell/outline.ts'
import { formatChangedLines } from '../../../text/changed-lines.ts'
import { clip } from '../../../text/clip.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { shortSha } from '../../../text/short-sha.ts'
import { shownTitle } from '../../../text/shown-title.ts'
import type { Zone } from '../../../time/zone.ts'
import { createProjectNames } from './project-names.ts'

const SHA_CHARS = 8
const MAX_TEXT = 160
const MAX_UNCOMMITTED = 15

export interface ChangelogView {
  /** Whose it is, where only one project was asked for. */
  readonly project: string | undefined
  readonly zone: Zone
  /** Epoch milliseconds, end exclusive; undefined where no end was asked for. */
  readonly from: number
  readonly to: number | undefined
}

export function outlineChangelog(report: Changelog, { project, zone, from, to }: ChangelogView): Outline {
  const nameOf = createProjectNames([...report.groups, ...report.uncommitted])
  const pullRequests = report.groups.filter(group => group.pullRequest !== undefined).length
  return {
    title: `Changes${project === undefined ? '' : ` in ${project}`} ${describeSpan(zone, from, to)}`,
    facts: [
      formatNumberOf(report.commits, 'commit'),
      ...(pullRequests > 0 ? [formatNumberOf(pullRequests, 'pull request')] : []),
      ...(report.uncommitted.length > 0
        ? [`${formatNumberOf(report.uncommitted.length, 'session')} without a commit`]
        : []),
    ],
    parts: [
      ...report.groups.map(group => outlineGroup(group, project === undefined ? nameOf(group) : undefined)),
      ...outlineUncommitted(report.uncommitted, project === undefined ? nameOf : () => ''),
    ],
  }
}

/** `since 2026-11-01`; with a time of day where it is not a whole day, and `until` where an end was asked for. */
export function describeSpan(zone: Zone, from: number, to: number | undefined): string {
  const until = to === undefined ? '' : ` until ${isMidnight(zone, to) ? zone.dayOf(to - 1) : nameMoment(zone, to)}`
  return `since ${isMidnight(zone, from) ? zone.dayOf(from) : nameMoment(zone, from)}${until}`
}

/** Where clocks leap over midnight, a day begins later. */
function isMidnight(zone: Zone, at: number): boolean {
  return zone.calendar.dayAt(at)?.from === at
}

function nameMoment(zone: Zone, at: number): string {
  return `${zone.dayOf(at)} ${zone.timeOf(at)}`
}

function outlineGroup({ pullRequest, branch, day, commits }: ChangelogGroup, project: string | undefined): OutlinePart {
  const number = pullRequest?.number === undefined ? undefined : `${pullRequest.repository ?? ''}#${pullRequest.number}`
  const place = [...(project === undefined ? [] : [project]), ...(branch === undefined ? [] : [branch])]
  return {
    level: 1,
    heading: pullRequest ? (number ?? pullRequest.url) : [day ?? 'No day', ...place].join(' · '),
    facts: pullRequest ? [...(number === undefined ? [] : [pullRequest.url]), ...place, ...(day ? [day] : [])] : [],
    items: commits.flatMap((commit): readonly OutlineItem[] => [
      {
        cite: `${commit.shortId}:${commit.turn}`,
        label: shortSha(commit.sha, SHA_CHARS),
        text: commit.subject ?? '(no subject)',
        ...describeRequest(commit),
      },
    ]),
  }
}

/** With a citation of its own where it stands in another turn than the commit. */
function describeRequest(commit: ChangelogCommit): Pick<OutlineItem, 'detail' | 'detailCite'> {
  const { request, requestTurn, shortId, turn } = commit
  if (request === '') return {}
  const detail = `› ${clip(request, MAX_TEXT)}`
  return requestTurn === turn ? { detail } : { detail, detailCite: `${shortId}:${requestTurn}` }
}

function outlineUncommitted(sessions: readonly UncommittedSession[], nameOf: NameOf): readonly OutlinePart[] {
  if (sessions.length === 0) return []
  const more = sessions.length - MAX_UNCOMMITTED
  return [
    {
      level: 1,
      heading: 'Not committed',
      facts: ['sessions that changed files and made no commit that is known'],
      items: [
        ...sessions.slice(0, MAX_UNCOMMITTED).map(session => ({
          cite: `${session.shortId}:${session.turn}`,
          label: '',
          text: shownTitle(clip(session.request || session.title, MAX_TEXT)),
          detail: describeFiles(session, nameOf(session)),
        })),
        ...(more > 0
          ? [{ cite: '', label: '', text: `and ${formatNumberOf(more, 'more session')}; --json has all` }]
          : []),
      ],
    },
  ]
}

type NameOf = ReturnType<typeof createProjectNames>

function describeFiles({ files, branch }: UncommittedSession, project: string): string {
  const sum = (of: 'added' | 'removed'): number => files.reduce((all, file) => all + file[of], 0)
  const lines = formatChangedLines({ added: sum('added'), removed: sum('removed') })
  const changed = `${formatNumberOf(files.length, 'file')}${lines === '' ? '' : ` ${lines}`}`
  return [changed, project, branch ?? ''].filter(part => part !== '').join(' · ')
}
