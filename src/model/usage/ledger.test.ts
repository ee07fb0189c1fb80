import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../format/json.ts'
import { UsageLedger, type UsageLine } from './ledger.ts'
import { readUsage } from './read-usage.ts'
import type { Request } from './request.ts'
import { sumRequests } from './totals.ts'

interface Sketch {
  id?: string
  requestId?: string
  uuid?: string
  run?: string
  model?: string
  stop?: string
  at?: number
  session?: string
  agent?: string
  start?: number
  usage?: JsonObject
}

function line(sketch: Sketch): UsageLine {
  return {
    messageId: sketch.id,
    requestId: sketch.requestId,
    uuid: sketch.uuid,
    run: sketch.run ?? '1',
    model: sketch.model ?? 'claude-opus-4-6',
    stopReason: sketch.stop,
    recordedCostUsd: undefined,
    at: sketch.at ?? 0,
    place: {
      sessionId: sketch.session ?? 's1',
      agentId: sketch.agent,
      isSidechain: sketch.agent !== undefined,
      turn: 1,
      branch: undefined,
      version: undefined,
      file: 0,
      start: sketch.start ?? 0,
      line: 1,
    },
    isOriginal: true,
    usage: readUsage(sketch.usage ?? {}),
  }
}

function count(...sketches: Sketch[]): { requests: Request[]; output: number } {
  const ledger = new UsageLedger()
  sketches.forEach((sketch, start) => {
    ledger.add(line({ start, ...sketch }))
  })
  return { requests: [...ledger.requests()], output: ledger.totals.output }
}

test('R2, R8: one message id is one request and the line with most output wins, whole', () => {
  const { requests, output } = count(
    { id: 'msg_1', usage: { output_tokens: 1, input_tokens: 5 } },
    { id: 'msg_1', usage: { output_tokens: 90, input_tokens: 3 }, stop: 'end_turn' },
    { id: 'msg_1', usage: { output_tokens: 40, input_tokens: 9 } },
  )
  expect(output).toBe(90)
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({ tokens: { input: 3 }, lines: 3, isUnfinished: false })
})

test('R8: of equals the later line wins', () => {
  const usage = { output_tokens: 10 }
  const { requests } = count({ id: 'msg_1', usage, model: 'a', at: 1 }, { id: 'msg_1', usage, model: 'b', at: 2 })
  expect(requests[0]?.model).toBe('b')
})

test('R9: a stale partial after the final line does not win, nor does a larger total', () => {
  const { requests } = count(
    { id: 'msg_1', at: 1, usage: { output_tokens: 50, cache_read_input_tokens: 10 }, model: 'b' },
    { id: 'msg_1', at: 2, usage: { output_tokens: 2, cache_read_input_tokens: 9000 }, model: 'a' },
  )
  expect(requests[0]).toMatchObject({ model: 'b', tokens: { output: 50, cacheRead: 10 } })
})

test('R3, R4, R7: copies in other sessions, also under a new request id, belong to the earliest outside sidechains', () => {
  const { requests } = count(
    { id: 'msg_1', at: 5, session: 'fork', requestId: 'req_b' },
    { id: 'msg_1', at: 1, session: 'agent', agent: 'a1', requestId: 'req_a' },
    { id: 'msg_1', at: 1, session: 'origin', requestId: 'req_a' },
  )
  expect(requests).toHaveLength(1)
  expect(requests[0]?.at.sessionId).toBe('origin')
})

test('R8: of equal outputs the conversation wins over a sidechain that replays it later', () => {
  const lines = [
    { id: 'msg_1', at: 1, usage: { output_tokens: 50, cache_read_input_tokens: 10 } },
    { id: 'msg_1', at: 2, agent: 'a1', usage: { output_tokens: 50, cache_read_input_tokens: 9000 } },
  ]
  for (const order of [lines, lines.toReversed()]) {
    expect(count(...order).requests[0]?.tokens).toMatchObject({ output: 50, cacheRead: 10 })
  }
})

test('R5: a gateway’s constant id counts once per run of lines', () => {
  const usage = { output_tokens: 10 }
  expect(count({ id: 'x', run: '1', usage }, { id: 'x', run: '2', usage }, { id: 'x', run: '2', usage }).output).toBe(
    20,
  )
})

test('R5: the same uuid is a copy, and a request id anywhere makes the id global', () => {
  const usage = { output_tokens: 10 }
  expect(count({ id: 'x', uuid: 'u', usage }, { id: 'x', uuid: 'u', session: 's2', usage }).output).toBe(10)
  expect(
    count({ id: 'x', run: '1', usage }, { id: 'x', run: '2', usage }, { id: 'x', requestId: 'r', usage }).output,
  ).toBe(10)
})

test('R5: a line that stands in two runs makes them one', () => {
  const usage = { output_tokens: 10 }
  const lines = [
    { id: 'x', run: '1', uuid: 'a', start: 1, usage },
    { id: 'x', run: '2', uuid: 'b', start: 2, usage },
    { id: 'x', run: '2', uuid: 'a', start: 3, usage },
  ]
  for (const order of [lines, lines.toReversed(), [...lines.slice(1), ...lines.slice(0, 1)]]) {
    const { requests, output } = count(...order)
    expect(output).toBe(10)
    expect(requests.map(({ key, lines }) => [key, lines])).toEqual([['x a', 3]])
  }
})

