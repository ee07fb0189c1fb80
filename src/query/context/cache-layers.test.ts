import { expect, test } from 'vitest'
import { CACHE_LIFE_MS, CacheLayers } from './cache-layers.ts'

const { fiveMinutes, oneHour } = CACHE_LIFE_MS

/** `[read, written for 5 minutes, written for an hour]` of each request, and the life of what stands at positions. */
function checkLives(
  requests: readonly (readonly [number, number, number])[],
  lives: readonly [number, number | undefined][],
) {
  const layers = new CacheLayers()
  for (const [cacheRead, cacheWrite5m, cacheWrite1h] of requests) layers.add({ cacheRead, cacheWrite5m, cacheWrite1h })
  expect(lives.map(([position]) => [position, layers.lifeAt(position)])).toEqual(lives)
}

test('a part lives as long as it was written for', () => {
  checkLives(
    [
      [0, 100, 0],
      [100, 0, 50],
    ],
    [
      [0, fiveMinutes],
      [99, fiveMinutes],
      [100, oneHour],
      [150, undefined],
    ],
  )
})

test('within one request, what lives for an hour stands first', () => {
  checkLives(
    [[0, 100, 50]],
    [
      [0, oneHour],
      [49, oneHour],
      [50, fiveMinutes],
    ],
  )
})

test('what was read and written by others takes its life from what follows', () => {
  checkLives([[100, 50, 0]], [[0, fiveMinutes]])
  checkLives([[100, 0, 0]], [[0, undefined]])
})

test('what was not read is written anew', () => {
  checkLives(
    [
      [0, 100, 0],
      [40, 0, 60],
    ],
    [
      [39, fiveMinutes],
      [40, oneHour],
    ],
  )
  checkLives(
    [
      [0, 100, 0],
      [0, 0, 100],
    ],
    [[0, oneHour]],
  )
})
