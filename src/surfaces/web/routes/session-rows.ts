import { z } from 'zod'
import { PAGE_LIMITS, type PagedRow, type PagedRows, PageFiller } from '../../../render/view/paged-rows.ts'
import type { RowUnit } from '../../../render/view/row-units.ts'
import type { PieceLevel } from '../../../render/view/turn-view.ts'
import { UserError } from '../../../user-error.ts'
import { defineRoute } from '../define-route.ts'
import type { World } from '../world.ts'
import { inSlices, openDesk, type SessionDesk, sha256 } from './session-desk.ts'
import type { RowWalk } from './session-row-walks.ts'
import { FIELDS, isOneTurn, requireAgent, requireTurns } from './session-units.ts'

export interface RowsAnswer {
  readonly schema: 'backscroll.rows/1'
  readonly version: number
  /** In order; where some that were asked for are not there, the answer was full. */
  readonly pages: readonly PagedRows[]
}

const limit = z.coerce.number().int().min(1).max(PAGE_LIMITS.rows).default(PAGE_LIMITS.rows).describe('Rows at most')

export const sessionRowsRoute = defineRoute({
  method: 'GET',
  path: '/sessions/:id/rows',
  summary: 'Rows of some turns, or of one agent, up to the size of an answer',
  answer: 'RowsAnswer',
  query: z.object({
    turns: FIELDS.turns.optional(),
    agent: FIELDS.agent,
    level: FIELDS.level,
    offset: FIELDS.offset,
    limit,
  }),
  async run(world, { params, query }): Promise<RowsAnswer> {
    const desk = await openDesk(world, params.id ?? '')
    const { turns, agent, level, offset } = query
    if ((turns === undefined) === (agent === undefined)) throw badRequest('name either turns or an agent')
    const units = agent === undefined ? requireTurns(desk, turns ?? '') : [requireAgent(desk, agent)]
    if (offset > 0 && turns !== undefined && !isOneTurn(turns)) throw badRequest('an offset is counted in one turn')
    return answerRows(world, desk, { units, level, offset, limit: query.limit })
  },
})

export const agentRowsRoute = defineRoute({
  method: 'GET',
  path: '/sessions/:id/agents/:agent/rows',
  summary: 'Rows of one agent, up to the size of an answer',
  answer: 'RowsAnswer',
  query: z.object({ level: FIELDS.level, offset: FIELDS.offset, limit }),
  async run(world, { params, query }): Promise<RowsAnswer> {
    const desk = await openDesk(world, params.id ?? '')
    return answerRows(world, desk, { units: [requireAgent(desk, params.agent ?? '')], ...query })
  },
})

interface RowsWish {
  readonly units: readonly RowUnit[]
  readonly level: PieceLevel
  readonly offset: number
  readonly limit: number
}

/** Whoever asks for much gets what can be drawn in this time. */
const MAX_MS = 60

async function answerRows(
  { now }: World,
  desk: SessionDesk,
  { units, level, offset, limit }: RowsWish,
): Promise<RowsAnswer> {
  const filler = new PageFiller({ ...PAGE_LIMITS, rows: limit }, sha256)
  const pages: PagedRows[] = []
  const since = now()
  for (const unit of units) {
    if (filler.isFull || (pages.length > 0 && now() - since > MAX_MS)) break
    const page = await fillPage(desk, { unit, level, offset }, filler, now)
    // A page without the row that had no room is no page: the turn is asked for again.
    if (page.rows.length > 0 || !page.hasMore) pages.push(page)
  }
  return { schema: 'backscroll.rows/1', version: desk.version, pages }
}

interface PageWish {
  readonly unit: RowUnit
  readonly level: PieceLevel
  readonly offset: number
}

async function fillPage(
  { prepared, walks }: SessionDesk,
  { unit, level, offset }: PageWish,
  filler: PageFiller,
  now: () => number,
): Promise<PagedRows> {
  const walk = walks.take(prepared, unit, level, offset)
  const rows: PagedRow[] = []
  let hasMore = false
  for await (const row of inSlices(rowsOf(walk), now)) {
    if (walk.position <= offset) continue
    const paged = filler.isFull ? undefined : filler.add(row)
    if (!paged) {
      walk.putBack(row)
      walks.keep(unit, level, walk)
      hasMore = true
      break
    }
    rows.push(paged)
  }
  const { turn, agent } = unit
  return { turn: agent === undefined ? (turn ?? 0) : 0, agent, level, offset, rows, hasMore }
}

function* rowsOf(walk: RowWalk) {
  for (let row = walk.next(); row; row = walk.next()) yield row
}

function badRequest(message: string): UserError {
  return new UserError({
    code: 'bad-request',
    message,
    hint: 'Ask for turns=4-9, for turns=4&offset=200, or for an agent.',
  })
}
