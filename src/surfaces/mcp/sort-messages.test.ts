import { expect, test } from 'vitest'
import { sortMessages } from './sort-messages.ts'

const CALL = { jsonrpc: '2.0', id: 7, method: 'ping' }
const NOTE = { jsonrpc: '2.0', method: 'notifications/initialized' }
const ANSWER = { jsonrpc: '2.0', id: 0, result: { roots: [] } }

/** The messages that go on, and code and id of what is told of the rest. */
function check(line: string) {
  const { messages, refusals } = sortMessages(Buffer.from(`${line}\n`))
  const lines = messages?.toString().trimEnd().split('\n') ?? []
  return {
    passed: lines.map(text => JSON.parse(text)),
    refused: refusals.map(text => {
      expect(text.endsWith('}\n')).toBe(true)
      const { jsonrpc, id, error } = JSON.parse(text)
      expect(jsonrpc).toBe('2.0')
      expect(error.message).toMatch(/: \w/)
      return [error.code, id]
    }),
  }
}

test('a message goes on byte for byte', () => {
  for (const message of [CALL, NOTE, ANSWER]) {
    const line = Buffer.from(` ${JSON.stringify(message, null, 1).replaceAll('\n', ' ')}\r\n`)
    expect(sortMessages(line)).toEqual({ messages: line, refusals: [] })
  }
})

test('a line without anything is none', () => {
  expect(check(' \r')).toEqual({ passed: [], refused: [] })
})

test.each(['no JSON', '{"jsonrpc":"2.0","id":7,', '{}}', '\u0000'])('%j is no JSON, and is told so', line => {
  expect(check(line)).toEqual({ passed: [], refused: [[-32700, null]] })
})

test.each([
  ['{}', null],
  ['5', null],
  ['null', null],
  ['"ping"', null],
  ['{"jsonrpc":"2.0"}', null],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null],
  ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', null],
  ['{"jsonrpc":"1.0","id":7,"method":"ping"}', 7],
  ['{"id":"a","method":"ping"}', 'a'],
  ['{"jsonrpc":"2.0","id":7,"method":5}', 7],
  ['{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}', 7],
])('%s is no message, and is refused under its id where it has one', (line, id) => {
  expect(check(line)).toEqual({ passed: [], refused: [[-32600, id]] })
})

test('an odd answer to a question of ours is not answered again', () => {
  expect(check('{"jsonrpc":"2.0","id":null,"result":{}}')).toEqual({ passed: [], refused: [] })
  expect(check('{"jsonrpc":"2.0","id":0,"error":"none"}')).toEqual({ passed: [], refused: [] })
})

test('a batch is its messages; what is none in it is refused by itself', () => {
  expect(check(JSON.stringify([CALL, NOTE, 5, ANSWER, { ...CALL, id: 'x', method: 1 }]))).toEqual({
    passed: [CALL, NOTE, ANSWER],
    refused: [
      [-32600, null],
      [-32600, 'x'],
    ],
  })
  expect(check('[]')).toEqual({ passed: [], refused: [[-32600, null]] })
  expect(check(JSON.stringify(Array(100).fill(CALL))).passed).toHaveLength(100)
  expect(check(JSON.stringify(Array(101).fill(CALL)))).toEqual({ passed: [], refused: [[-32600, null]] })
})
