import { describe, expect, test } from 'vitest'
import { displayWidth } from '../../text/width.ts'
import type { Output } from './output.ts'
import { ASCII_BLOCKS, BLOCKS, createProgressLine, formatProgress, type Progress } from './progress-line.ts'

const HALF: Progress = { doing: 'Reading', sessions: { done: 1250, total: 2500 }, bytesDone: 5e8, bytes: 1e9 }

/** Five seconds of work at 100 MB a second. */
const RECENT = { bytes: 5e8, elapsedMs: 5000 }

function format(progress: Progress, recent = RECENT, columns = 120): string {
  return formatProgress(progress, recent, { columns, blocks: ASCII_BLOCKS })
}

function openLine(columns: number | undefined) {
  const written: string[] = []
  let now = 1_000_000
  const wait = (ms: number): void => {
    now += ms
  }
  const err = { write: (text: string) => void written.push(text) } as unknown as Output
  const line = createProgressLine({ err, progressColumns: columns, now: () => now, env: {}, platform: 'linux' })
  return { line, written, wait }
}

describe('a progress line', () => {
  test('says how much is done, how fast, and how long it will take', () => {
    expect(format(HALF)).toBe(
      'Reading  ##########..........  1,250 of 2,500 sessions  500 MB of 1 GB  100 MB/s  5s left',
    )
    expect(formatProgress(HALF, RECENT, { columns: 120, blocks: BLOCKS })).toContain('  ██████████░░░░░░░░░░  ')
  })
  test('promises no time before it has a rate', () => {
    const early = format(HALF, { bytes: 5e8, elapsedMs: 100 })
    expect(early).toBe('Reading  ##########..........  1,250 of 2,500 sessions  500 MB of 1 GB')
  })
  test('of work whose size is not known counts only what is done', () => {
    const listing = { ...HALF, doing: 'Listing', sessions: { done: 1250, total: undefined }, bytes: 0, bytesDone: 0 }
    expect(format(listing, { bytes: 0, elapsedMs: 9000 })).toBe('Listing  1,250 sessions')
  })
  test('of work that is counted in bytes alone says no more', () => {
    const checking = { ...HALF, doing: 'Checking', sessions: undefined }
    expect(format(checking)).toBe('Checking  ##########..........  500 MB of 1 GB  100 MB/s  5s left')
  })
  test('never says more than all', () => {
    const over = { ...HALF, sessions: { done: 3000, total: 2500 }, bytesDone: 2e9 }
    const late = format(over, { bytes: 2e9, elapsedMs: 1000 })
    expect(late).toBe('Reading  ####################  2,500 of 2,500 sessions  1 GB of 1 GB  2 GB/s')
  })
  test('does not count down the last second', () => {
    expect(format({ ...HALF, bytesDone: 9e8 })).not.toContain('left')
    expect(format({ ...HALF, bytesDone: 8e8 })).toMatch(/ {2}2s left$/)
  })
  test('of a narrow terminal leaves out words first, how fast and how long last', () => {
    const at = (columns: number): string => format(HALF, RECENT, columns)
    expect(at(79)).toBe('Reading  ##########..........  1,250 of 2,500 sessions  100 MB/s  5s left')
    expect(at(70)).toBe('Reading  1,250 of 2,500 sessions  500 MB of 1 GB  100 MB/s  5s left')
    expect(at(39)).toBe('Reading  50%  100 MB/s  5s left')
    expect(at(23)).toBe('50%  100 MB/s  5s left')
    expect(at(14)).toBe('50%  5s left')
    for (let columns = 1; columns < 130; columns++) expect(displayWidth(at(columns))).toBeLessThanOrEqual(columns)
  })
  test('is drawn ten times a second at most', () => {
    const { line, written, wait } = openLine(80)
    for (let at = 0; at < 1000; at++) {
      line.show(HALF)
      wait(1)
    }
    expect(written).toHaveLength(10)
  })
  test('is drawn at once when the next part of the work begins', () => {
    const { line, written } = openLine(80)
    for (const doing of ['Looking', 'Reading', 'Reading', 'Finishing']) line.show({ ...HALF, doing })
    expect(written.map(text => text.slice(1, 8))).toEqual(['Looking', 'Reading', 'Finishi'])
  })
  test('goes on when the clock is set back', () => {
    const { line, written, wait } = openLine(80)
    line.show(HALF)
    wait(-60_000)
    line.show(HALF)
    expect(written).toHaveLength(2)
  })
  test('fits a narrow terminal, and is taken off once', () => {
    const { line, written } = openLine(24)
    line.show(HALF)
    line.clear()
    line.clear()
    expect(written).toHaveLength(2)
    const [drawn = '', cleared] = written
    expect(displayWidth(drawn.replace('\r', '').replace('\x1b[K', ''))).toBeLessThan(24)
    expect(cleared).toBe('\r\x1b[K')
  })
  test('writes nothing where stderr is no terminal', () => {
    const { line, written } = openLine(undefined)
    line.show(HALF)
    line.clear()
    expect(written).toEqual([])
  })
  test('takes the rate anew for each part of the work', () => {
    const { line, written, wait } = openLine(120)
    line.show({ ...HALF, doing: 'Checking' })
    wait(10_000)
    line.show(HALF)
    wait(1000)
    line.show({ ...HALF, bytesDone: 6e8 })
    expect(written.at(-1)).toContain('100 MB/s  4s left')
  })
})
