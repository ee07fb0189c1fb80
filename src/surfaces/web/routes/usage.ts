import { z } from 'zod'
import { requireSessionById } from '../../../query/find-session.ts'
import type { Library } from '../../../query/library.ts'
import { orForgotten } from '../../../query/require-named.ts'
import { type AskedUsage, completeUsage, readUsageRequest, sourceFor } from '../../../query/usage/asked-usage.ts'
import { buildUsage, type UsageWorld } from '../../../query/usage/build-usage.ts'
import { openIndexedUsage } from '../../../query/usage/indexed-usage.ts'
import { limitToLibrary } from '../../../query/usage/limit-to-library.ts'
import { type LimitWindow, limitsPath, listLimitWindows } from '../../../query/usage/limits/read-limits.ts'
import { USAGE_ORDERS, type UsageReport, type UsageRequest } from '../../../query/usage/usage-report.ts'
import type { ReportWorld } from '../reports/report-world.ts'
import { count, project, since, text, texts } from './list-fields.ts'

/** What every question about usage takes. */
export const usageScope = {
  by: text(40).default('daily').describe('Which report: daily, models, prompts, … (`GET /usage/reports`)'),
  since,
  until: text(100).optional().describe('Until then; a day, week or month is included'),
  last: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe('The last so many days; weeks, months or blocks of those reports'),
  project,
  model: text(200).optional().describe('Only models with this in their name'),
  session: texts(200, 50).describe('Only this session; may come several times'),
}

const scopeQuery = z.object(usageScope)

export const usageQuery = z.object({
  ...usageScope,
  breakdown: z.enum(['none', 'models', 'projects']).default('none').describe('Rows below each row'),
  order: z.enum(USAGE_ORDERS).optional().describe('Order of the rows'),
  limit: count(200, 2000).describe('At most so many rows, of times the last; `rowCount` and totals are those of all'),
})

/** With the limits that the status line saw, where the report is by blocks. */
export type ShownUsage = UsageReport & { readonly limits?: readonly LimitWindow[] }

export async function askUsage(world: ReportWorld, query: z.output<typeof usageQuery>): Promise<ShownUsage> {
  const { breakdown, order = 'usual', limit } = query
  const asked = readUsageRequest({ ...typedScope(query), breakdown, order, limit }, settingOf(world))
  const report = await askSource(world, { asked, sessions: query.session, isExplained: false }, buildUsage)
  const limits = asked.cut.name === 'blocks' ? listLimitWindows(limitsPath(world.keepDir)) : undefined
  return { ...report, ...(limits ? { limits } : {}) }
}

export function typedScope({ by, since, until, last, project, model }: z.output<typeof scopeQuery>) {
  return { report: by, since, until, last, project, model, recalculates: false }
}

/** In the zone of the server, with its prices. */
export function settingOf(world: ReportWorld) {
  return { zone: world.zone, now: world.now(), pricer: world.pricer }
}

interface UsageChoice {
  readonly asked: AskedUsage
  /** Ids, or beginnings of them. */
  readonly sessions: readonly string[]
  /** Each request is listed. */
  readonly isExplained: boolean
}

/** Asks the index. Only where sessions were named, or a part of them is meant, the list of all is looked at. */
export async function askSource<Answer>(
  world: ReportWorld,
  { asked, sessions, isExplained }: UsageChoice,
  ask: (usage: UsageWorld, request: UsageRequest) => Answer,
): Promise<Answer> {
  const isBelowRoots = world.roots.overrideBy === '--root'
  const answer = (store: NonNullable<UsageWorld['store']>, library: Library | undefined): Answer => {
    const { range, detail } = sourceFor(asked, { isExplained })
    const all = openIndexedUsage(store, range, detail)
    const source = library && isBelowRoots ? limitToLibrary(library, all) : all
    const named = sessions.length > 0 && library ? sessions.map(text => nameSession(library, text)) : undefined
    return ask({ source, store }, completeUsage(asked, source, named))
  }
  if (!isBelowRoots && sessions.length === 0) return await world.ask(({ store }) => answer(store, undefined))
  return await world.ask(async ({ store }) => await world.askLibrary(library => answer(store, library)))
}

function nameSession(library: Library, text: string): string {
  return orForgotten(library.keep, text, () => requireSessionById(library.sources, text)).id
}
