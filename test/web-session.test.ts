import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Row } from '../src/render/view/row.ts'
import type { PlaceAnswer } from '../src/surfaces/web/routes/session-entry.ts'
import type { OpenSession } from '../src/surfaces/web/routes/session-open.ts'
import type { RawAnswer } from '../src/surfaces/web/routes/session-raw.ts'
import type { RowAnswer } from '../src/surfaces/web/routes/session-row.ts'
import type { RowsAnswer } from '../src/surfaces/web/routes/session-rows.ts'
import { FIXTURES } from './corpus.ts'
import { IMAGE } from './export-home.ts'
import { makeKeepHome } from './keep-home.ts'
import { makeLines, ONE, TWO, toLines } from './temp-tree.ts'
import { startWeb, type WebHome } from './web-home.ts'

const HELPING = '5e550000-0000-4000-8000-000000000001'
const TURNING = '5e550000-0000-4000-8000-000000000002'
const SEEING = '5e550000-0000-4000-8000-000000000003'
const LONG = '5e550000-0000-4000-8000-000000000004'

let web: WebHome
beforeAll(async () => {
  const fixture = (name: string): string => readFileSync(join(FIXTURES, 'sessions', `${name}.jsonl`), 'utf8')
  const folder = '.claude/projects/-fixtures'
  const agents = join(FIXTURES, 'sessions', 'helping', 'subagents')
  const agentFiles = Object.fromEntries(
    readdirSync(agents).map(name => [
      `${folder}/${HELPING}/subagents/${name}`,
      readFileSync(join(agents, name), 'utf8'),
    ]),
  )
  const home = makeKeepHome({
    [`${folder}/${HELPING}.jsonl`]: fixture('helping'),
    [`${folder}/${TURNING}.jsonl`]: fixture('turning-back'),
    [`${folder}/${SEEING}.jsonl`]: seeing(),
    [`${folder}/${LONG}.jsonl`]: longTurn(),
    ...agentFiles,
  })
  web = await startWeb({ home })
})

test('opens a session with its turns, its agents and how to go on with it', async () => {
  const open = await web.json<OpenSession>(`/sessions/${ONE}`)
  expect(open).toMatchObject({ schema: 'backscroll.open-session/1', id: ONE, isKeptOnly: false })
  expect(open.index.turns.map(turn => [turn.number, turn.text, turn.hasAnswer])).toEqual([
    [1, 'Grow the tomatoes', true],
  ])
  expect(open.index.agents.map(agent => agent.id)).toEqual(['a1'])
  const command = `cd ${web.home.work} && claude --resume ${ONE}`
  expect(open.resume).toEqual({ command, cwd: web.home.work, isFolderThere: true })
  expect(ONE.startsWith(open.shortId)).toBe(true)
})

test('opens a session by the beginning of its id, and sends only the turns that are wanted', async () => {
  const { shortId } = await web.json<OpenSession>(`/sessions/${TURNING}`)
  const open = await web.json<OpenSession>(`/sessions/${shortId}`, { from: 3 })
  expect(open.index.turns.map(turn => turn.number)).toEqual([3, 4, 5])
})

test('gives turns that were taken back together one number', async () => {
  const open = await web.json<OpenSession>(`/sessions/${TURNING}`)
  expect(open.index.turns.map(turn => [turn.number, turn.isRewound, turn.side ?? null])).toEqual([
    [1, false, null],
    [2, true, 2],
    [3, true, 2],
    [4, false, null],
    [5, false, null],
  ])
  const { pages } = await web.json<RowsAnswer>(`/sessions/${TURNING}/rows`, { turns: '2-3', level: 'answers' })
  expect(pages.map(page => page.rows.map(({ row }) => (row.kind === 'rewound' ? row.edge : row.kind)))).toEqual([
    ['folded'],
    [],
  ])
})

test('sends the rows of some turns, each turn as a page', async () => {
  const pages: RowsAnswer['pages'][number][] = []
  // An answer ends after some time, with whole turns: a slow machine is asked again for the rest.
  for (let turn = 1; turn <= 5; turn = (pages.at(-1)?.turn ?? 9) + 1) {
    const answer = await web.json<RowsAnswer>(`/sessions/${TURNING}/rows`, { turns: `${turn}-9`, level: 'all' })
    expect(answer.pages.length).toBeGreaterThan(0)
    pages.push(...answer.pages)
  }
  expect(pages.map(page => [page.turn, page.offset, page.hasMore])).toEqual([
    [1, 0, false],
    [2, 0, false],
    [3, 0, false],
    [4, 0, false],
    [5, 0, false],
  ])
  expect(pages[0]?.rows.map(({ row }) => row.kind).slice(0, 2)).toEqual(['turn', 'input'])
})

