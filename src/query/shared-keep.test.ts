import { renameSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { makeKeepDir, syncAll } from '../../test/keep-tree.ts'
import { machineAt, makeLines, makeTree, ONE, TWO } from '../../test/temp-tree.ts'
import { keepPaths } from '../ingest/keep-paths.ts'
import { removeStore } from '../store/open-store.ts'
import { createSharedKeep, type OpenedKeep, type SharedKeep } from './shared-keep.ts'

const opened: SharedKeep[] = []
afterAll(() => {
  for (const shared of opened) shared.close()
})

/** A machine with so many sessions kept. The clock stands still: nothing is opened anew because it is old. */
async function makeShared(...ids: readonly string[]) {
  const env = machineAt(makeTree(Object.fromEntries(ids.map(id => [`.claude/projects/a/${id}.jsonl`, makeLines(id)]))))
  const keepDir = makeKeepDir()
  await syncAll(env, keepDir)
  const places = keepPaths(keepDir)
  const shared = createSharedKeep({ places, roots: env, now: () => 0, isWatched: () => false })
  opened.push(shared)
  return { shared, index: places.index }
}

const count = ({ keep }: OpenedKeep) => keep?.store?.get('SELECT count(*) AS n FROM sessions')?.n

test('an index that was taken away is not asked any more, and one that is there again is', async () => {
  const { shared, index } = await makeShared(ONE, TWO)
  expect(await shared.use(count)).toBe(2)
  renameSync(index, `${index}.away`)
  expect(await shared.use(count)).toBeUndefined()
  renameSync(`${index}.away`, index)
  expect(await shared.use(count)).toBe(2)
})

test('one that was replaced is noticed by the next question; whoever asks meanwhile goes on with the old one', async () => {
  const { shared, index } = await makeShared(ONE, TWO)
  const other = await makeShared(ONE)
  const counts = await shared.use(async held => {
    const before = count(held)
    removeStore(index)
    renameSync(other.index, index)
    return [before, await shared.use(count), count(held)]
  })
  expect(counts).toEqual([2, 1, 2])
  expect(await shared.use(count)).toBe(1)
})

test('while nothing changes one opening serves all questions', async () => {
  const { shared } = await makeShared(ONE)
  const keepOf = ({ keep }: OpenedKeep) => keep
  const [first, second] = [await shared.use(keepOf), await shared.use(keepOf)]
  expect(first).toBeDefined()
  expect(second).toBe(first)
})
