import { type AskedPeriod, usePeriod } from '../components/period.tsx'
import { useRoute } from '../router.ts'

/** The reports of the tabs, in this order; names and their other words as the command line has them. */
export const REPORTS = [
  { id: 'daily', label: 'Day', aliases: ['day', 'days'] },
  { id: 'weekly', label: 'Week', aliases: ['week', 'weeks'] },
  { id: 'monthly', label: 'Month', aliases: ['month', 'months'] },
  { id: 'models', label: 'Model', aliases: ['model'] },
  { id: 'projects', label: 'Project', aliases: ['project'] },
  { id: 'branches', label: 'Branch', aliases: ['branch'] },
  { id: 'prs', label: 'Pull request', aliases: ['pr'] },
  { id: 'prompts', label: 'Prompt', aliases: ['prompt', 'turns'] },
  { id: 'sessions', label: 'Session', aliases: ['session'] },
  { id: 'commits', label: 'Commit', aliases: ['commit'] },
  { id: 'tools', label: 'Tool', aliases: ['tool'] },
  { id: 'agents', label: 'Agent', aliases: ['agent'] },
  { id: 'files', label: 'File', aliases: ['file'] },
] as const
export type Report = (typeof REPORTS)[number]['id']

export const UNITS = ['daily', 'weekly', 'monthly'] as const
export type Unit = (typeof UNITS)[number]

export const SPLITS = ['models', 'projects', 'none'] as const
export type Split = (typeof SPLITS)[number]

/** What the chart draws. */
export const AMOUNTS = ['cost', 'tokens'] as const
export type Amount = (typeof AMOUNTS)[number]

/** What the address asks for. */
export interface UsageQuery {
  readonly by: Report
  readonly unit: Unit
  readonly split: Split
  readonly amount: Amount
  readonly explain: string | undefined
  readonly project: string | undefined
  readonly model: string | undefined
  readonly asked: AskedPeriod
}

/** Of the last thirty days, unless the address says otherwise. */
const USUAL_DAYS = '30'

export function useUsageQuery(): UsageQuery {
  const { query } = useRoute()
  const asked = usePeriod(USUAL_DAYS)
  const by = readReport(query.get('by'))
  return {
    by,
    unit: UNITS.find(unit => unit === by) ?? UNITS.find(unit => unit === query.get('unit')) ?? 'daily',
    split: SPLITS.find(split => split === query.get('split')) ?? 'models',
    amount: AMOUNTS.find(amount => amount === query.get('show')) ?? 'cost',
    explain: query.get('explain') || undefined,
    project: query.get('project') ?? undefined,
    model: query.get('model') ?? undefined,
    asked,
  }
}

function readReport(text: string | null): Report {
  const wanted = (text ?? '').trim().toLowerCase()
  return (
    REPORTS.find(({ id, aliases }) => id === wanted || (aliases as readonly string[]).includes(wanted))?.id ?? 'daily'
  )
}

/** For the server; undefined while the period is not known. */
export function scopeOf({ asked, project, model }: UsageQuery): Record<string, string | undefined> | undefined {
  return asked.bounds && { ...asked.bounds, project, model }
}
