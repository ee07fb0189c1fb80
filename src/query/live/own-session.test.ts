import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTree, ONE, THREE, type TreeItem, TWO } from '../../../test/temp-tree.ts'
import { findClientPid, readProcess } from './client-process.ts'
import { findOwnSession } from './own-session.ts'

const PID = process.pid
const isLinux = process.platform === 'linux'

function find(files: { readonly [path: string]: TreeItem }, parentPid = PID, platform: string = process.platform) {
  const home = makeTree(files)
  const configPaths = [join(home, 'none'), join(home, 'claude')]
  return findOwnSession({ keepDir: join(home, 'keep'), configPaths, parentPid, platform })
}

function clientNote(sessionId: string, more: object = {}): { readonly [path: string]: string } {
  return { [`claude/sessions/${PID}.json`]: JSON.stringify({ pid: PID, sessionId, ...more }) }
}

function hookNote(sessionId: string, more: object = {}): { readonly [path: string]: string } {
  const { startTicks } = readProcess(PID, process.platform) ?? {}
  const note = { sessionId, pid: PID, startTicks, cwd: '/w', at: 1_800_000_000_000, ...more }
  return { [`keep/hooks/callers/${PID}.json`]: JSON.stringify(note) }
}

test('is what the client says of its own process', () => {
  expect(find(clientNote(ONE))).toEqual({ sessionId: ONE, pid: PID, knownBy: 'client' })
  expect(find({ [`claude/sessions/pid-${PID}.json`]: JSON.stringify({ session_id: ONE }) })?.sessionId).toBe(ONE)
})
test('is what a hook left, where the client says nothing or said it before', () => {
  expect(find(hookNote(TWO))).toEqual({ sessionId: TWO, pid: PID, knownBy: 'hook' })
  const after = { ...clientNote(ONE, { updatedAt: 1_700_000_000_000 }), ...hookNote(TWO) }
  expect(find(after)).toMatchObject({ sessionId: TWO, knownBy: 'hook' })
  const before = { ...clientNote(ONE, { updatedAt: 1_900_000_000_000 }), ...hookNote(TWO) }
  expect(find(before)).toMatchObject({ sessionId: ONE, knownBy: 'client' })
})
test('is what a hook of the same process left, where the client does not say when it wrote its note', () => {
  expect(find({ ...clientNote(ONE), ...hookNote(TWO) })).toMatchObject({ sessionId: TWO, knownBy: 'hook' })
  const noTime = { ...clientNote(ONE, { updatedAt: 'yesterday' }), ...hookNote(TWO) }
  expect(find(noTime)).toMatchObject({ sessionId: TWO, knownBy: 'hook' })
})
test.runIf(isLinux)(
  'is what the client says, with a time or without, where the hook was told in an earlier process',
  () => {
    const earlier = hookNote(TWO, { startTicks: 1 })
    expect(find({ ...clientNote(ONE), ...earlier })).toMatchObject({ sessionId: ONE, knownBy: 'client' })
    const timed = { ...clientNote(ONE, { updatedAt: 1_700_000_000_000 }), ...earlier }
    expect(find(timed)).toMatchObject({ sessionId: ONE, knownBy: 'client' })
  },
)
test('is never guessed: not from another process, a note of another pid, or what is no note', () => {
  const others = { [`claude/sessions/${PID + 1}.json`]: JSON.stringify({ pid: PID + 1, sessionId: THREE }) }
  expect(find(others)).toBeUndefined()
  expect(find(clientNote(ONE, { pid: PID + 1 }))).toBeUndefined()
  expect(find({ [`claude/sessions/${PID}.json`]: '{', [`keep/hooks/callers/${PID}.json`]: '[]' })).toBeUndefined()
  expect(find({ ...clientNote(ONE), ...hookNote(TWO) }, 2 ** 30)).toBeUndefined()
})
test.runIf(isLinux)('is not what was left for an earlier process of the same pid', () =>
  expect(find(hookNote(TWO, { startTicks: 1 }))).toBeUndefined(),
)
test('has to do with the pid alone where the system tells no more', () =>
  expect(find(hookNote(TWO, { startTicks: undefined }), PID, 'darwin')?.sessionId).toBe(TWO))
test.runIf(isLinux)('is found over a shell that stands between, and over nothing else', async () => {
  const child = spawn('bash', ['-c', 'sleep 20; true'], { stdio: 'ignore' })
  await once(child, 'spawn')
  try {
    expect(findClientPid(child.pid as number, 'linux')).toBe(findClientPid(PID, 'linux'))
    expect(find(clientNote(ONE), child.pid)?.sessionId).toBe(findClientPid(PID, 'linux') === PID ? ONE : undefined)
    expect(findClientPid(child.pid as number, 'darwin')).toBe(child.pid)
  } finally {
    child.kill('SIGKILL')
  }
})
