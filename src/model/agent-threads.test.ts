import { expect, test } from 'vitest'
import type { JsonObject } from '../format/json.ts'
import { kindOf } from '../format/kinds/table.ts'
import { createSessionBuilder } from './build-session.ts'
import { createSummaryBuilder } from './build-summary.ts'

const MAIN = undefined

/** Agents of a session, as id, how they are stored and how many lines they have. */
function checkAgents(
  files: readonly { readonly agentId: string | undefined; readonly lines: readonly JsonObject[] }[],
  expected: readonly (readonly [id: string, storedAs: string, lines: number])[],
): void {
  const builder = createSessionBuilder({ id: 's' })
  const summary = createSummaryBuilder({ id: 's' })
  for (const [file, { agentId, lines }] of files.entries()) {
    for (const thread of [builder.openThread({ file, agentId }), summary.openThread({ file, agentId })]) {
      for (const [at, json] of lines.entries()) {
        thread.add({ kind: kindOf(json), start: at, end: at + 1, line: at + 1, json })
      }
    }
  }
  const { agents } = builder.build()
  expect(agents.map(({ id, storedAs, thread }) => [id, storedAs, thread.entries.length])).toEqual(expected)
  expect(summary.build().agents).toBe(expected.length)
}

function sidechain(uuid: string, parentUuid: string | null, agentId?: string): JsonObject {
  return { type: 'user', uuid, parentUuid, agentId, isSidechain: true, message: { role: 'user', content: uuid } }
}

function progress(agentId: string, uuid: string): JsonObject {
  const message = { type: 'user', uuid, message: { role: 'user', content: uuid } }
  return { type: 'progress', parentToolUseID: 't1', data: { type: 'agent_progress', agentId, message } }
}

test('a root in the main file begins an agent and its children follow', () => {
  const lines = [sidechain('root-aaaa-1', null), sidechain('child', 'root-aaaa-1'), sidechain('stray', 'nobody')]
  checkAgents([{ agentId: MAIN, lines }], [['inline-root-aaa', 'in-main-file', 3]])
})

test('a root written again begins no second agent', () => {
  const lines = [sidechain('root', null), sidechain('child', 'root'), sidechain('root', null)]
  checkAgents([{ agentId: MAIN, lines }], [['inline-root', 'in-main-file', 3]])
})

test('two roots that begin alike are two agents', () => {
  const lines = [sidechain('root-aaaa-1', null), sidechain('root-aaaa-2', null), sidechain('child', 'root-aaaa-1')]
  checkAgents(
    [{ agentId: MAIN, lines }],
    [
      ['inline-root-aaa', 'in-main-file', 2],
      ['inline-root-aaaa-2', 'in-main-file', 1],
    ],
  )
})

test('no agent has an empty id', () => {
  checkAgents(
    [
      { agentId: MAIN, lines: [sidechain('root', null, '')] },
      { agentId: '', lines: [] },
    ],
    [
      ['inline-root', 'in-main-file', 1],
      ['unnamed', 'file', 0],
    ],
  )
})

test('of an agent copied into two files the copies in the first are shown', () => {
  const files = [
    { agentId: MAIN, lines: [progress('a9', 'one')] },
    { agentId: 'a1', lines: [progress('a9', 'one'), progress('a9', 'two')] },
  ]
  checkAgents(files, [
    ['a1', 'file', 2],
    ['a9', 'progress-copies', 1],
  ])
})
