import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { loadFrom } from '../src/query/load-from.ts'
import { findStart } from '../src/query/reading/find-start.ts'
import { createSessionFollower } from '../src/source/session-follower.ts'
import type { SessionSource } from '../src/source/session-source.ts'
import { MAIN, makeWorld, type World } from './keep-world.ts'
import { writeLines } from './live-lines.ts'
import { checkSameSession, type OpenedReadings, withReadings } from './reading-world.ts'
import { makeLines, ONE, TWO, toLines } from './temp-tree.ts'

const START = Date.parse('2026-03-01T10:00:00.000Z')

function placesOf(world: World) {
  return { root: world.config, keepDir: world.keepDir }
}

function sourceIn({ library }: OpenedReadings, id: string): SessionSource {
  return library.sources.find(source => source.id === id) as SessionSource
}

/** A session that the index has read, with what is done to it afterwards. */
async function checkStart(change: (path: string) => void, expected: { readBytes: number } | undefined): Promise<void> {
  const write = writeLines(START)
  const world = makeWorld({ [MAIN]: [write.prompt('One'), write.call('t1', 'Bash', { command: 'ls' })] })
  await world.sync()
  change(join(world.config, MAIN))
  await withReadings(placesOf(world), async readings => {
    const source = sourceIn(readings, ONE)
    const start = findStart(readings.library, source, source)
    expect(start !== undefined).toBe(expected !== undefined)
    const follower = createSessionFollower(source, { start, now: () => Date.now() + 3_600_000 })
    const loaded = follower.sweep()?.loaded
    if (expected) expect(follower.readBytes).toBe(expected.readBytes)
    if (loaded) checkSameSession(loaded, loadFrom(readings.library, source))
  })
}

const MORE = toLines(makeLines(ONE, { prompt: 'And now?' }))

describe('a session that the index has read', () => {
  test('is opened without reading a byte of it again', () => checkStart(() => {}, { readBytes: 0 }))

  test('is read from where the index stopped', () =>
    checkStart(path => appendFileSync(path, MORE), { readBytes: Buffer.byteLength(MORE) }))

  test('is parsed where it was written anew, at any length', async () => {
    const other = (path: string): string => readFileSync(path, 'utf8').replace('One', 'Two')
    await checkStart(path => writeFileSync(path, other(path)), undefined)
    await checkStart(path => writeFileSync(path, other(path) + MORE), undefined)
    await checkStart(path => writeFileSync(path, MORE.slice(0, 200)), undefined)
  })
})

describe('readings', () => {
  test('are the same for all who ask, by any of their names', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE) })
    await withReadings(placesOf(world), async ({ open }) => {
      const [one, again, short] = await Promise.all([open(ONE), open(ONE), open(ONE.slice(0, 8))])
      expect(again.loaded).toBe(one.loaded)
      expect(short.loaded).toBe(one.loaded)
    })
  })

  test('are named by ids and never by paths', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE) })
    await withReadings(placesOf(world), async ({ open }) => {
      for (const text of [
        TWO,
        '',
        join(world.config, MAIN),
        '/etc/passwd',
        '~/.ssh/id',
        '../..',
        `${ONE}:1`,
        `${ONE}~2`,
      ]) {
        await expect(open(text)).rejects.toMatchObject({ code: 'no-such-session' })
      }
    })
  })

  test('are closed when there are many, and opened again when they are asked for', async () => {
    const ids = Array.from({ length: 9 }, (_, at) => `${at}1111111-1111-4111-8111-111111111111`)
    const files = ids.map(id => [`projects/-p/${id}.jsonl`, makeLines(id)] as const)
    const world = makeWorld(Object.fromEntries(files))
    await withReadings(placesOf(world), async ({ open }) => {
      const first = await open(ids[0] as string)
      for (const id of ids.slice(1)) await open(id)
      const again = await open(ids[0] as string)
      expect(again.loaded).not.toBe(first.loaded)
      expect(again.loaded.session.main.entries).toHaveLength(2)
      expect((await open(ids[8] as string)).loaded).toBe((await open(ids[8] as string)).loaded)
    })
  })

  test('of a session that was resumed from another are not looked for on the whole disk again', async () => {
    const world = makeWorld({ [MAIN]: [...makeLines(TWO), ...makeLines(ONE)] })
    await withReadings(placesOf(world), async readings => {
      const { loaded } = await readings.open(ONE)
      expect(loaded.session.links).toMatchObject([{ knownBy: 'other-session-id', sessionId: TWO }])
      const { library } = readings
      await setTimeout(LOOK_AGAIN_MS)
      await readings.open(ONE)
      expect(readings.library).toBe(library)
    })
  })
})

const LOOK_AGAIN_MS = 200
