import { expect, test } from 'vitest'
import { refuseLong } from './refuse-long.ts'

const MAX = 4_000_000

/** What is said of a message that begins and ends so, with megabytes between. */
function check(start: string, end: string): unknown {
  const said = refuseLong({ start, end: `${end}\n` }, MAX)
  if (said === undefined) return undefined
  expect(said.endsWith('}\n')).toBe(true)
  const { id, ...rest } = JSON.parse(said)
  expect(rest).toEqual({
    jsonrpc: '2.0',
    error: { code: -32600, message: 'a message of more than 4 MB is not read: send less' },
  })
  return id ?? 'nobody'
}

const PARAMS = '"params":{"name":"search","arguments":{"query":"xxx'

test.each([
  ['{"jsonrpc":"2.0","id":7,"method":"tools/call",', 'xxx"}}}', 7],
  ['{"jsonrpc":"2.0","method":"tools/call","id":7,', 'xxx"}}}', 7],
  ['{ "id" : "a-7" , "method" : "tools/call" , ', 'xxx"}}}', 'a-7'],
  ['{"method":"tools/call",', 'xxx"}},"jsonrpc":"2.0","id":0}', 0],
  ['{"jsonrpc":"2.0","method":"tools/call",', 'xxx"}}, "id" : "7" }\r', '7'],
  ['{"id":7,', 'xxx"}},"method":"tools/call"}', 7],
])('a call that begins with %s and ends with %s is refused under its id', (start, end, id) => {
  expect(check(start + PARAMS, end)).toBe(id)
})

test.each([
  ['a notification', `{"jsonrpc":"2.0","method":"notifications/progress",${PARAMS}`, 'xxx"}}}'],
  ['a notification that ends with an id of its own', `{"method":"notifications/progress",${PARAMS}`, 'x","id":7}}'],
  ['an answer, whose id is one of ours', '{"jsonrpc":"2.0","id":0,"result":{"roots":[{"uri":"xxx', 'xxx"}]}}'],
  ['an answer with its id behind', '{"result":{"roots":[{"uri":"xxx', 'xxx"}]},"jsonrpc":"2.0","id":0}'],
  ['an error, whose id is one of ours', '{"jsonrpc":"2.0","id":0,"error":{"code":1,"message":"xxx', 'xxx"}}'],
])('nobody is answered who sent %s', (_, start, end) => {
  expect(check(start, end)).toBeUndefined()
})

test.each([
  ['is no JSON', 'xxx', 'xxx'],
  ['is a list of calls', `[{"jsonrpc":"2.0","id":7,"method":"tools/call",${PARAMS}`, 'xxx"}}}]'],
  ['hides its id in the middle', `{${PARAMS}`, 'xxx"},"more":{}}'],
  ['has an id that is none', `{"jsonrpc":"2.0","id":007,"method":"tools/call",${PARAMS}`, 'xxx"}}}'],
  ['has its id in a text', `{"more":"{\\"id\\":7,\\"method\\":\\"x\\"`, 'xxx,\\"id\\":7}"}'],
])('what %s is refused without an id', (_, start, end) => {
  expect(check(start, end)).toBe('nobody')
})
