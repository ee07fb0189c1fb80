import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { syncSources } from '../src/ingest/sync.ts'
import type { SessionChange } from '../src/query/reading/reading.ts'
import { findRoots } from '../src/source/roots.ts'
import { writeLines } from './live-lines.ts'
import { type OpenedReadings, withReadings } from './reading-world.ts'
import { machineAt, makeTree, ONE, toLines, writeItem } from './temp-tree.ts'
import { until } from './web-live-world.ts'

const START = Date.parse('2026-03-01T10:00:00.000Z')
const FOLDER = 'root/projects/-home-dev-app'

interface Followed {
  readonly changes: readonly SessionChange[]
  readonly path: string
  readonly places: { readonly root: string; readonly keepDir: string }
  readonly readings: OpenedReadings
  append(...lines: readonly object[]): void
  /** The next change that is more than another status. */
  next(): Promise<SessionChange>
  end(): void
}

/** A session on disk that somebody listens to. */
async function follow(lines: readonly object[], use: (followed: Followed) => Promise<void>): Promise<void> {
  const folder = makeTree({ [`${FOLDER}/${ONE}.jsonl`]: lines })
  const places = { root: join(folder, 'root'), keepDir: join(folder, 'keep') }
  const path = join(folder, FOLDER, `${ONE}.jsonl`)
  await withReadings(
    places,
    async readings => {
      const changes: SessionChange[] = []
      await readings.open(ONE)
      const end = readings.follow(ONE, change => {
        if (change.fromTurn <= change.toTurn) changes.push(change)
      })
      await new Promise(resolve => setTimeout(resolve, 50))
      let taken = 0
      await use({
        changes,
        path,
        places,
        readings,
        append: (...added) => appendFileSync(path, toLines(added)),
        async next() {
          await until(() => changes.length > taken)
          return changes[taken++] as SessionChange
        },
        end,
      })
      end()
    },
    Date.now,
  )
}

describe('whoever listens to a session hears', () => {
  test('of the turn that grew', async () => {
    const write = writeLines(START)
    await follow([write.prompt('One'), write.answer('First.')], async ({ append, next }) => {
      append(write.prompt('Two'))
      expect(await next()).toMatchObject({ id: ONE, fromTurn: 2, toTurn: 2, isFresh: false })
      append(write.answer('Second.'))
      expect(await next()).toMatchObject({ fromTurn: 2, toTurn: 2 })
    })
  })

  test('of the earlier turn that a late result belongs to', async () => {
    const write = writeLines(START)
    const lines = [write.prompt('One'), write.call('toolu_1', 'Bash', { command: 'sleep 100' })]
    const call = write.last
    await follow([...lines, write.prompt('Two'), write.answer('Meanwhile.')], async ({ append, next }) => {
      append(write.result('toolu_1', 'done', { parent: call }))
      expect(await next()).toMatchObject({ fromTurn: 1, toTurn: 2 })
    })
  })

  test('of the turns that a rewind took back', async () => {
    const write = writeLines(START)
    const lines = [write.prompt('One'), write.answer('First.')]
    const first = write.last
    const more = [write.prompt('Two'), write.answer('Second.'), write.prompt('Three'), write.answer('Third.')]
    await follow([...lines, ...more], async ({ append, next, readings }) => {
      append(write.prompt('Two, otherwise', { parent: first }))
      expect(await next()).toMatchObject({ fromTurn: 2, toTurn: 4 })
      const { loaded } = await readings.open(ONE)
      expect(loaded.session.main.turns.map(turn => turn.isRewound)).toEqual([false, true, true, false])
    })
  })

  test('that all is new when the file was written anew', async () => {
    const write = writeLines(START)
    await follow([write.prompt('One'), write.answer('First.')], async ({ next, path, readings }) => {
      const again = writeLines(START)
      writeFileSync(path, toLines([again.prompt('Something else'), again.answer('Another, longer answer.')]))
      expect(await next()).toMatchObject({ fromTurn: 0, toTurn: 1, isFresh: true })
      const { loaded } = await readings.open(ONE)
      expect(loaded.session.main.turns[0]?.text).toBe('Something else')
    })
  })

  test('of an agent that begins, grows and is described', async () => {
    const write = writeLines(START)
    const task = { description: 'Look around', prompt: 'Look', subagent_type: 'Explore' }
    const lines = [write.prompt('One'), write.call('toolu_1', 'Task', task)]
    await follow(lines, async ({ next, path, readings }) => {
      const agent = writeLines(START + 5000, { agentId: 'a1' })
      const file = join(path.replace('.jsonl', ''), 'subagents', 'agent-a1.jsonl')
      writeItem(file, [agent.prompt('Look')])
      expect(await next()).toMatchObject({ toTurn: 1, isFresh: false })
      writeItem(
        file.replace('.jsonl', '.meta.json'),
        JSON.stringify({ agentType: 'Explore', description: 'Look around' }),
      )
      await next()
      appendFileSync(file, toLines([agent.answer('Seen.')]))
      expect(await next()).toMatchObject({ fromTurn: 1, toTurn: 1 })
      const { agents } = (await readings.open(ONE)).loaded.session
      expect(agents.map(({ agentType, thread }) => [agentType, thread.entries.length])).toEqual([['Explore', 2]])
    })
  })

  test('nothing any more once it has ended, and the session is read only when it is asked for', async () => {
    const write = writeLines(START)
    await follow([write.prompt('One')], async ({ append, changes, end, readings }) => {
      const before = await readings.open(ONE)
      end()
      append(write.answer('First.'))
      await new Promise(resolve => setTimeout(resolve, 700))
      expect(changes).toEqual([])
      expect(before.loaded.session.main.entries).toHaveLength(1)
      const after = await readings.open(ONE)
      expect(after.version).toBeGreaterThan(before.version)
      expect(after.loaded.session.main.entries).toHaveLength(2)
    })
  })

  test('that a session which the client deleted goes on from the archive', async () => {
    const write = writeLines(START)
    await follow([write.prompt('One'), write.answer('First.')], async ({ next, path, places, readings }) => {
      const { roots } = findRoots(machineAt('/nowhere', { override: [places.root] }))
      await syncSources({ keepDir: places.keepDir, roots, exclude: [], threads: 1, now: Date.now, waitForLockMs: 1000 })
      rmSync(path)
      expect(await next()).toMatchObject({ isFresh: true, toTurn: 1 })
      const { loaded, isKeptOnly } = await readings.open(ONE)
      expect(isKeptOnly).toBe(true)
      const [entry] = loaded.session.main.entries
      expect(entry && loaded.read(loaded.session.main, entry)).toMatchObject({ message: { content: 'One' } })
    })
  })

  test('of a session that was not there when somebody began to listen', async () => {
    const folder = makeTree({ [`${FOLDER}/x.txt`]: '' })
    const places = { root: join(folder, 'root'), keepDir: join(folder, 'keep') }
    await withReadings(places, async readings => {
      const changes: SessionChange[] = []
      const end = readings.follow(ONE, change => changes.push(change))
      const write = writeLines(START)
      const path = join(folder, FOLDER, `${ONE}.jsonl`)
      writeFileSync(path, toLines([write.prompt('One')]))
      readings.list()
      readings.noteIndex()
      await new Promise(resolve => setTimeout(resolve, 100))
      appendFileSync(path, toLines([write.answer('First.')]))
      await until(() => changes.some(change => change.fromTurn <= change.toTurn))
      end()
    })
  })
})
