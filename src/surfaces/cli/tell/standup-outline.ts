import type { Standup, StandupDay, StandupLine, StandupProgress } from '../../../query/story/standup.ts'
import type { Outline, OutlineItem, OutlinePart } from '../../../render/tell/outline.ts'
import { clip } from '../../../text/clip.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { shownTitle } from '../../../text/shown-title.ts'
import { formatAge } from '../../../time/age.ts'
import { nameDay } from './day-outline.ts'
import { createProjectNames } from './project-names.ts'
import { RUNNING_NOW } from './running-sessions.ts'

/** A standup is a screen: so many lines of a day, and of what is going on. */
const MAX_DONE = 7
const MAX_PROGRESS = 4
const MAX_TEXT = 90

export function outlineStandup(report: Standup, now: number): Outline {
  const told = report.days.flatMap(({ projects }) => projects.map(({ name, path }) => toProject(name, path)))
  const nameOf = createProjectNames([...told, ...report.inProgress, ...report.open])
  return {
    title: 'Standup',
    facts: [],
    parts: [
      ...report.days.map(day => outlineDay(day, nameOf)),
      ...outlineProgress(report, nameOf),
      ...outlineOpen(report, nameOf, now),
    ],
  }
}

type NameOf = ReturnType<typeof createProjectNames>

function toProject(name: string, path: string): Parameters<NameOf>[0] {
  return { project: name, projectPath: path }
}

function outlineDay({ day, isToday, projects }: StandupDay, nameOf: NameOf): OutlinePart {
  const lines = projects.flatMap(({ name, path, done }) =>
    done.map(line => toItem(nameOf(toProject(name, path)), line)),
  )
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

function outlineProgress({ inProgress }: Standup, nameOf: NameOf): readonly OutlinePart[] {
  if (inProgress.length === 0) return []
  const newest = inProgress.toReversed()
  const more = newest.length - MAX_PROGRESS
  return [
    {
      level: 1,
      heading: 'In progress',
      facts: ['changed and in no commit that is known'],
      items: [
        ...newest.slice(0, MAX_PROGRESS).map(session => ({
          cite: `${session.shortId}:${session.turn}`,
          label: nameOf(session),
          text: shownTitle(clip(session.title, MAX_TEXT)),
          detail: describeProgress(session),
        })),
        ...(more > 0 ? [{ cite: '', label: '', text: `and ${formatNumberOf(more, 'more session')}` }] : []),
      ],
    },
  ]
}

function describeProgress({ files, branch, isRunning }: StandupProgress): string {
  const changed = [formatNumberOf(files, 'file'), ...(branch === undefined ? [] : [`on ${branch}`])].join(' ')
  return [changed, ...(isRunning ? [RUNNING_NOW] : [])].join(' · ')
}

function outlineOpen({ open, openTotal }: Standup, nameOf: NameOf, now: number): readonly OutlinePart[] {
  if (open.length === 0) return []
  return [
    {
      level: 1,
      heading: 'Open',
      facts: openTotal > open.length ? [`${open.length} of ${openTotal}: \`backscroll threads\` lists all`] : [],
      items: open.map(thread => ({
        cite: `${thread.shortId}:${thread.mainTurn}`,
        label: nameOf(thread),
        text: clip(thread.text, MAX_TEXT),
        detail: [
          thread.at === undefined ? '' : formatAge(Date.parse(thread.at), now),
          thread.isRunning ? RUNNING_NOW : '',
        ]
          .filter(part => part !== '')
          .join(' · '),
        mark: 'open' as const,
      })),
    },
  ]
}
