import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SessionChange } from '../src/query/reading/reading.ts'
import { makeKept } from './keep-home.ts'
import { writeLines } from './live-lines.ts'
import { ONE, toLines, writeItem } from './temp-tree.ts'
import { openWorld, until } from './web-live-world.ts'

/** The first change that is as wanted, whatever came before it. */
async function find(changes: readonly SessionChange[], isWanted: (change: SessionChange) => boolean) {
  await until(() => changes.some(isWanted))
  return changes.find(isWanted) as SessionChange
}

test('a page that listens to a session hears how it stands, how it grows and what its client says', async () => {
  const { home, config, transcript } = await makeKept()
  const world = openWorld(home)
  const changes: SessionChange[] = []
  const end = world.events.listen(event => {
    if (event.kind === 'session') changes.push(event.change)
  }, ONE)
  const first = await find(changes, () => true)
  const { version } = await world.openReading(ONE)
  expect(first).toMatchObject({ id: ONE, version, fromTurn: 2, toTurn: 1, isFresh: false })

  const write = writeLines(Date.now())
  appendFileSync(transcript, toLines([write.prompt('Go on', { parent: null })]))
  expect(await find(changes, change => change.toTurn === 2)).toMatchObject({
    version: version + 1,
    status: { state: 'working', detail: 'thinks', knownBy: 'transcript' },
  })

  const note = join(config, 'sessions', `${process.pid}.json`)
  writeItem(note, JSON.stringify({ pid: process.pid, sessionId: ONE, status: 'waiting', updatedAt: Date.now() }))
  const noted = await find(changes, change => change.status.knownBy === 'client')
  expect(noted).toMatchObject({ fromTurn: 3, toTurn: 2, status: { state: 'waiting' } })

  end()
  rmSync(note)
  const heard = changes.length
  await new Promise(resolve => setTimeout(resolve, 1200))
  expect(changes).toHaveLength(heard)
  expect((await world.openReading(ONE)).status.knownBy).toBe('transcript')
})
