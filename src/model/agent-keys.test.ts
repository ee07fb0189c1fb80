import { expect, test } from 'vitest'
import { agentKeys } from './agent-keys.ts'
import type { Agent } from './session.ts'

function agent(agentId: string, file: number, storedAs: Agent['storedAs']): Agent {
  return { id: agentId, storedAs, thread: { file, agentId } } as Agent
}

function checkKeys(agents: readonly Agent[], expected: readonly string[]): void {
  const keys = agentKeys({ agents })
  expect(agents.map(({ thread }) => keys.of(thread))).toEqual(expected)
}

test('an agent goes by its id, and the main thread by nothing', () => {
  checkKeys([agent('a1', 1, 'file'), agent('b2', 2, 'file')], ['a1', 'b2'])
  expect(agentKeys({ agents: [] }).of({ file: 0, agentId: undefined })).toBe('')
})

test('of several threads with one id the first file keeps it', () => {
  checkKeys(
    [agent('a', 0, 'in-main-file'), agent('a', 4, 'file'), agent('a', 2, 'file'), agent('b', 0, 'in-main-file')],
    ['a~3', 'a~2', 'a', 'b'],
  )
})

test('a name made for one is never that of another', () => {
  checkKeys([agent('a', 1, 'file'), agent('a', 2, 'file'), agent('a~2', 3, 'file')], ['a', 'a~2', 'a~2~2'])
  checkKeys([agent('', 1, 'file')], ['~2'])
})

test('ids that the store would read alike are told apart', () => {
  checkKeys([agent('\ud800', 1, 'file'), agent('\ud801', 2, 'file')], ['\ufffd', '\ufffd~2'])
})
