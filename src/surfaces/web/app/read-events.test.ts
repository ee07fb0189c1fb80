import { expect, test } from 'vitest'
import { readEventData } from './read-events.ts'

const TEXT =
  'retry: 1000\n\nevent: keeper\ndata: {"a":"ä🌻"}\n\n: still here\n\nevent: index\ndata: {}\n\nevent: index\ndata: {"cut'

async function readIn(size: number): Promise<readonly string[]> {
  const bytes = new TextEncoder().encode(TEXT)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
      controller.close()
    },
  })
  const found: string[] = []
  for await (const data of readEventData(body)) found.push(data)
  return found
}

test('events are read alike however they are cut, without comments and what was not finished', async () => {
  for (const size of [1, 2, 3, 7, 50, 1000]) expect([size, await readIn(size)]).toEqual([size, ['{"a":"ä🌻"}', '{}']])
})
