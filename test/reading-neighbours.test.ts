/** What the other transcripts of its folder tell a session that is open. */
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAIN, makeWorld, OTHER, type World } from './keep-world.ts'
import { type OpenedReadings, withReadings } from './reading-world.ts'
import { makeLines, ONE, TWO, toLines } from './temp-tree.ts'

/** Each look is so much later that neighbours are looked at again. */
const LATER_MS = 10_000

interface Opened {
  readonly readings: OpenedReadings
  write(path: string, lines: readonly object[]): void
  /** The session as it is shown later, and whether anything became another. */
  look(): Promise<{ readonly links: readonly object[]; readonly version: number }>
}

async function openOne(world: World, use: (opened: Opened) => Promise<void>): Promise<void> {
  let late = 0
  const look = async (readings: OpenedReadings) => {
    late += LATER_MS
    const { loaded, version } = await readings.open(ONE)
    return { links: loaded.session.links, version }
  }
  await withReadings(
    { root: world.config, keepDir: world.keepDir },
    readings =>
      use({
        readings,
        write: (path, lines) => appendFileSync(join(world.config, path), toLines(lines)),
        look: () => look(readings),
      }),
    () => Date.now() + late,
  )
}

const LINES = makeLines(ONE)
/** The same entries in the session that went on from them: stamped anew, as old clients do. */
const RESUMED = LINES.map(line => ({ ...line, sessionId: TWO, timestamp: '2026-03-02T10:00:00.000Z' }))
const LINK = { kind: 'resumed-by', sessionId: TWO }

test('one that is resumed from it becomes a link', () =>
  openOne(makeWorld({ [MAIN]: LINES }), async ({ write, look }) => {
    expect((await look()).links).toEqual([])
    write(OTHER, RESUMED)
    expect((await look()).links).toMatchObject([LINK])
  }))

test('one of which only the beginning was there becomes a link when it goes on', () =>
  openOne(makeWorld({ [MAIN]: LINES, [OTHER]: '{"type":' }), async ({ write, look }) => {
    expect((await look()).links).toEqual([])
    write(OTHER, [{ note: 'the end of a line' }, ...RESUMED])
    expect((await look()).links).toMatchObject([LINK])
  }))

test('what tells nothing new leaves it as it is', () =>
  openOne(makeWorld({ [MAIN]: LINES, [OTHER]: makeLines(TWO) }), async ({ write, look }) => {
    const { version } = await look()
    write('projects/-home-dev-app/notes.txt', [])
    expect((await look()).version).toBe(version)
    write(OTHER, makeLines(TWO))
    expect((await look()).version).toBeLessThanOrEqual(version + 1)
    const image = { ...makeLines(TWO)[0], message: { role: 'user', content: 'x'.repeat(70_000) } }
    write(OTHER, [image])
    const grown = (await look()).version
    for (let round = 0; round < 3; round++) {
      write(OTHER, makeLines(TWO))
      expect((await look()).version).toBe(grown)
    }
  }))

test('one that the client deletes stays a link, before and after it is known as kept', async () => {
  const world = makeWorld({ [MAIN]: LINES, [OTHER]: RESUMED })
  await world.sync()
  await openOne(world, async ({ readings, look }) => {
    expect((await look()).links).toMatchObject([LINK])
    rmSync(join(world.config, OTHER))
    expect((await look()).links).toMatchObject([LINK])
    await world.sync()
    readings.list()
    readings.noteIndex()
    expect((await look()).links).toMatchObject([LINK])
  })
})

test("a subagent's file that says nothing yet goes on for whoever opened it", async () => {
  const file = 'projects/-home-dev-app/agent-ab12cd34.jsonl'
  const world = makeWorld({ [MAIN]: LINES, [file]: '{"type":' })
  let late = 0
  await withReadings(
    { root: world.config, keepDir: world.keepDir },
    async ({ open }) => {
      expect((await open('agent-ab12cd34')).loaded.session.agents).toHaveLength(1)
      writeFileSync(
        join(world.config, file),
        toLines(makeLines(ONE, { isSidechain: true, agentId: 'ab12cd34', prompt: 'Look around' })),
      )
      late += LATER_MS
      const { agents } = (await open('agent-ab12cd34')).loaded.session
      expect(agents.map(agent => agent.prompt)).toEqual(['Look around'])
    },
    () => Date.now() + late,
  )
})
