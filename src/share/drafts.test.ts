import { existsSync, readdirSync, readFileSync, renameSync, statSync, utimesSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemError } from '../../test/failing-disk.ts'
import { makeTree } from '../../test/temp-tree.ts'
import { createDrafts, type DraftDisk } from './drafts.ts'

describe('drafts', () => {
  test('put every file in its place at the end, and none before', () => {
    const folder = makeTree({ 'old.txt': 'old' })
    const drafts = createDrafts()
    drafts.makeFolder(join(folder, 'made', 'deep'))
    const sizes = [write(drafts, join(folder, 'old.txt'), 'nëw'), write(drafts, join(folder, 'made', 'deep', 'a'), 'a')]
    expect(sizes).toEqual([4, 1])
    expect(read(folder, 'old.txt')).toBe('old')
    drafts.finish()
    expect(read(folder, 'old.txt')).toBe('nëw')
    expect(listNames(folder)).toEqual(['made', 'made/deep', 'made/deep/a', 'old.txt'])
    drafts.abort()
    expect(listNames(folder)).toEqual(['made', 'made/deep', 'made/deep/a', 'old.txt'])
  })

  test('leave nothing behind when they are given up, half-written files and new folders included', () => {
    const folder = makeTree({ 'old.txt': 'old' })
    const drafts = createDrafts()
    drafts.makeFolder(join(folder, 'made', 'deep'))
    write(drafts, join(folder, 'old.txt'), 'new')
    drafts.open(join(folder, 'made', 'deep', 'open')).write('not closed')
    drafts.abort()
    expect(listNames(folder)).toEqual(['old.txt'])
    expect(read(folder, 'old.txt')).toBe('old')
  })

  test('take away what a process that was killed left behind long ago', () => {
    const [old, young] = ['.backscroll-00112233aabbccdd.new', '.backscroll-99112233aabbccdd.new'] as const
    const folder = makeTree({ [old]: 'half', [young]: 'half', '.backscroll-notes.new': 'mine' })
    const twoDaysAgo = new Date(statSync(join(folder, young)).mtimeMs - 2 * 86_400_000)
    for (const name of [old, '.backscroll-notes.new']) utimesSync(join(folder, name), twoDaysAgo, twoDaysAgo)
    const drafts = createDrafts()
    write(drafts, join(folder, 'a'), 'a')
    drafts.finish()
    expect(listNames(folder)).toEqual([young, '.backscroll-notes.new', 'a'])
  })

  test('leave everything as it was when the disk is full', () => {
    const folder = makeTree({ 'old.txt': 'old' })
    const drafts = createDrafts({ disk: { ...REAL, write: () => fail('ENOSPC') } })
    expect(() => write(drafts, join(folder, 'old.txt'), 'new')).toThrow(
      /cannot be written \(ENOSPC\): nothing was written/,
    )
    drafts.abort()
    expect(listNames(folder)).toEqual(['old.txt'])
    expect(read(folder, 'old.txt')).toBe('old')
  })

  test.each([0, 1, 2])('put back what stood there when file %i cannot be put in its place', at => {
    const folder = makeTree({ a: 'old a', c: 'old c' })
    let renames = 0
    const drafts = createDrafts({
      disk: { ...REAL, rename: (from, to) => (renames++ === at ? fail('EPERM') : renameSync(from, to)) },
    })
    for (const name of ['a', 'b', 'c']) write(drafts, join(folder, name), 'new')
    expect(() => drafts.finish()).toThrow(/EPERM/)
    drafts.abort()
    expect(listNames(folder)).toEqual(['a', 'c'])
    expect([read(folder, 'a'), read(folder, 'c')]).toEqual(['old a', 'old c'])
  })

  test('write what a disk takes only in parts', () => {
    const folder = makeTree({})
    const drafts = createDrafts({ disk: { ...REAL, write: (file, bytes, from) => writeSync(file, bytes, from, 1) } })
    expect(write(drafts, join(folder, 'a'), 'much')).toBe(4)
    drafts.finish()
    expect(read(folder, 'a')).toBe('much')
  })

  test('take away only folders in which nobody else put anything', () => {
    const folder = makeTree({})
    const drafts = createDrafts()
    drafts.makeFolder(join(folder, 'made'))
    const other = createDrafts()
    write(other, join(folder, 'made', 'theirs'), 'x')
    other.finish()
    drafts.abort()
    expect(existsSync(join(folder, 'made', 'theirs'))).toBe(true)
  })
})

const REAL: DraftDisk = { write: (file, bytes, from) => writeSync(file, bytes, from), rename: renameSync }

function fail(code: string): never {
  throw systemError(code)
}

function write(drafts: ReturnType<typeof createDrafts>, path: string, text: string): number {
  const file = drafts.open(path)
  file.write(text)
  return file.close()
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

function listNames(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
}
