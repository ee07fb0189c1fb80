import { expect, test } from 'vitest'
import type { JsonObject } from '../../format/json.ts'
import type { UsageLine } from './ledger.ts'
import { readUsageLine } from './read-usage-line.ts'

function read(more: { readonly line?: JsonObject; readonly message?: JsonObject; readonly uuid?: string }): UsageLine {
  const json = { ...more.line, message: { id: 'msg_1', usage: {}, ...more.message } }
  const known = { uuid: more.uuid, at: 0, start: 0, line: 1, turn: 0, run: 0 }
  return readUsageLine(json, known, { sessionId: 's', file: 0, agentId: undefined, isAgent: false }) as UsageLine
}

test('R6: an empty id is none', () => {
  expect(read({ message: { id: '' } }).messageId).toBeUndefined()
  expect(read({}).messageId).toBe('msg_1')
})

test('R28: a recorded cost that cannot be is none', () => {
  const costs = [0.5, 10_000, 10_000.01, 1e300, 0, -1, '0.7', null]
  expect(costs.map(costUSD => read({ line: { costUSD } }).recordedCostUsd)).toEqual([
    0.5,
    10_000,
    ...Array(6).fill(undefined),
  ])
})

test('ids are what a file can hold, so that an index reads them back as they are', () => {
  const { messageId, requestId, uuid } = read({
    line: { requestId: 'r\udc00' },
    message: { id: 'msg_\ud800' },
    uuid: '\ud800',
  })
  expect([messageId, requestId, uuid]).toEqual(['msg_\ufffd', 'r\ufffd', '\ufffd'])
})

test('R18: counts beyond any measure are cut, so that sums of them are exact in billionths of a dollar', () => {
  const { tokens, webSearches } = read({
    message: {
      usage: { input_tokens: 1e300, output_tokens: 2 ** 40, server_tool_use: { web_search_requests: 2 ** 40 } },
    },
  }).usage
  expect([tokens.input, tokens.output, webSearches]).toEqual([2 ** 27, 2 ** 27, 2 ** 16])
})
