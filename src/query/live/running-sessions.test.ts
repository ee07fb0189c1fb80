import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTree, ONE, TWO } from '../../../test/temp-tree.ts'
import { readProcess } from './client-process.ts'
import { listRunning } from './running-sessions.ts'

const PID = process.pid
/** No process has it: the kernel's largest is smaller. */
const GONE = 2_000_000_000

function list(files: { readonly [path: string]: object }, exceptPid = 0): readonly string[] {
  const tree = Object.entries(files).map(([path, json]) => [path, JSON.stringify(json)])
  const home = makeTree(Object.fromEntries(tree))
  const places = { keepDir: join(home, 'keep'), configPaths: [join(home, 'claude'), join(home, 'none')] }
  return [...listRunning({ ...places, platform: process.platform, exceptPid })]
}

function callerNote(pid: number, more: object = {}): object {
  return { sessionId: TWO, pid, startTicks: readProcess(pid, process.platform)?.startTicks, at: 1, ...more }
}

test('what clients say of themselves and what hooks left, while their processes are there', () => {
  expect(
    list({
      [`claude/sessions/${PID}.json`]: { pid: PID, sessionId: ONE },
      [`claude/sessions/${GONE}.json`]: { pid: GONE, sessionId: 'gone' },
      [`keep/hooks/callers/${PID}.json`]: callerNote(PID),
      [`keep/hooks/callers/${GONE}.json`]: { ...callerNote(PID), pid: GONE, sessionId: 'gone' },
    }),
  ).toEqual([ONE, TWO])
})

test('not what runs in the client that asks', () => {
  const notes = {
    [`claude/sessions/${PID}.json`]: { pid: PID, sessionId: ONE },
    [`keep/hooks/callers/${PID}.json`]: callerNote(PID),
  }
  expect(list(notes, PID)).toEqual([])
})

test.runIf(process.platform === 'linux')('not what an earlier process of the same number ran', () => {
  expect(list({ [`keep/hooks/callers/${PID}.json`]: callerNote(PID, { startTicks: 1 }) })).toEqual([])
})

test.runIf(process.platform === 'linux')(
  'not what ran in a process that has ended and is only waited for',
  async () => {
    const parent = spawn('bash', ['-c', 'sleep 0 & echo $!; exec sleep 20'], { stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      const pid = Number(String(await once(parent.stdout, 'data')))
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ')
      expect(list({ [`claude/sessions/${pid}.json`]: { pid, sessionId: ONE } })).toEqual([])
    } finally {
      parent.kill()
    }
  },
)

test('nothing where nobody wrote anything', () => {
  expect(list({})).toEqual([])
})
