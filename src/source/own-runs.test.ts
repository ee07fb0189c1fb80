import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeTree, type TreeItem } from '../../test/temp-tree.ts'
import { createOwnRuns, documentStart, runFolder } from './own-runs.ts'
import type { SessionSource } from './session-source.ts'

const RUN = '0123456789abcdef'
const STARTED = `{"at":"2026-11-18T09:00:00.000Z","run":"${RUN}","bytes":10}\n`
const DOCUMENT = `${documentStart(RUN)}\n"task":"summary-and-decisions"}`

/** Whether a transcript with these lines is one of a run of ours. */
function check(lines: TreeItem, runs: string | null = STARTED): boolean {
  const home = makeTree({
    ...(runs === null ? {} : { 'keep/generated/runs.jsonl': runs, 'keep/generated/run/x': '' }),
    't.jsonl': lines,
  })
  return isOwn(join(home, 'keep'), join(home, 't.jsonl'))
}

function isOwn(keepDir: string, path: string): boolean {
  const source = { main: { path }, agents: [], folder: dirname(path) }
  return createOwnRuns(keepDir).isOwnRun(source as unknown as SessionSource)
}

function user(content: unknown, more: object = {}): object {
  return { type: 'user', uuid: 'u', cwd: '/home/dev/app', message: { role: 'user', content }, ...more }
}

describe('a run of enrich', () => {
  test('is known by the folder it ran in', () => {
    const home = makeTree({ 'keep/generated/runs.jsonl': STARTED, 'keep/generated/run/x': '' })
    const keepDir = join(home, 'keep')
    const ranIn = (cwd: string): boolean =>
      isOwn(keepDir, join(makeTree({ 't.jsonl': [user('Hello', { cwd })] }), 't.jsonl'))
    expect(ranIn(runFolder(keepDir))).toBe(true)
    expect(ranIn(`${runFolder(keepDir)}-of-mine`)).toBe(false)
    expect(ranIn(keepDir)).toBe(false)
  })
  test('is known by the project folder while its first lines say nothing yet', () => {
    const home = makeTree({ 'keep/generated/runs.jsonl': STARTED, 'keep/generated/run/x': '' })
    const keepDir = join(home, 'keep')
    const project = runFolder(keepDir).replace(/[^a-zA-Z0-9]/g, '-')
    const begun = (folder: string, lines: TreeItem): boolean => {
      const path = `${folder}/t.jsonl`
      return isOwn(keepDir, join(makeTree({ [path]: lines }), path))
    }
    const mode = { type: 'permission-mode', permissionMode: 'default', sessionId: 's' }
    for (const lines of ['', [mode]]) {
      expect(begun(project, lines)).toBe(true)
      expect(begun('-home-dev-app', lines)).toBe(false)
    }
    expect(begun(project, [mode, user('Hello')])).toBe(false)
  })
  test('is known by its folders also when the notes of runs were thrown away', () => {
    const keepDir = join(makeTree({ 'keep/x': '' }), 'keep')
    const path = `${runFolder(keepDir).replace(/[^a-zA-Z0-9]/g, '-')}/t.jsonl`
    const ranIn = (cwd: string): boolean => isOwn(keepDir, join(makeTree({ [path]: [user('Hello', { cwd })] }), path))
    expect(ranIn(runFolder(keepDir))).toBe(true)
    expect(ranIn('/home/dev/app')).toBe(false)
  })
  test('is none where a session tells no folder and ours is gone', () => {
    const home = makeTree({ 'keep/generated/runs.jsonl': STARTED, 't.jsonl': [{ type: 'summary', summary: 'Mine' }] })
    expect(isOwn(join(home, 'keep'), join(home, 't.jsonl'))).toBe(false)
  })
  test('is known by its first prompt, wherever it ran', () => {
    expect(check([user(DOCUMENT)])).toBe(true)
    expect(check([user([{ type: 'text', text: DOCUMENT }])])).toBe(true)
    expect(check([user(`Answer briefly.\n${DOCUMENT}`)])).toBe(true)
    expect(check([{ type: 'queue-operation', operation: 'enqueue', content: DOCUMENT }, user('x')])).toBe(true)
    expect(check([user('Caveat', { isMeta: true }), user(DOCUMENT)])).toBe(true)
  })
  test('is known where its first line is longer than what is read', () => {
    expect(check([user(`${DOCUMENT}${'x'.repeat(400_000)}`)])).toBe(true)
  })
  test('is none where somebody pasted a document of a run that never was', () => {
    expect(check([user(`${documentStart('f'.repeat(16))}\n"task":1}`)])).toBe(false)
    expect(check([user(`${documentStart('0'.repeat(16))}\n"task":1}`)])).toBe(false)
  })
  test('is none where a later prompt, or a tool, shows such a document', () => {
    expect(check([user('Why does this fail?'), user(DOCUMENT)])).toBe(false)
    expect(check([user('Read it'), user([{ type: 'tool_result', tool_use_id: 't', content: DOCUMENT }])])).toBe(false)
    expect(check([user(`It says ${DOCUMENT}`)])).toBe(false)
  })
  test('is none where enrich never ran', () => {
    expect(check([user(DOCUMENT)], null)).toBe(false)
  })
  test('is none where there is nothing to read', () => {
    expect(check('')).toBe(false)
    expect(check('{"type":"user"\n\0\0')).toBe(false)
  })
})
