import type { ToldSession } from '../../../query/story/tell-session.ts'
import type { WeekDay, WeekReport } from '../../../query/story/week-report.ts'
import type { ToldProject } from '../../../query/story/work-period.ts'
import type { WorkTotals } from '../../../query/story/work-totals.ts'
import { createPathNames } from '../../../render/story/sections.ts'
import type { Outline, OutlineItem, OutlinePart } from '../../../render/tell/outline.ts'
import { clip } from '../../../text/clip.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { formatCost, formatUsd } from '../../../text/money.ts'
import { shownTitle } from '../../../text/shown-title.ts'
import { formatDuration } from '../../../time/duration.ts'
import { nameDay } from './day-outline.ts'
import { describeTotals } from './describe-totals.ts'
import { createProjectNames } from './project-names.ts'
import { listRunningItems, RUNNING_FACTS, RUNNING_HEADING } from './running-items.ts'
import { type ItemLimits, listSessionItems } from './session-items.ts'

/** A week is read at a glance: what was asked for first, what came of it, and what is open. */
const LIMITS: ItemLimits = { requests: 0, files: 0, commits: 5, tests: 0, decisions: 2, open: 3 }

export function outlineWeek(report: WeekReport): Outline {
  const nameOf = createProjectNames([
    ...report.projects.map(toProject),
    ...report.days.flatMap(({ alsoRunning }) => alsoRunning),
  ])
  return {
    title: `Week of ${report.week}${report.isCurrent ? ', this week' : ''}`,
    facts: [...describeTotals(report.totals), report.isoWeek, report.zone],
    parts: [
      compare(report),
      listProjects(report, nameOf),
      ...report.days.flatMap(day => outlineDay(day, nameOf)),
    ].filter(part => part.items.length > 0 || part.facts.length > 0),
  }
}

type NameOf = ReturnType<typeof createProjectNames>

function toProject({ name, path }: Pick<ToldProject, 'name' | 'path'>): Parameters<NameOf>[0] {
  return { project: name, projectPath: path }
}

function compare({ totals, before, isCurrent }: WeekReport): OutlinePart {
  const cost = ({ usage }: WorkTotals): string => (usage ? formatCost(usage) : formatUsd(0))
  const rows: readonly (readonly [string, (totals: WorkTotals) => number, (totals: WorkTotals) => string])[] = [
    ['work', ({ activeMs }) => activeMs, ({ activeMs }) => formatDuration(activeMs)],
    ['sessions', ({ sessions }) => sessions, ({ sessions }) => String(sessions)],
    ['turns', ({ turns }) => turns, ({ turns }) => String(turns)],
    ['files', ({ files }) => files, ({ files }) => String(files)],
    ['commits', ({ commits }) => commits, ({ commits }) => String(commits)],
    ['cost', ({ usage }) => usage?.costUsd ?? 0, cost],
  ]
  return {
    level: 1,
    heading: 'Against the week before',
    facts: before.sessions === 0 ? ['no work then'] : isCurrent ? ['up to the same time'] : [],
    items: rows.flatMap(([label, amountOf, format]) => {
      const [now, then] = [amountOf(totals), amountOf(before)]
      if (before.sessions === 0 || (now === 0 && then === 0)) return []
      return [
        { cite: '', label, text: `${format(totals)}, before ${format(before)}`, detail: describeChange(now, then) },
      ]
    }),
  }
}

function describeChange(now: number, then: number): string | undefined {
  if (then === 0 || now === then) return undefined
  const percent = Math.round((now / then - 1) * 100)
  return `${percent >= 0 ? '+' : '−'}${Math.abs(percent)}%`
}

function listProjects({ projects, days }: WeekReport, nameOf: NameOf): OutlinePart {
  return {
    level: 1,
    heading: 'Projects',
    facts: [],
    items: projects.map(({ name, path, totals }) => ({
      cite: '',
      label: nameOf(toProject({ name, path })),
      text: '',
      facts: [
        ...describeTotals(totals),
        formatNumberOf(days.filter(day => day.projects.some(project => project.path === path)).length, 'day'),
      ],
    })),
  }
}

function outlineDay({ day, totals, projects, alsoRunning }: WeekDay, nameOf: NameOf): readonly OutlinePart[] {
  return [
    { level: 1, heading: nameDay(day), facts: describeTotals(totals), items: [] },
    ...projects.map(project => ({
      level: 2 as const,
      heading: nameOf(toProject(project)),
      facts: [],
      items: project.sessions.flatMap((session): readonly OutlineItem[] => {
        return [
          headItem(session),
          ...listSessionItems(
            { ...session, requests: [], files: [], tests: [] },
            createPathNames([project.path]),
            LIMITS,
          ),
        ]
      }),
    })),
    ...(alsoRunning.length === 0
      ? []
      : [
          {
            level: 2 as const,
            heading: RUNNING_HEADING,
            facts: RUNNING_FACTS,
            items: listRunningItems(alsoRunning, nameOf),
          },
        ]),
  ]
}

const MAX_REQUEST = 160

/** What was asked for first; of a session with nothing but a yes that day, the session. */
function headItem({ shortId, title, requests, files }: ToldSession): OutlineItem {
  const [first] = requests
  const rest = [
    requests.length > 1 ? formatNumberOf(requests.length - 1, 'more request') : '',
    files.length > 0 ? formatNumberOf(files.length, 'file') : '',
  ].filter(part => part !== '')
  const detail = rest.length === 0 ? undefined : rest.join(' · ')
  return first
    ? { cite: `${shortId}:${first.turn}`, label: 'asked', text: clip(first.text, MAX_REQUEST), detail }
    : { cite: shortId, label: 'session', text: shownTitle(clip(title, MAX_REQUEST)), detail }
}
