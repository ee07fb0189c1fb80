import { z } from 'zod'
import { takeMedia } from '../../../render/html/document/take-media.ts'
import { type Cut, cutRow, WHOLE_LIMITS } from '../../../render/view/cut-row.ts'
import type { Row } from '../../../render/view/row.ts'
import { unitRows } from '../../../render/view/row-units.ts'
import { defineRoute } from '../define-route.ts'
import { inSlices, openDesk, sha256 } from './session-desk.ts'
import { FIELDS, noSuchRow, requireUnit } from './session-units.ts'

export interface RowAnswer {
  readonly schema: 'backscroll.whole-row/1'
  readonly version: number
  readonly turn: number | undefined
  readonly agent: string | undefined
  readonly index: number
  readonly row: Row
  /** Where even this ends early. */
  readonly cuts: readonly Cut[]
}

export const sessionRowRoute = defineRoute({
  method: 'GET',
  path: '/sessions/:id/row',
  summary: 'One row with all of its texts',
  answer: 'RowAnswer',
  query: z.object({
    turn: FIELDS.turn,
    agent: FIELDS.agent,
    index: FIELDS.index,
    level: z.enum(['all', 'raw']).default('all').describe('Of which rows `index` is the number'),
  }),
  async run(world, { params, query }): Promise<RowAnswer> {
    const desk = await openDesk(world, params.id ?? '')
    const unit = requireUnit(desk, query)
    let index = 0
    for await (const row of inSlices(unitRows(desk.prepared, unit, query.level), world.now)) {
      if (index++ < query.index) continue
      const { turn, agent } = unit
      const whole = cutRow(takeMedia(row, { withMedia: true, sha256 }).row, WHOLE_LIMITS)
      return { schema: 'backscroll.whole-row/1', version: desk.version, turn, agent, index: query.index, ...whole }
    }
    throw noSuchRow(query.index)
  },
})
