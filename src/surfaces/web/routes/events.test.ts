import { expect, test } from 'vitest'
import { LIMITS } from '../../../serving/limits.ts'
import { createEventHub } from '../event-hub.ts'
import type { World } from '../world.ts'
import { openEvents } from './events.ts'

/** As much of a world as events need. */
function makeWorld(): { readonly world: World; readonly stop: AbortController } {
  const stop = new AbortController()
  const keeper = { state: { phase: 'watching', hasIndex: true, done: 0, total: 0 } }
  const world = { events: createEventHub(() => () => {}), keeper, signal: stop.signal } as unknown as World
  return { world, stop }
}

test('a listener that takes nothing is let go, and nothing more is kept for it', async () => {
  const { world } = makeWorld()
  const { body } = openEvents(world, undefined, new AbortController().signal)
  for (let count = 0; count < LIMITS.waitingEvents * 10; count++) world.events.tell({ kind: 'index' })
  await expect(body?.getReader().read()).rejects.toThrow('the listener is too slow')
  // Its place is free again: as many as there may be can listen.
  for (let count = 0; count < LIMITS.eventStreams; count++) openEvents(world, undefined, new AbortController().signal)
  expect(() => openEvents(world, undefined, new AbortController().signal)).toThrow(/too many pages/)
})

test('a listener that keeps up hears of everything, in order', async () => {
  const { world, stop } = makeWorld()
  const response = openEvents(world, undefined, new AbortController().signal)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const read = async (): Promise<string> => new TextDecoder().decode((await reader.read()).value)
  expect(await read()).toMatch(/^retry: /)
  expect(await read()).toContain('event: keeper\n')
  for (let count = 0; count < LIMITS.waitingEvents * 3; count++) {
    world.events.tell({ kind: 'index' })
    expect(await read()).toBe('event: index\ndata: {"kind":"index"}\n\n')
  }
  stop.abort()
  expect((await reader.read()).done).toBe(true)
})

test('a listener that is gone is forgotten', async () => {
  const { world } = makeWorld()
  for (let round = 0; round < LIMITS.eventStreams * 2; round++) {
    const gone = new AbortController()
    const { body } = openEvents(world, undefined, gone.signal)
    if (round % 2 === 0) gone.abort()
    else await body?.cancel()
  }
  expect(openEvents(world, undefined, new AbortController().signal).status).toBe(200)
})