test('sends a long turn in parts that put together are the whole', async () => {
  const rows: Row[] = []
  let parts = 0
  for (let hasMore = true; hasMore; parts++) {
    const { pages } = await web.json<RowsAnswer>(`/sessions/${LONG}/rows`, {
      turns: 1,
      level: 'all',
      offset: rows.length,
    })
    expect(pages[0]?.offset).toBe(rows.length)
    expect(pages[0]?.rows.length).toBeGreaterThan(0)
    rows.push(...(pages[0]?.rows.map(({ row }) => row) ?? []))
    hasMore = pages[0]?.hasMore ?? false
  }
  expect(parts).toBeGreaterThan(2)
  expect(rows.filter(row => row.kind === 'tool').map(row => row.callId)).toEqual(callIds())
})

test('goes back in a long turn', async () => {
  const ask = (offset: number) =>
    web.json<RowsAnswer>(`/sessions/${LONG}/rows`, { turns: 1, level: 'all', offset, limit: 5 })
  const later = await ask(40)
  const earlier = await ask(38)
  expect(earlier.pages[0]?.rows.slice(2)).toEqual(later.pages[0]?.rows.slice(0, 3))
})

test('cuts long texts in a list and has the whole row for the asking', async () => {
  const { pages } = await web.json<RowsAnswer>(`/sessions/${LONG}/rows`, { turns: 1, level: 'all' })
  const index = pages[0]?.rows.findIndex(({ row }) => row.kind === 'tool') ?? -1
  const listed = pages[0]?.rows[index]
  expect(listed?.isCut).toBe(true)
  expect(JSON.stringify(listed).length).toBeLessThan(20_000)
  const whole = await web.json<RowAnswer>(`/sessions/${LONG}/row`, { turn: 1, index })
  expect(whole.cuts).toEqual([])
  expect(outputOf(whole.row)).toBe(output(0))
  expect(outputOf(whole.row).startsWith(outputOf(listed?.row))).toBe(true)
})

test('sends the rows of an agent apart from the turn that started it', async () => {
  const open = await web.json<OpenSession>(`/sessions/${HELPING}`)
  const agent = open.index.agents.find(candidate => candidate.turn !== undefined)?.id ?? ''
  const { pages } = await web.json<RowsAnswer>(`/sessions/${HELPING}/agents/${agent}/rows`, { level: 'all' })
  expect(pages[0]).toMatchObject({ agent, offset: 0 })
  expect(pages[0]?.rows.length).toBeGreaterThan(1)
  const again = await web.json<RowsAnswer>(`/sessions/${HELPING}/rows`, { agent, level: 'all' })
  expect(again.pages).toEqual(pages)
})

test('finds the row of an entry, of a call by its id and of its result, and of an agent', async () => {
  const ask = (name: string) => web.json<PlaceAnswer>(`/sessions/${LONG}/entries/${name}`)
  const rowAt = async (place: PlaceAnswer): Promise<Row> =>
    (await web.json<RowAnswer>(`/sessions/${LONG}/row`, { turn: place.turn, index: place.index })).row
  expect(await rowAt(await ask(uuidOf(0)))).toMatchObject({ kind: 'input', text: 'Dig everywhere' })
  expect(await rowAt(await ask('toolu_7'))).toMatchObject({ kind: 'tool', callId: 'toolu_7' })
  const result = await ask(uuidOf(2 * 7 + 2))
  expect(result.isExact).toBe(true)
  expect(await rowAt(result)).toMatchObject({ kind: 'tool', callId: 'toolu_7' })
  const { index } = await web.json<OpenSession>(`/sessions/${HELPING}`)
  for (const { id } of index.agents) {
    const { turn, agent, index: at } = await web.json<PlaceAnswer>(`/sessions/${HELPING}/entries/${id}`)
    const query = agent === undefined ? { turn, index: at } : { agent, index: at }
    const { row } = await web.json<RowAnswer>(`/sessions/${HELPING}/row`, query)
    if (agent !== id) expect(row).toMatchObject({ kind: 'agent', agentId: id })
  }
})

test('has the recorded lines of a row: of a call those of its use and its result', async () => {
  const place = await web.json<PlaceAnswer>(`/sessions/${LONG}/entries/toolu_7`)
  const { lines } = await web.json<RawAnswer>(`/sessions/${LONG}/raw`, { turn: 1, index: place.index })
  const recorded = longTurn().split('\n')
  expect(lines.map(({ line, text }) => [line, text])).toEqual([
    [16, recorded[15]],
    [17, recorded[16]],
  ])
  expect(JSON.parse(lines[0]?.json ?? '')).toEqual(JSON.parse(recorded[15] ?? ''))
  const byUuid = await web.json<RawAnswer>(`/sessions/${LONG}/raw`, { entry: uuidOf(15) })
  expect(byUuid.lines).toEqual(lines.slice(0, 1))
})

test('names images by their bytes and sends them as what they are', async () => {
  const { pages } = await web.json<RowsAnswer>(`/sessions/${SEEING}/rows`, { turns: 1, level: 'all' })
  const [image, script] = pages[0]?.rows.flatMap(({ row }) => (row.kind === 'input' ? row.media : [])) ?? []
  expect(image?.base64).toMatch(/^media-[0-9a-f]{32}$/)
  expect(script?.base64).toBeUndefined()
  const response = await web.get(`/sessions/${SEEING}/media/${image?.base64}`, { turn: 1 })
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('content-security-policy')).toMatch(/sandbox/)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(IMAGE)
})

