import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { confirm } from './confirm.ts'
import type { Output } from './output.ts'

function ask(answer: string | undefined, signal = new AbortController().signal) {
  const written: string[] = []
  const err = {
    write: (text: string) => void written.push(text),
    line: (text = '') => void written.push(`${text}\n`),
  } as unknown as Output
  const input = new PassThrough()
  if (answer !== undefined) input.write(answer)
  const result = confirm({ err, input, signal }, 'Remove it?')
  return { result, input, text: () => written.join('') }
}

async function checkAnswer(answer: string, expected: boolean): Promise<void> {
  expect([answer, await ask(answer).result]).toEqual([answer, expected])
}

describe('a question', () => {
  test('is answered by a clear yes alone', async () => {
    for (const yes of ['y\n', 'Y\n', 'yes\n', ' YES \r\n']) await checkAnswer(yes, true)
    for (const no of ['\n', 'n\n', 'no\n', 'yeah\n', 'y n\n', 'maybe\ny\n']) await checkAnswer(no, false)
  })
  test('stands on a line of its own, with what happens by default', async () => {
    const { result, text } = ask('y\n')
    await result
    expect(text()).toBe('Remove it? [y/N] ')
  })
  test('that nobody answers is a no', async () => {
    const { result, input, text } = ask(undefined)
    input.end()
    expect(await result).toBe(false)
    expect(text()).toBe('Remove it? [y/N] \n')
  })
  test('ends when the work is stopped', async () => {
    const stop = new AbortController()
    const { result } = ask(undefined, stop.signal)
    stop.abort()
    expect(await result).toBe(false)
    expect(await ask('y\n', stop.signal).result).toBe(false)
  })
})
