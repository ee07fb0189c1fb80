import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeTree } from '../../test/temp-tree.ts'
import { createRestoreWriter } from './restore-writer.ts'

const NOW = 1_700_000_000_000
const TEXT = [Buffer.from('one '), Buffer.from('two')]

function list(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
}

describe('a restore', () => {
  test('shows no file before all are written', () => {
    const folder = makeTree({})
    const writer = createRestoreWriter(NOW)
    writer.add(join(folder, 'a', 'b.txt'), TEXT)
    expect(existsSync(join(folder, 'a', 'b.txt'))).toBe(false)
    writer.finish()
    expect(list(folder)).toEqual(['a', 'a/b.txt'])
    expect(readFileSync(join(folder, 'a', 'b.txt'), 'utf8')).toBe('one two')
  })
  test('that is given up leaves nothing behind, and what was there before as it was', () => {
    const folder = makeTree({ 'old/x': 'mine' })
    const writer = createRestoreWriter(NOW)
    writer.add(join(folder, 'new', 'deep', 'a'), TEXT)
    writer.add(join(folder, 'old', 'b'), TEXT)
    writer.abort()
    expect(list(folder)).toEqual(['old', 'old/x'])
  })
  test('meets a file that appeared meanwhile: it stays, and all else is taken back', () => {
    const folder = makeTree({})
    const writer = createRestoreWriter(NOW)
    writer.add(join(folder, 'a', 'first'), TEXT)
    writer.add(join(folder, 'b'), TEXT)
    writeFileSync(join(folder, 'b'), 'theirs')
    expect(() => writer.finish()).toThrow(/b cannot be written \(EEXIST\): nothing was restored/)
    writer.abort()
    expect(list(folder)).toEqual(['b'])
    expect(readFileSync(join(folder, 'b'), 'utf8')).toBe('theirs')
  })
  test('leaves a folder that somebody else has begun to use', () => {
    const folder = makeTree({})
    const writer = createRestoreWriter(NOW)
    writer.add(join(folder, 'a', 'b', 'c'), TEXT)
    writeFileSync(join(folder, 'a', 'theirs'), '')
    writer.abort()
    expect(list(folder)).toEqual(['a', 'a/theirs'])
  })
  test('whose content cannot be read drops that file alone', () => {
    const folder = makeTree({})
    const writer = createRestoreWriter(NOW)
    writer.add(join(folder, 'a'), TEXT)
    expect(() => writer.add(join(folder, 'b'), failing())).toThrow('damaged')
    writer.finish()
    expect(list(folder)).toEqual(['a'])
  })
  test('into what is no folder says so', () => {
    const folder = makeTree({ file: '' })
    const writer = createRestoreWriter(NOW)
    expect(() => writer.add(join(folder, 'file', 'a'), TEXT)).toThrow(/cannot be written \((ENOTDIR|EEXIST)\)/)
    mkdirSync(join(folder, 'taken'))
    writer.add(join(folder, 'taken', 'a'), TEXT)
    writer.finish()
    expect(list(folder)).toEqual(['file', 'taken', 'taken/a'])
  })
})

function* failing(): Generator<Uint8Array> {
  yield Buffer.from('half')
  throw new Error('damaged')
}
