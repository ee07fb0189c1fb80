import { expect, test } from 'vitest'
import { createLoopTurns } from './loop-turns.ts'

const { signal } = new AbortController()

test('each goes on in a round of its own, in the order they came, and what came in is heard between', async () => {
  const turns = createLoopTurns()
  const seen: string[] = []
  const work = async (name: string): Promise<void> => {
    await turns(signal)
    seen.push(name)
    setTimeout(() => seen.push(`heard after ${name}`), 0)
    const begin = performance.now()
    while (performance.now() - begin < 5);
  }
  await Promise.all(['a', 'b', 'c'].map(work))
  expect(seen).toEqual(['a', 'heard after a', 'b', 'heard after b', 'c'])
})

test('one that is taken back while it waits does not go on, and holds up nobody', async () => {
  const turns = createLoopTurns()
  const stop = new AbortController()
  const [first, second, third] = [turns(signal), turns(stop.signal), turns(signal)]
  stop.abort(new Error('taken back'))
  await expect(second).rejects.toThrow('taken back')
  await expect(Promise.all([first, third])).resolves.toBeDefined()
})
