import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPatch, type PatchedFile } from '../src/text/unified-patch.ts'
import { makeTree, writeItem } from './temp-tree.ts'

/** Applies the patch with git, in an empty folder that has the file as it was before. */
function checkApplies({ path, before, after }: PatchedFile): void {
  const folder = makeTree({ x: '' })
  if (before !== undefined) writeItem(join(folder, path), before)
  const { text } = formatPatch({ path, before, after })
  if (text !== '')
    execFileSync('git', ['apply', '-p1', '-'], { cwd: folder, input: text, stdio: ['pipe', 'pipe', 'pipe'] })
  const found = existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined
  expect({ path, found }).toEqual({ path, found: after })
  rmSync(folder, { recursive: true })
}

test('git takes the patch for files that change, come and go', () => {
  checkApplies({ path: 'a.ts', before: 'one\ntwo\n', after: 'one\n2\n' })
  checkApplies({ path: 'src/new.ts', before: undefined, after: 'a\nb' })
  checkApplies({ path: 'src/old.ts', before: 'a\nb\n', after: undefined })
  checkApplies({ path: 'empty', before: undefined, after: '' })
  checkApplies({ path: 'empty', before: '', after: undefined })
  checkApplies({ path: 'empty', before: '', after: 'a\n' })
  checkApplies({ path: 'empty', before: 'a\n', after: '' })
  checkApplies({ path: 'end', before: 'a\nb', after: 'a\nb\n' })
  checkApplies({ path: 'crlf', before: 'a\r\nb\r\nc\r\n', after: 'a\r\nB\r\nc\r\n' })
  checkApplies({ path: 'crlf', before: 'a\r\nb\r\n', after: 'a\nb\n' })
})

test('git takes the patch whatever the file is called', () => {
  for (const path of ['with space.ts', 'ä/ö.ts', 'tab\there', 'quote"d', 'back\\slash', 'line\nend', "it's"]) {
    checkApplies({ path, before: 'a\n', after: 'b\n' })
    checkApplies({ path, before: 'a\n', after: undefined })
  }
})

test('git takes the patch for texts that have too little in common to compare', () => {
  const lines = (word: string): string => Array.from({ length: 5000 }, (_, at) => `${word} ${at}\n`).join('')
  checkApplies({ path: 'a', before: lines('x'), after: lines('y') })
})

test('a small change of a large file is a small patch', () => {
  const large = (changed: string): string =>
    Array.from({ length: 120_000 }, (_, at) => (at === 60_000 ? changed : `line ${at} of many lines\n`)).join('')
  const [before, after] = [large('old\n'), large('new\nand more\n')]
  checkApplies({ path: 'a', before, after })
  const { text, added, removed } = formatPatch({ path: 'a', before, after })
  expect([added, removed, text.split('\n').length]).toEqual([2, 1, 14])
  expect(text).toContain('@@ -59998,7 +59998,8 @@\n')
})

test('git takes the patch for two texts that are alike at both ends', () => {
  const lines = fc.array(fc.constantFrom('\n', 'a\n', 'b\n', 'a\r\n'), { maxLength: 12 }).map(all => all.join(''))
  const last = fc.constantFrom('', 'c', 'a\nc')
  const middle = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '+', '-'), maxLength: 6 })
  fc.assert(
    fc.property(lines, middle, middle, lines, last, (start, old, made, end, rest) =>
      checkApplies({ path: 'a', before: start + old + end + rest, after: start + made + end + rest }),
    ),
    { numRuns: 60 },
  )
})

test('git takes the patch for any two texts', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\n', '\r\n', '-', '+', ' ', '\\') })
  fc.assert(
    fc.property(text, text, (before, after) => checkApplies({ path: 'a', before, after })),
    { numRuns: 40 },
  )
})

test('patch -p1 takes it too', () => {
  if (spawnSync('patch', ['--version']).status !== 0) return console.log('patch is not installed: it was not asked')
  const folder = makeTree({ 'a b.ts': 'one\ntwo\n' })
  const { text } = formatPatch({ path: 'a b.ts', before: 'one\ntwo\n', after: '1\ntwo\n' })
  execFileSync('patch', ['-p1'], { cwd: folder, input: text })
  expect(readFileSync(join(folder, 'a b.ts'), 'utf8')).toBe('1\ntwo\n')
})
