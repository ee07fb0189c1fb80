import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeKeepDir, openKept, syncAll } from '../../test/keep-tree.ts'
import { machineAt, makeLines, makeTree, ONE, TWO } from '../../test/temp-tree.ts'
import { readKeepFacts } from '../ingest/keep-facts.ts'
import { connect } from '../store/open.ts'
import { openLibrary } from './library.ts'
import { readStatus } from './status.ts'

/** A machine with two sessions kept, and what is said of it by a keep that was opened before `change`. */
async function makeStatus() {
  const env = machineAt(
    makeTree(Object.fromEntries([ONE, TWO].map(id => [`.claude/projects/a/${id}.jsonl`, makeLines(id)]))),
  )
  const keepDir = makeKeepDir()
  await syncAll(env, keepDir)
  return {
    keepDir,
    check(change = (): void => {}) {
      const keep = openKept(keepDir)
      change()
      return readStatus(openLibrary(env, keep), keep, { now: Date.now(), ...readKeepFacts(keepDir, []) })
    },
  }
}

test('an index that another program holds for itself is busy, not unreadable', async () => {
  const { keepDir, check } = await makeStatus()
  const holder = connect(join(keepDir, 'index.db'), 'write')
  holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  const { index, sessions } = check()
  expect(index).toMatchObject({ state: 'busy', problem: expect.stringContaining('in use by another process') })
  // The archive knows it all the same.
  expect(sessions.kept).toBe(2)
  holder.close()
  expect(check().index).toMatchObject({ state: 'fresh', problem: undefined })
})

test('the archive is measured with all its folders, and counts nothing where it was taken away meanwhile', async () => {
  const { keepDir, check } = await makeStatus()
  const { archive } = check().bytes
  expect(archive).toBeGreaterThan(0)
  const folder = join(keepDir, 'archive', 'more', 'and', 'more')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'file'), 'x'.repeat(1000))
  expect(check().bytes.archive).toBe(archive + 1000)
  const gone = check(() => rmSync(join(keepDir, 'archive'), { recursive: true }))
  expect(gone.bytes).toMatchObject({ archive: 0, source: expect.any(Number) })
  expect(gone.sessions.kept).toBe(2)
})