test('sends documents to be saved, never to be shown', async () => {
  const { pages } = await web.json<RowsAnswer>(`/sessions/${SEEING}/rows`, { turns: 1, level: 'all' })
  const media = pages[0]?.rows.flatMap(({ row }) => (row.kind === 'input' ? row.media : [])) ?? []
  const response = await web.get(`/sessions/${SEEING}/media/${media[2]?.base64}`, { turn: 1 })
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="media-[0-9a-f]{32}\.pdf"$/)
})

test('writes turns as Markdown', async () => {
  const response = await web.get(`/sessions/${TWO}/markdown`, { turns: 1, level: 'answers' })
  expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(await response.text()).toMatch(/\n## 1 · Water the beans\n[\s\S]*\n> Water the beans\n[\s\S]*\nDone\.\n/)
})

test.each([
  ['/rows', { turns: 'abc' }, 400],
  ['/rows', { turns: '9-4' }, 400],
  ['/rows', { turns: '1-900' }, 400],
  ['/rows', { turns: '1-2', offset: 5 }, 400],
  ['/rows', {}, 400],
  ['/rows', { turns: '1', level: 'everything' }, 400],
  ['/rows', { turns: '1', surprise: 1 }, 400],
  ['/rows', { turns: '99' }, 404],
  ['/rows', { agent: 'nobody' }, 404],
  ['/agents/nobody/rows', {}, 404],
  ['/row', { turn: 1 }, 400],
  ['/row', { index: 0 }, 400],
  ['/row', { turn: 1, agent: 'a1', index: 0 }, 400],
  ['/row', { turn: 1, index: -1 }, 400],
  ['/row', { turn: 1, index: 9999 }, 404],
  ['/entries/nothing', {}, 404],
  ['/raw', {}, 400],
  ['/raw', { entry: 'nothing' }, 404],
  ['/find', { text: '' }, 400],
  ['/find', { text: 'x'.repeat(501) }, 400],
  ['/find', { text: 'x', from: 'turn 77' }, 400],
  ['/filter', {}, 400],
  ['/media/media-00000000000000000000000000000000', { turn: 1 }, 404],
  ['/media/passwd', { turn: 1 }, 404],
  ['/markdown', {}, 400],
] as const)('refuses %s %j with a sentence', async (path, query, status) => {
  const response = await web.get(`/sessions/${ONE}${path}`, query)
  expect(response.status).toBe(status)
  const { error } = (await response.json()) as { error: { code: string; message: string; hint: string } }
  expect([error.code, error.message, error.hint].every(text => text.length > 0)).toBe(true)
  expect(JSON.stringify(error)).not.toMatch(/\n|at .*:\d+:\d+/)
})

function outputOf(row: Row | undefined): string {
  const part = row?.kind === 'tool' ? row.output[0] : undefined
  return part?.kind === 'output' ? part.text : ''
}

const CALLS = 150

function callIds(): readonly string[] {
  return Array.from({ length: CALLS }, (_, at) => `toolu_${at}`)
}

function uuidOf(number: number): string {
  return `aaaaaaaa-0000-4000-8000-${String(number).padStart(12, '0')}`
}

function output(at: number): string {
  return Array.from({ length: 400 }, (_, line) => `spade ${at} line ${line} of the field`).join('\n')
}

/** One turn with many calls that print much. */
function longTurn(): string {
  const base = (number: number) => ({
    uuid: uuidOf(number),
    parentUuid: number === 0 ? null : uuidOf(number - 1),
    sessionId: LONG,
    timestamp: new Date(Date.UTC(2026, 9, 1, 9, 0, number)).toISOString(),
    cwd: '/field',
    version: '2.1.0',
  })
  const lines: object[] = [{ ...base(0), type: 'user', message: { role: 'user', content: 'Dig everywhere' } }]
  for (const [at, id] of callIds().entries()) {
    const use = { type: 'tool_use', id, name: 'Bash', input: { command: `dig ${at}` } }
    const message = { id: `msg_${at}`, role: 'assistant', model: 'claude-test', content: [use] }
    lines.push({ ...base(lines.length), type: 'assistant', message })
    const result = { type: 'tool_result', tool_use_id: id, content: output(at) }
    const toolUseResult = { stdout: output(at), stderr: '', interrupted: false }
    lines.push({ ...base(lines.length), type: 'user', message: { role: 'user', content: [result] }, toolUseResult })
  }
  return toLines(lines)
}

function seeing(): string {
  const [first, ...rest] = makeLines(SEEING, { prompt: 'Look' }) as readonly { message: object }[]
  const block = (type: string, media_type: string, data: string) => ({
    type,
    source: { type: 'base64', media_type, data },
  })
  const content = [
    { type: 'text', text: 'Look' },
    block('image', 'image/jpeg', IMAGE),
    block('image', 'image/svg+xml', Buffer.from('<svg onload="alert(1)"/>').toString('base64')),
    block('document', 'text/html', Buffer.from('%PDF-1.4 a field').toString('base64')),
  ]
  return toLines([{ ...first, message: { ...first?.message, content } }, ...rest])
}
