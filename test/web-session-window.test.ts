import { beforeAll, expect, test } from 'vitest'
import type { InspectContext } from '../src/query/inspect/inspect-context.ts'
import type { IndexTurn } from '../src/render/view/session-index.ts'
import type { OpenSession } from '../src/surfaces/web/routes/session-open.ts'
import { makeKeepHome } from './keep-home.ts'
import { toLines } from './temp-tree.ts'
import { startWeb, type WebHome } from './web-home.ts'

const MANY = '5e553000-0000-4000-8000-000000000001'
const TURNS = 7000

let web: WebHome
beforeAll(async () => {
  web = await startWeb({ home: makeKeepHome({ [`.claude/projects/-many/${MANY}.jsonl`]: manyTurns() }) })
}, 60_000)

test('a session of many turns comes in windows that put together are the whole', async () => {
  const turns: IndexTurn[] = []
  let windows = 0
  for (let hasMore = true; hasMore; windows++) {
    const response = await web.get(`/sessions/${MANY}`, { from: (turns.at(-1)?.number ?? 0) + 1 })
    const text = await response.text()
    expect(text.length).toBeLessThan(1_100_000)
    const { index } = JSON.parse(text) as OpenSession
    expect([index.turnCount, index.turns.length <= 2000, index.turns.length > 0]).toEqual([TURNS, true, true])
    turns.push(...index.turns)
    hasMore = index.hasMore
  }
  expect(windows).toBeGreaterThan(3)
  expect(turns.map(({ number }) => number)).toEqual(Array.from({ length: TURNS }, (_, at) => at + 1))
  expect(turns.every(({ entries, hasAnswer }) => entries === 2 && hasAnswer)).toBe(true)
  expect(turns[4999]).toMatchObject({ text: expect.stringMatching(/^prompt 5000 /), tokens: 3, errors: 0 })
})

test('a window has no more turns than are wanted, and than an answer has room for', async () => {
  const ask = async (query: { readonly [name: string]: number }) =>
    (await web.json<OpenSession>(`/sessions/${MANY}`, query)).index
  expect((await ask({ from: 6990, limit: 5 })).turns.map(({ number }) => number)).toEqual([
    6990, 6991, 6992, 6993, 6994,
  ])
  expect(await ask({ from: 6996, limit: 5 })).toMatchObject({ turnCount: TURNS, hasMore: false })
  expect(await ask({ from: 9000 })).toMatchObject({ turns: [], turnCount: TURNS, hasMore: false })
  const large = await ask({ limit: 5000 })
  expect(large.hasMore).toBe(true)
  expect(JSON.stringify(large).length).toBeLessThan(1_100_000)
  expect((await web.get(`/sessions/${MANY}`, { limit: 5001 })).status).toBe(400)
})

test('cost and context over many turns is an answer of bounded size', async () => {
  const context = await web.json<InspectContext>(`/sessions/${MANY}/inspect/context`, { points: 100 })
  expect(context.isThinned).toBe(true)
  expect([context.points.length <= 102, context.turns.length <= 102]).toEqual([true, true])
  expect([context.points.at(-1)?.turn, context.turns[0]?.turn, context.turns.at(-1)?.turn]).toEqual([TURNS, 1, TURNS])
})

function manyTurns(): string {
  const lines: object[] = []
  const add = (line: object): void => {
    const at = lines.length
    const uuid = (number: number): string => `bbbbbbbb-0000-4000-8000-${String(number).padStart(12, '0')}`
    const timestamp = new Date(Date.UTC(2026, 9, 1, 9, 0, at)).toISOString()
    const parentUuid = at === 0 ? null : uuid(at - 1)
    lines.push({ parentUuid, sessionId: MANY, cwd: '/many', version: '2.1.0', timestamp, ...line, uuid: uuid(at) })
  }
  for (let turn = 1; turn <= TURNS; turn++) {
    add({ type: 'user', message: { role: 'user', content: `prompt ${turn} ${'on and on '.repeat(30)}` } })
    const message = { id: `m${turn}`, role: 'assistant', model: 'claude-opus-4-5', stop_reason: 'end_turn' }
    const content = [{ type: 'text', text: 'Done.' }]
    const usage = { input_tokens: 1, output_tokens: 2 }
    add({ type: 'assistant', requestId: `r${turn}`, message: { ...message, content, usage } })
  }
  return toLines(lines)
}
