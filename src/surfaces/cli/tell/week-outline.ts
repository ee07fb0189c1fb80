import type { WeekDay, WeekReport } from '../../../query/story/week-report.ts'
import type { WorkTotals } from '../../../query/story/work-totals.ts'
import { createPathNames } from '../../../render/story/sections.ts'
import type { Outline, OutlineItem, OutlinePart } from '../../../render/tell/outline.ts'
import { clip } from '../../../text/clip.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { formatUsd } from '../../../text/money.ts'
import { formatDuration } from '../../../time/duration.ts'
import { nameDay, nameProjects } from './day-outline.ts'
import { describeTotals } from './describe-totals.ts'
import { type ItemLimits, listSessionItems } from './session-items.ts'

/** A week is read at a glance: what was asked for first, what came of it, and what is open. */
const LIMITS: ItemLimits = { requests: 0, files: 0, commits: 5, tests: 0, decisions: 2, open: 3 }

export function outlineWeek(report: WeekReport): Outline {
  return {
    title: `Week of ${report.week}${report.isCurrent ? ', this week' : ''}`,
    facts: [...describeTotals(report.totals), report.zone],
    parts: [compare(report), listProjects(report), ...report.days.flatMap(outlineDay)].filter(
      part => part.items.length > 0 || part.facts.length > 0,
    ),
  }
}

function compare({ totals, before, isCurrent }: WeekReport): OutlinePart {
  const rows: readonly (readonly [string, (totals: WorkTotals) => number, (value: number) => string])[] = [
    ['work', ({ activeMs }) => activeMs, formatDuration],
    ['sessions', ({ sessions }) => sessions, String],
    ['turns', ({ turns }) => turns, String],
    ['files', ({ files }) => files, String],
    ['commits', ({ commits }) => commits, String],
    ['cost', ({ usage }) => usage?.costUsd ?? 0, formatUsd],
  ]
  return {
    level: 1,
    heading: 'Against the week before',
    facts: before.sessions === 0 ? ['no work then'] : isCurrent ? ['up to the same time'] : [],
    items: rows.flatMap(([label, amountOf, format]) => {
      const [now, then] = [amountOf(totals), amountOf(before)]
      if (before.sessions === 0 || (now === 0 && then === 0)) return []
      return [{ cite: '', label, text: `${format(now)}, before ${format(then)}`, detail: describeChange(now, then) }]
    }),
  }
}

function describeChange(now: number, then: number): string | undefined {
  if (then === 0 || now === then) return undefined
  const percent = Math.round((now / then - 1) * 100)
  return `${percent >= 0 ? '+' : '−'}${Math.abs(percent)}%`
}

function listProjects({ projects, days }: WeekReport): OutlinePart {
  const names = nameProjects(projects)
  return {
    level: 1,
    heading: 'Projects',
    facts: [],
    items: projects.map(({ path, totals }, at) => ({
      cite: '',
      label: names[at] ?? path,
      text: describeTotals(totals).join(' · '),
      detail: formatNumberOf(days.filter(day => day.projects.some(project => project.path === path)).length, 'day'),
    })),
  }
}

function outlineDay({ day, totals, projects }: WeekDay): readonly OutlinePart[] {
  const names = nameProjects(projects)
  return [
    { level: 1, heading: nameDay(day), facts: describeTotals(totals), items: [] },
    ...projects.map((project, at) => ({
      level: 2 as const,
      heading: names[at] ?? project.path,
      facts: [],
      items: project.sessions.flatMap((session): readonly OutlineItem[] => {
        const [first] = session.requests
        const files = session.files.length
        const rest = [
          session.requests.length > 1 ? `and ${formatNumberOf(session.requests.length - 1, 'more request')}` : '',
          files > 0 ? formatNumberOf(files, 'file') : '',
        ].filter(part => part !== '')
        return [
          {
            cite: `${session.shortId}:${first?.turn ?? 0}`,
            label: 'asked',
            text: clip(first?.text ?? session.title, 160),
            detail: rest.length === 0 ? undefined : `(${rest.join(', ')})`,
          },
          ...listSessionItems(
            { ...session, requests: [], files: [], tests: [] },
            createPathNames([project.path]),
            LIMITS,
          ),
        ]
      }),
    })),
  ]
}