test('R6: without an id each uuid counts', () => {
  const usage = { output_tokens: 10 }
  expect(count({ uuid: 'a', usage }, { uuid: 'a', usage }, { uuid: 'b', usage }).output).toBe(20)
})

test('R10: the group keeps its first and last time', () => {
  const { requests } = count({ id: 'msg_1', at: 7 }, { id: 'msg_1', at: 3 }, { id: 'msg_1', at: 9 })
  expect(requests[0]).toMatchObject({ firstAt: 3, lastAt: 9 })
})

test('R11: without a stop reason, or with a single digit, output is a lower bound', () => {
  expect(count({ id: 'msg_1', usage: { output_tokens: 500 } }).requests[0]?.isUnfinished).toBe(true)
  expect(count({ id: 'msg_1', usage: { output_tokens: 9 }, stop: 'end_turn' }).requests[0]?.isUnfinished).toBe(true)
  expect(count({ id: 'msg_1', usage: { output_tokens: 10 }, stop: 'end_turn' }).requests[0]?.isUnfinished).toBe(false)
})

test('R14: an advisor’s call is counted apart and the context is the largest pass', () => {
  const { requests, output } = count({
    id: 'msg_1',
    usage: {
      output_tokens: 100,
      input_tokens: 30,
      iterations: [
        { type: 'message', input_tokens: 10 },
        { type: 'message', input_tokens: 20 },
        { type: 'advisor_message', model: 'big', output_tokens: 7 },
      ],
    },
  })
  expect(output).toBe(107)
  expect(requests.map(request => [request.key, request.model])).toEqual([
    ['msg_1', 'claude-opus-4-6'],
    ['msg_1#1', 'big'],
  ])
  expect(requests[0]?.contextTokens).toBe(20)
})

test('R18, R20: null counts read as 0 and a flat cache total stands where the split is empty', () => {
  const tokens = readUsage({
    input_tokens: null,
    output_tokens: -4,
    cache_creation_input_tokens: 50,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  }).tokens
  expect(tokens).toMatchObject({ input: 0, output: 0, cacheWrite5m: 50, cacheWrite1h: 0 })
})

const sketches = fc.array(
  fc.record({
    id: fc.constantFrom('msg_1', 'msg_2', 'gen-1', 'gen-2', undefined),
    requestId: fc.constantFrom('req_1', 'req_2', undefined, undefined),
    uuid: fc.constantFrom('u1', 'u2', 'u3', 'u4', 'u5'),
    run: fc.constantFrom('1', '2'),
    model: fc.constantFrom('a', 'b'),
    at: fc.nat(5),
    session: fc.constantFrom('s1', 's2'),
    agent: fc.constantFrom(undefined, 'a1'),
    start: fc.nat(1000),
    usage: fc.record({ output_tokens: fc.nat(20), input_tokens: fc.nat(5) }),
  }),
)

test('the running totals equal the sum of the requests', () => {
  fc.assert(
    fc.property(sketches, lines => {
      const ledger = new UsageLedger()
      for (const sketch of lines) ledger.add(line(sketch as Sketch))
      expect(ledger.totals).toEqual(sumRequests(ledger.requests()))
      const agents = sumRequests([...ledger.requests()].filter(request => request.at.agentId === 'a1'))
      expect(ledger.totalsOf('a1')).toEqual(agents)
    }),
  )
})

test('the order of lines does not matter', () => {
  fc.assert(
    fc.property(sketches, fc.infiniteStream(fc.nat()), (lines, keys) => {
      const shuffled = lines.map(sketch => ({ sketch, key: keys.next().value as number })).sort((a, b) => a.key - b.key)
      const sort = (requests: Request[]) => requests.toSorted((a, b) => (a.key < b.key ? -1 : 1))
      const first = count(...(lines as Sketch[])).requests
      const second = count(...shuffled.map(item => item.sketch as Sketch)).requests
      const places = new Set(lines.map(sketch => `${sketch.at} ${sketch.session} ${sketch.start}`))
      if (places.size === lines.length) expect(sort(second)).toEqual(sort(first))
    }),
  )
})

test('R6: a line without an id is no copy of a message whose id is its uuid', () => {
  const { requests } = count(
    { id: 'msg_1', uuid: 'u1', usage: { output_tokens: 10 } },
    { uuid: 'msg_1', usage: { output_tokens: 20 } },
    { uuid: 'msg_1', usage: { output_tokens: 20 } },
  )
  expect(requests.map(({ key, lines }) => [key, lines])).toEqual([
    ['msg_1', 1],
    ['uuid:msg_1', 2],
  ])
})

test('R14: an advisor has a speed, place and tier of its own, not those of its message', () => {
  const plain = { type: 'advisor_message', model: 'b', output_tokens: 5 }
  const own = { ...plain, speed: 'fast', inference_geo: 'eu', service_tier: 'batch' }
  const usage = { output_tokens: 10, speed: 'slow', inference_geo: 'us', service_tier: 'priority' }
  const { requests } = count({ id: 'msg_1', usage: { ...usage, iterations: [plain, own] } })
  expect(requests.map(({ speed, geo, serviceTier }) => [speed, geo, serviceTier])).toEqual([
    ['slow', 'us', 'priority'],
    [undefined, undefined, undefined],
    ['fast', 'eu', 'batch'],
  ])
})
