import { expect, test } from 'vitest'
import { ABSENT, type FileContent, textContent } from './file-content.ts'
import { compareWithRecord, findLaterEvidence, type ReplayStep, replayUpTo } from './replay-steps.ts'
import { NOTHING_TOLD, type StepRecord } from './step-record.ts'

/** `=x` sees x, `+x` adds it, `x+y` records x and adds y, `?` changes the file nobody knows how, `.` tells nothing. */
function listOf(text: string): { readonly steps: readonly ReplayStep[]; readonly reads: () => number } {
  let reads = 0
  const steps = text.split(' ').map(word => ({
    record: () => {
      reads++
      return recordOf(word)
    },
  }))
  return { steps, reads: () => reads }
}

function recordOf(word: string): StepRecord {
  if (word === '.') return NOTHING_TOLD
  if (word === '?') return { ...NOTHING_TOLD, change: () => undefined }
  if (word.startsWith('=')) return { ...NOTHING_TOLD, after: textContent(word.slice(1)) }
  const [before = '', added = ''] = word.split('+')
  const change = (content: FileContent): FileContent | undefined =>
    content.kind === 'text' ? textContent(content.text + added) : undefined
  const recorded = before === '' ? undefined : textContent(before)
  return { before: recorded, after: recorded && change(recorded), change }
}

function check(text: string, expected: string | undefined, applied = 0): void {
  const { steps } = listOf(text)
  const found = replayUpTo(steps, steps.length - 1)
  expect({ text, content: found.content, applied: found.applied.length }).toEqual({
    text,
    content: expected === undefined ? undefined : textContent(expected),
    applied,
  })
}

test('goes from the nearest whole record through the changes since', () => {
  check('=a', 'a')
  check('=a +b', 'ab', 1)
  check('=a +b . +c', 'abc', 2)
  check('=a +b x+c', 'xc')
  check('=a +b =z .', 'z')
})

test('knows nothing where no record has the whole file, or a change is not told', () => {
  check('.', undefined)
  check('+b', undefined)
  check('=a ?', undefined)
  check('=a ? +b', undefined)
  check('=a ? =b', 'b')
  expect(replayUpTo(listOf('=a ? +b').steps, 2).lostAt).toBe(1)
  expect(replayUpTo([], -1).base).toBe(-1)
})

test('reads no more records than it needs', () => {
  const { steps, reads } = listOf(`${'=a +b '.repeat(500)}x+y +z`)
  replayUpTo(steps, steps.length - 1)
  expect(reads()).toBeLessThanOrEqual(4)
})

test('finds what the next record says of the moment before it, unless a change comes first that does not tell', () => {
  const next = (text: string): string | undefined => {
    const content = findLaterEvidence(listOf(text).steps, 0)?.content
    return content?.kind === 'text' ? content.text : undefined
  }
  expect(next('=a . =b')).toBe('b')
  expect(next('=a x+y')).toBe('x')
  expect(next('=a +b =c')).toBeUndefined()
  expect(next('=a')).toBeUndefined()
})

test('compares only what both sides tell', () => {
  expect(compareWithRecord(textContent('a'), textContent('a'))).toBe('same')
  expect(compareWithRecord(textContent('a'), ABSENT)).toBe('differs')
  expect(compareWithRecord(undefined, ABSENT)).toBe('unchecked')
})
