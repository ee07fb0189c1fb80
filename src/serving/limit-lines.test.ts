import { text } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LongLine, limitLines } from './limit-lines.ts'

/** What comes through, and what is told of. */
async function checkLimit(maxBytes: number, chunks: readonly (string | Buffer)[]) {
  const long: LongLine[] = []
  const limited = limitLines(maxBytes, { onLong: line => long.push(line) })
  const passed = text(limited)
  for (const chunk of chunks) limited.write(chunk)
  limited.end()
  return { passed: await passed, long }
}

test('lines up to the length come through as they are, their ends counted', async () => {
  expect(await checkLimit(6, ['12345\n\nabc', 'de\r\n', 'öö\n', 'rest'])).toEqual({
    passed: '12345\n\nöö\nrest',
    long: [{ start: 'abcde\r\n', end: 'abcde\r\n' }],
  })
})

test('of a longer one both ends are told, and the next is let through', async () => {
  const middle = 'x'.repeat(100_000)
  const { passed, long } = await checkLimit(1000, [
    'one\n',
    `{"begin":1,${middle}`,
    middle,
    `${middle},"end":2}\ntwo\n`,
  ])
  expect(passed).toBe('one\ntwo\n')
  expect(long).toEqual([
    { start: expect.stringMatching(/^\{"begin":1,x+$/), end: expect.stringMatching(/^x+,"end":2\}\n$/) },
  ])
  for (const { start, end } of long) expect([start.length, end.length]).toEqual([512, 512])
})

test('what is let through of a line may be other lines, or nothing', async () => {
  const limited = limitLines(100, {
    onLong: () => {},
    onLine: line => (line.toString() === 'out\n' ? undefined : Buffer.from(line.toString().repeat(2))),
  })
  const passed = text(limited)
  limited.end('one\nou')
  await expect(passed).resolves.toBe('one\none\nou')
  const other = limitLines(100, { onLong: () => {}, onLine: () => undefined })
  const nothing = text(other)
  other.end('out\nout\n')
  await expect(nothing).resolves.toBe('')
})

test('one that never ends is held no further than the length, and told of to nobody', async () => {
  const long: LongLine[] = []
  const limited = limitLines(1024 * 1024, { onLong: line => long.push(line) })
  const passed = text(limited)
  const piece = Buffer.alloc(64 * 1024, 'x')
  const before = countHeld()
  for (let sent = 0; sent < 256 * 1024 * 1024; sent += piece.length) {
    // A chunk of its own each time, as a pipe gives them.
    if (!limited.write(Buffer.from(piece))) await new Promise(resolve => limited.once('drain', resolve))
  }
  expect(countHeld() - before).toBeLessThan(64 * 1024 * 1024)
  limited.end()
  expect(await passed).toBe('')
  expect(long).toEqual([])
})

/** Bytes of buffers that somebody still holds. */
function countHeld(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().arrayBuffers
}

const anyLine = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.nat({ max: 1400 }).map(length => 'ab'.repeat(length)),
)

test('the same lines come of the same bytes, wherever they are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyLine, { maxLength: 8 }).map(lines => Buffer.from(lines.join('\n'))),
      fc.array(fc.nat({ max: 4000 }), { maxLength: 12 }),
      fc.constantFrom(1, 10, 600, 2000),
      async (bytes, cuts, maxBytes) => {
        const places = [0, ...cuts.filter(cut => cut < bytes.length).sort((a, b) => a - b), bytes.length]
        const chunks = places.slice(1).map((to, at) => bytes.subarray(places[at], to))
        const whole = await checkLimit(maxBytes, [bytes])
        expect(await checkLimit(maxBytes, chunks)).toEqual(whole)
        expect(whole.passed).toBe(keepShort(bytes, maxBytes))
      },
    ),
    { numRuns: 300 },
  )
})

/** The plain way, for what is held as a whole. */
function keepShort(bytes: Buffer, maxBytes: number): string {
  const lines = bytes.toString('latin1').split(/(?<=\n)/)
  const short = lines.filter(line => line.length <= maxBytes).join('')
  return Buffer.from(short, 'latin1').toString()
}
