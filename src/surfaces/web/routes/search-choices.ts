import { z } from 'zod'
import { readMarks } from '../../../archive/marks.ts'
import { type FilterValues, LISTED_FILTERS, listFilterValues } from '../../../query/search/list-filter-values.ts'
import type { World } from '../world.ts'
import { count, text } from './list-fields.ts'

export const choicesQuery = z.object({
  filter: z.enum(LISTED_FILTERS).describe('A filter whose values can be listed'),
  text: text(200).default('').describe('Only values with this in them'),
  limit: count(20, 100).describe('At most so many'),
})

export async function askChoices(world: World, query: z.output<typeof choicesQuery>): Promise<FilterValues> {
  const marks = readMarks(world.keepDir)
  return await world.ask(({ store }) => listFilterValues(store, { ...query, marks }))
}
