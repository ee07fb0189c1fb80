import { expect, test } from 'vitest'
import { cutRow, LIST_LIMITS, WHOLE_LIMITS } from './cut-row.ts'
import type { NoticeRow, Row } from './row.ts'

const PLACE = { depth: 0, uuid: 'u-1', at: 0, isRewound: false, minLevel: 'all' } as const

function notice(parts: NoticeRow['parts']): NoticeRow {
  return { ...PLACE, kind: 'notice', label: 'note', text: '', count: 1, parts }
}

test('leaves a short row as it is', () => {
  const row = notice([{ kind: 'text', label: undefined, text: 'short' }])
  expect(cutRow(row, LIST_LIMITS)).toEqual({ row, cuts: [] })
  expect(cutRow(row, LIST_LIMITS).row).toBe(row)
})

test('ends a long text early and says where', () => {
  const { row, cuts } = cutRow(notice([{ kind: 'text', label: undefined, text: 'x'.repeat(9000) }]), LIST_LIMITS)
  expect((row as NoticeRow).parts).toEqual([{ kind: 'text', label: undefined, text: 'x'.repeat(4000) }])
  expect(cuts).toEqual([{ at: 'parts.0.text', shown: 4000, whole: 9000 }])
})

test('keeps more of what somebody said, which stands open', () => {
  const answer: Row = { ...PLACE, kind: 'answer', text: 'x'.repeat(40_000), model: undefined }
  expect(cutRow(answer, LIST_LIMITS).cuts).toEqual([{ at: 'text', shown: 32_000, whole: 40_000 }])
})

test('ends a list of many short lines early', () => {
  const lines = Array.from({ length: 100_000 }, (_, at) => `+${at}`)
  const hunks = [{ oldStart: 1, newStart: 1, lines }]
  const { row, cuts } = cutRow(notice([{ kind: 'diff', path: 'a', hunks }]), LIST_LIMITS)
  expect(JSON.stringify(row).length).toBeLessThan(60_000)
  expect(cuts).toEqual([{ at: 'parts.0.hunks.0.lines', shown: expect.any(Number), whole: 100_000 }])
})

test('keeps names and values together however little room there is', () => {
  const fields = Array.from({ length: 1000 }, (_, at) => [`name ${at}`, 'v'.repeat(300)] as const)
  const { row } = cutRow(notice([{ kind: 'fields', fields }]), LIST_LIMITS)
  const [part] = (row as NoticeRow).parts
  const kept = part?.kind === 'fields' ? part.fields : []
  expect(kept.length).toBeGreaterThan(10)
  expect(kept.length).toBeLessThan(100)
  expect(kept.every(field => field.length === 2 && field[1].length > 0)).toBe(true)
})

test('never cuts a character in two', () => {
  const { row } = cutRow(notice([{ kind: 'text', label: undefined, text: `x${'🌱'.repeat(4000)}` }]), LIST_LIMITS)
  expect(JSON.stringify(row)).not.toMatch(/\\ud8/)
})

test('has a limit even for whole rows', () => {
  const long = notice([{ kind: 'text', label: undefined, text: 'x'.repeat(9_000_000) }])
  const [cut] = cutRow(long, WHOLE_LIMITS).cuts
  expect(cut).toMatchObject({ at: 'parts.0.text', whole: 9_000_000 })
  expect(cut?.shown).toBeGreaterThan(7_900_000)
  expect(cut?.shown).toBeLessThanOrEqual(8_000_000)
})
