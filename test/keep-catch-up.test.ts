/** An index that was cut off while it was made from the archive is not taken for whole, and the next sync finishes it. */
import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isCatchingUp, isCurrent, isHalfMade } from '../src/ingest/index-meta.ts'
import { reindex } from '../src/ingest/reindex.ts'
import { openStoreForReading, openStoreForWriting, removeStore } from '../src/store/open-store.ts'
import { dumpIndex } from './index-dump.ts'
import { checkRebuild, MAIN, makeWorld, OTHER, query, stopEarly, type World } from './keep-world.ts'
import { makeLines, ONE, THREE, TWO, toLines } from './temp-tree.ts'

const FOUR = '44444444-4444-4444-8444-444444444444'

const indexOf = ({ keepDir }: World): string => join(keepDir, 'index.db')

/** As after an update: the same bytes give other rows now. */
function makeAnew(world: World, more = {}) {
  const store = openStoreForWriting(indexOf(world))
  store.meta.set('derivation', 'of another release')
  store.close()
  return world.sync(more)
}

/** What the index says of itself, and how many sessions it has. */
function describeIndex(world: World) {
  const store = openStoreForReading(indexOf(world))
  try {
    return (
      store && {
        isCurrent: isCurrent(store, world.keepDir),
        isCatchingUp: isCatchingUp(store),
        isHalfMade: isHalfMade(store),
        sessions: store.all('SELECT id FROM sessions').length,
      }
    )
  } finally {
    store?.close()
  }
}

const WHOLE = { isCurrent: true, isCatchingUp: false, isHalfMade: false }
const HALF = { isCurrent: false, isCatchingUp: true, isHalfMade: true }

async function makeSynced(): Promise<World> {
  const world = makeWorld({ [MAIN]: makeLines(ONE), [OTHER]: makeLines(TWO) })
  await world.sync()
  expect(describeIndex(world)).toEqual({ ...WHOLE, sessions: 2 })
  return world
}

const cutOff = { code: 'interrupted', hint: expect.stringContaining('`backscroll sync`') }

test('one that is made anew and cut off is half made until a sync ends what it began', async () => {
  const world = await makeSynced()
  const whole = dumpIndex(indexOf(world))
  await expect(makeAnew(world, stopEarly())).rejects.toMatchObject(cutOff)
  expect(describeIndex(world)).toEqual({ ...HALF, sessions: 1 })
  // Cut off again before anything more is read: it stays what it is.
  await expect(world.sync({ signal: AbortSignal.abort() })).rejects.toMatchObject(cutOff)
  expect(describeIndex(world)).toEqual({ ...HALF, sessions: 1 })
  const report = await world.sync()
  expect(report.problems).toEqual([])
  expect(describeIndex(world)).toEqual({ ...WHOLE, sessions: 2 })
  expect(dumpIndex(indexOf(world))).toEqual(whole)
})

test('a look in passing leaves it as it is, and says that a sync is needed', async () => {
  const world = await makeSynced()
  await expect(makeAnew(world, stopEarly())).rejects.toMatchObject(cutOff)
  expect(await world.sync({ budgetMs: 1000, isGlance: true })).toMatchObject({ needsSync: true })
  expect(describeIndex(world)).toEqual({ ...HALF, sessions: 1 })
})

test('a missing one is half made as well while a sync makes it', async () => {
  const world = await makeSynced()
  removeStore(indexOf(world))
  await expect(world.sync(stopEarly())).rejects.toMatchObject(cutOff)
  expect(describeIndex(world)).toEqual({ ...HALF, sessions: 1 })
  await world.sync()
  expect(describeIndex(world)).toEqual({ ...WHOLE, sessions: 2 })
})

test('one that lacks a few of many sessions is behind, not half made', async () => {
  const world = await makeSynced()
  const before = join(world.folder, 'before.db')
  cpSync(indexOf(world), before)
  for (const id of [THREE, FOUR]) {
    writeFileSync(join(world.config, MAIN.replace(ONE, id)), toLines(makeLines(id)))
  }
  await world.sync()
  // As after a crash between the two commits, or from a backup.
  removeStore(indexOf(world))
  renameSync(before, indexOf(world))
  expect(describeIndex(world)).toMatchObject({ isCurrent: false, sessions: 2 })
  await expect(world.sync(stopEarly())).rejects.toMatchObject(cutOff)
  expect(describeIndex(world)).toEqual({
    isCurrent: false,
    isCatchingUp: true,
    isHalfMade: false,
    sessions: 3,
  })
  await world.sync()
  expect(describeIndex(world)).toEqual({ ...WHOLE, sessions: 4 })
  await checkRebuild(world)
})

test('what the archive has lost meanwhile holds nobody up', async () => {
  const world = await makeSynced()
  await expect(makeAnew(world, stopEarly())).rejects.toMatchObject(cutOff)
  rmSync(join(world.archive, 'streams'), { recursive: true })
  await world.sync()
  expect(describeIndex(world)).toMatchObject(WHOLE)
})

test('the time of the last sync is that of one which came to its end', async () => {
  const world = makeWorld({ [MAIN]: makeLines(ONE), [OTHER]: makeLines(TWO) })
  const syncedAt = () => query(world, "SELECT value FROM meta WHERE key = 'last_sync_at'")
  expect(await world.sync(stopEarly())).toMatchObject({ sessions: { added: 1 } })
  expect(syncedAt()).toEqual([])
  await world.sync()
  expect(syncedAt()).toHaveLength(1)
})

test('one that somebody makes anew is as it was until the new one is whole', async () => {
  const world = await makeSynced()
  const whole = dumpIndex(indexOf(world))
  const request = { keepDir: world.keepDir, threads: 1, now: Date.now, waitForLockMs: 0 }
  await expect(reindex({ ...request, ...stopEarly() })).rejects.toMatchObject(cutOff)
  expect(describeIndex(world)).toEqual({ ...WHOLE, sessions: 2 })
  await reindex(request)
  expect(describeIndex(world)).toEqual({ ...WHOLE, sessions: 2 })
  expect(dumpIndex(indexOf(world))).toEqual(whole)
})
