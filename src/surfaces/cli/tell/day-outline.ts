import type { DayReport } from '../../../query/story/day-report.ts'
import type { ToldSession } from '../../../query/story/tell-session.ts'
import type { ToldProject } from '../../../query/story/work-period.ts'
import { createPathNames } from '../../../render/story/sections.ts'
import type { Outline, OutlinePart } from '../../../render/tell/outline.ts'
import { clip } from '../../../text/clip.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { shownTitle } from '../../../text/shown-title.ts'
import { dateOfWall } from '../../../time/calendar.ts'
import { formatDuration } from '../../../time/duration.ts'
import { parsePeriod } from '../../../time/list-periods.ts'
import type { Zone } from '../../../time/zone.ts'
import { describeTotals } from './describe-totals.ts'
import { createProjectNames, nameProjects } from './project-names.ts'
import { listRunningItems, RUNNING_FACTS, RUNNING_HEADING } from './running-items.ts'
import { type ItemLimits, listSessionItems } from './session-items.ts'

const LIMITS: ItemLimits = { requests: 6, files: 5, commits: 10, tests: 3, decisions: 5, open: 5 }

export function outlineDay(report: DayReport, zone: Zone): Outline {
  return {
    title: [nameDay(report.day), ...(report.isToday ? ['today'] : [])].join(', '),
    facts: [...describeTotals(report.totals), report.zone],
    parts: [...outlineProjects(report.projects, zone, LIMITS), ...outlineRunning(report)],
  }
}

function outlineRunning({ projects, alsoRunning }: DayReport): readonly OutlinePart[] {
  if (alsoRunning.length === 0) return []
  const told = projects.map(({ name, path }) => ({ project: name, projectPath: path }))
  const items = listRunningItems(alsoRunning, createProjectNames([...told, ...alsoRunning]))
  return [{ level: 1, heading: RUNNING_HEADING, facts: RUNNING_FACTS, items }]
}

/** Each project, and each of its sessions. */
export function outlineProjects(
  projects: readonly ToldProject[],
  zone: Zone,
  limits: ItemLimits,
): readonly OutlinePart[] {
  const names = nameProjects(projects)
  return projects.flatMap((project, at) => outlineProject(project, { zone, limits, name: names[at] ?? project.name }))
}

interface Drawing {
  readonly zone: Zone
  readonly limits: ItemLimits
  readonly name: string
}

function outlineProject(project: ToldProject, { zone, limits, name }: Drawing): readonly OutlinePart[] {
  const paths = createPathNames([project.path])
  return [
    {
      level: 1,
      heading: name,
      facts: describeTotals(project.totals),
      items: [],
    },
    ...project.sessions.map(session => ({
      level: 2 as const,
      heading: shownTitle(clip(session.title, MAX_TITLE)),
      cite: session.shortId,
      facts: describeSession(session, zone),
      items: listSessionItems(session, paths, limits),
    })),
  ]
}

const MAX_TITLE = 72

function describeSession({ firstAt, lastAt, turns, activeMs, branch }: ToldSession, zone: Zone): readonly string[] {
  return [
    firstAt === undefined || lastAt === undefined ? '' : describeTimes(Date.parse(firstAt), Date.parse(lastAt), zone),
    activeMs > 0 ? `${formatDuration(activeMs)} of work` : '',
    turns > 0 ? formatNumberOf(turns, 'turn') : '',
    branch ?? '',
  ].filter(part => part !== '')
}

/** `09:00–10:30`; of what went on over midnight, with the day on which it ended. */
function describeTimes(first: number, last: number, zone: Zone): string {
  const [from, to] = [zone.timeOf(first), zone.timeOf(last)]
  if (zone.dayOf(first) !== zone.dayOf(last)) return `${from} to ${to} on ${zone.dayOf(last)}`
  return from === to ? from : `${from}–${to}`
}

/** `Monday 2026-11-16`. */
export function nameDay(day: string): string {
  const wall = parsePeriod(day, 'day')
  return wall === undefined ? day : `${WEEKDAYS[dateOfWall(wall).daysSinceMonday]} ${day}`
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
