import { z } from 'zod'
import { readUsageRequest } from '../../../query/usage/asked-usage.ts'
import { type ExplainedPage, explainPage } from '../../../query/usage/explain-page.ts'
import type { ReportWorld } from '../reports/report-world.ts'
import { count, offset, text } from './list-fields.ts'
import { askSource, settingOf, typedScope, usageScope } from './usage.ts'

export const explainQuery = z.object({
  ...usageScope,
  key: text(4000).describe('`key` of a row, or another name of it'),
  limit: count(200, 1000).describe('At most so many requests'),
  offset,
})

export async function askExplained(world: ReportWorld, query: z.output<typeof explainQuery>): Promise<ExplainedPage> {
  const { session, key, limit, offset: before } = query
  const whole = { breakdown: 'none', order: 'usual', limit: undefined } as const
  const asked = readUsageRequest({ ...typedScope(query), ...whole }, settingOf(world))
  return await askSource(world, { asked, sessions: session, isExplained: true }, (usage, request) =>
    explainPage(usage, request, { row: key, offset: before, limit }),
  )
}
