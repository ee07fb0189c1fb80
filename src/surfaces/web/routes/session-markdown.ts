import { z } from 'zod'
import { renderMarkdown } from '../../../render/markdown/render-markdown.ts'
import type { Row } from '../../../render/view/row.ts'
import { type RowUnit, unitRows } from '../../../render/view/row-units.ts'
import { UserError } from '../../../user-error.ts'
import { defineRoute } from '../define-route.ts'
import { inSlices, openDesk, type SessionDesk } from './session-desk.ts'
import { type AskedLevel, FIELDS, isOneTurn, requireAgent, requireTurns } from './session-units.ts'

/** Characters of one answer. */
const MAX_CHARS = 4_000_000

export const sessionMarkdownRoute = defineRoute({
  method: 'GET',
  path: '/sessions/:id/markdown',
  summary: 'Some turns, an agent or one row as Markdown, with nothing taken out: for whoever owns the session',
  answer: 'text/markdown',
  query: z.object({
    turns: FIELDS.turns.optional(),
    agent: FIELDS.agent,
    level: FIELDS.level,
    index: FIELDS.index.optional().describe('Only this row of one turn or agent, by its number at level `all`'),
  }),
  async run(world, { params, query }): Promise<Response> {
    const { turns, agent, index } = query
    if ((turns === undefined) === (agent === undefined)) throw badRequest('name either turns or an agent')
    const desk = await openDesk(world, params.id ?? '')
    const units = agent === undefined ? requireTurns(desk, turns ?? '') : [requireAgent(desk, agent)]
    if (index !== undefined && turns !== undefined && !isOneTurn(turns))
      throw badRequest('a row is counted in one turn')
    const rows = index === undefined ? rowsOf(desk, units, query.level) : oneRow(desk, units, index)
    const text = await collect(renderMarkdown(rows), world.now)
    return new Response(text, { headers: { 'Content-Type': 'text/markdown; charset=utf-8' } })
  },
})

function* rowsOf({ prepared }: SessionDesk, units: readonly RowUnit[], level: AskedLevel): Iterable<Row> {
  for (const unit of units) yield* unitRows(prepared, unit, level)
}

function* oneRow(desk: SessionDesk, units: readonly RowUnit[], index: number): Iterable<Row> {
  let at = 0
  for (const row of rowsOf(desk, units, 'all')) if (at++ === index) return yield row
}

async function collect(chunks: Iterable<string>, now: () => number): Promise<string> {
  const texts: string[] = []
  let left = MAX_CHARS
  for await (const chunk of inSlices(chunks, now)) {
    if (chunk.length > left) {
      texts.push('\n\n*More follows: this is the beginning.*\n')
      break
    }
    left -= chunk.length
    texts.push(chunk)
  }
  return texts.join('')
}

function badRequest(message: string): UserError {
  return new UserError({ code: 'bad-request', message, hint: 'Ask for turns=4-9, or for an agent.' })
}
