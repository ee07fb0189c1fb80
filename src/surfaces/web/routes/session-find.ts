import { z } from 'zod'
import type { RowMatch } from '../../../render/view/find-rows.ts'
import { countFacts, filterFacts, type RowCounts } from '../../../render/view/survey-rows.ts'
import { UserError } from '../../../user-error.ts'
import { defineRoute } from '../define-route.ts'
import { openDesk } from './session-desk.ts'
import { type Slice, takeSlice } from './session-slices.ts'
import { FIELDS } from './session-units.ts'

/** What every answer in parts says of itself. */
interface Progress {
  readonly version: number
  /** Ask again with it as `from`; undefined when all was looked at. */
  readonly next: string | undefined
  /** Turns and agents looked at so far, and all of them. */
  readonly done: number
  readonly total: number
}

/** Where rows stand: in a turn, or in an agent and then in the turn that it works for. */
interface UnitPlace {
  readonly turn: number | undefined
  readonly agent: string | undefined
}

export interface FindAnswer extends Progress {
  readonly schema: 'backscroll.find/1'
  readonly matches: readonly (UnitPlace & RowMatch)[]
}

export interface CountsAnswer extends Progress {
  readonly schema: 'backscroll.counts/1'
  readonly units: readonly (UnitPlace & RowCounts)[]
}

export interface FilterAnswer extends Progress {
  readonly schema: 'backscroll.filter/1'
  /** Only those with a row that matches; numbers of rows at level `all`. */
  readonly units: readonly (UnitPlace & { readonly indexes: readonly number[] })[]
}

export const sessionFindRoute = defineRoute({
  method: 'GET',
  path: '/sessions/:id/find',
  summary: 'Every row that holds a text, folded parts and agents included; in parts',
  answer: 'FindAnswer',
  query: z.object({
    text: z.string().min(1).max(500).describe('What is looked for; upper and lower case are the same'),
    from: FIELDS.from,
  }),
  async run(world, { params, query }): Promise<FindAnswer> {
    const desk = await openDesk(world, params.id ?? '')
    const memory = desk.memory.matches(desk, query.text.toLowerCase())
    const slice = takeSlice(desk, memory, { from: query.from, now: world.now })
    const matches = slice.looks.flatMap(({ unit: { turn, agent }, found }) =>
      found.map(match => ({ turn, agent, ...match })),
    )
    return { schema: 'backscroll.find/1', ...progressOf(desk, slice), matches }
  },
})

export const sessionCountsRoute = defineRoute({
  method: 'GET',
  path: '/sessions/:id/counts',
  summary: 'How many rows of each sort the turns and agents have; in parts',
  answer: 'CountsAnswer',
  query: z.object({ from: FIELDS.from }),
  async run(world, { params, query }): Promise<CountsAnswer> {
    const desk = await openDesk(world, params.id ?? '')
    const slice = takeSlice(desk, desk.memory.facts, { from: query.from, now: world.now })
    const units = slice.looks.map(({ unit: { turn, agent }, found }) => ({ turn, agent, ...countFacts(found) }))
    return { schema: 'backscroll.counts/1', ...progressOf(desk, slice), units }
  },
})

/** Once or several times, each a name. */
const names = z
  .union([z.string().max(500), z.array(z.string().max(500)).max(100)])
  .transform(value => (typeof value === 'string' ? [value] : value))
  .default([])

export const sessionFilterRoute = defineRoute({
  method: 'GET',
  path: '/sessions/:id/filter',
  summary: 'Which rows are of some kinds or tools, or failed; in parts',
  answer: 'FilterAnswer',
  query: z.object({
    kinds: z.string().max(500).default('').describe('Kinds of rows, with commas between them'),
    tools: names.describe('Name of a tool, as the counts have it; may be repeated'),
    errors: z.enum(['true', 'false']).default('false').describe('Only what failed'),
    from: FIELDS.from,
  }),
  async run(world, { params, query }): Promise<FilterAnswer> {
    const filter = {
      kinds: new Set(query.kinds.split(',').filter(kind => kind !== '')),
      tools: new Set(query.tools),
      isErrorsOnly: query.errors === 'true',
    }
    if (filter.kinds.size === 0 && filter.tools.size === 0 && !filter.isErrorsOnly) throw emptyFilter()
    const desk = await openDesk(world, params.id ?? '')
    const slice = takeSlice(desk, desk.memory.facts, { from: query.from, now: world.now })
    const units = slice.looks
      .map(({ unit: { turn, agent }, found }) => ({ turn, agent, indexes: filterFacts(found, filter) }))
      .filter(({ indexes }) => indexes.length > 0)
    return { schema: 'backscroll.filter/1', ...progressOf(desk, slice), units }
  },
})

function progressOf({ version }: { readonly version: number }, slice: Slice<unknown>): Progress {
  const { next, done, total } = slice
  return { version, next, done, total }
}

function emptyFilter(): UserError {
  return new UserError({
    code: 'bad-request',
    message: 'the filter lets everything through',
    hint: 'Name kinds, tools, or errors=true.',
  })
}
