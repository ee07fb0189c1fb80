import { describe, expect, test } from 'vitest'
import { createNameGiver, slugOf } from './file-name.ts'

const ID = '3f2a0000-0000-4000-8000-000000000000'
const DAY = Date.parse('2026-03-01T23:30:00Z')

describe('names of exported files', () => {
  test('say day, title and id', () => {
    expect(nameOf({ title: 'Grow the tomatoes' })).toBe('2026-03-01-grow-the-tomatoes-3f2a0000')
    expect(nameOf({ title: '', startedAt: undefined })).toBe('undated-3f2a0000')
  })

  test('say which turns are in it', () => {
    expect(nameOf({ title: 'Plums', turns: { from: 4, to: 9 } })).toBe('2026-03-01-plums-3f2a0000-turns-4-9')
    expect(nameOf({ title: 'Plums', turns: { from: 4, to: 4 } })).toBe('2026-03-01-plums-3f2a0000-turn-4')
  })

  test.each([
    ['../../etc/passwd', 'etc-passwd'],
    ['C:\\Windows\\con', 'c-windows-con'],
    ['a\0b\x1b[31m\u202egpj.exe', 'a-b-31m-gpj-exe'],
    ['.hidden', 'hidden'],
    ['‹github-token-1› in ~/work', 'github-token-1-in-work'],
    ['Größe prüfen, 修复', 'größe-prüfen-修复'],
    ['"*?<>|:', ''],
    ['\ud800x', 'x'],
  ])('hold nothing but letters and digits of %j', (title, slug) => {
    expect(slugOf(title, 50)).toBe(slug)
  })

  test('end before they are too long for a file system, between words where there are any', () => {
    expect(slugOf('word '.repeat(40), 50)).toBe('word-word-word-word-word-word-word-word-word-word')
    expect(slugOf('𝒳'.repeat(100), 49).length).toBeLessThanOrEqual(49)
    expect(slugOf('𝒳'.repeat(100), 49).isWellFormed()).toBe(true)
    expect(Buffer.byteLength(nameOf({ title: '修'.repeat(500) }))).toBeLessThan(200)
  })

  test('never meet, also where a file system does not tell cases apart', () => {
    const names = createNameGiver(['index'])
    const given = ['Plums', 'PLUMS', 'plums!'].map(title =>
      names.nameFor({ id: ID, title, startedAt: DAY, turns: undefined }),
    )
    expect(new Set(given.map(name => name.toLowerCase())).size).toBe(3)
    expect(names.unique('index')).toBe('index-2')
  })
})

function nameOf(session: {
  title: string
  startedAt?: number | undefined
  turns?: { from: number; to: number }
}): string {
  return createNameGiver().nameFor({ id: ID, startedAt: DAY, turns: undefined, ...session })
}
