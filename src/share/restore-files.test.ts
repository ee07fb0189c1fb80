import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTree } from '../../test/temp-tree.ts'
import { type FileToRestore, restoreFiles } from './restore-files.ts'

function file(name: string | undefined, path = `/work/app/${name}`, text = 'x'): FileToRestore {
  return { path, name, bytes: new TextEncoder().encode(text), whyNot: undefined }
}

function restore(folder: string, files: readonly FileToRestore[], workFolders: readonly string[] = ['/work/app']) {
  return restoreFiles({ folder, workFolders, files })
}

test('writes files below a folder that it makes', () => {
  const base = join(makeTree({ x: '' }), 'new', 'place')
  const { written, leftOut } = restore(base, [file('src/a.ts'), file(undefined, '/etc/b'), file(undefined, 'C:\\x\\c')])
  expect(written.map(({ target }) => target)).toEqual(
    ['src/a.ts', 'outside/etc/b', 'outside/C/x/c'].map(name => join(base, name)),
  )
  expect(readFileSync(join(base, 'src/a.ts'), 'utf8')).toBe('x')
  expect(leftOut).toEqual([])
})

test('lists what is not known and what was not there, and writes nothing for it', () => {
  const base = join(makeTree({ x: '' }), 'new')
  const files: readonly FileToRestore[] = [
    { path: '/work/app/a', name: 'a', bytes: undefined, whyNot: 'unknown' },
    { path: '/work/app/b', name: 'b', bytes: undefined, whyNot: 'was-not-there' },
  ]
  expect(restore(base, files).leftOut.map(({ why }) => why)).toEqual(['unknown', 'was-not-there'])
  expect(existsSync(base)).toBe(false)
})

test('never leaves the folder, whatever a transcript calls a file', () => {
  const home = makeTree({ x: '' })
  const base = join(home, 'out')
  const git = ['.git/hooks/pre-commit', 'sub/.GIT/config', '.git /config', 'git~1/config']
  const names = ['../evil', 'a/../../evil', ...git, 'a\0b', 'a\\..\\..\\evil', '', 'ä'.repeat(150)]
  const outside = ['/work/../../evil', '/', '/work//x', '/home/u/.git/config'].map(path => file(undefined, path))
  const { written, leftOut } = restore(base, [...names.map(name => file(name)), ...outside])
  expect(written).toEqual([])
  expect(leftOut.every(({ why }) => why === 'unsafe-name')).toBe(true)
  expect(existsSync(join(home, 'evil'))).toBe(false)
})

test('refuses a folder in, around or at the place of the work, also behind a link', () => {
  const home = makeTree({ 'work/app/src/a.ts': 'own', 'elsewhere/x': '' })
  const work = join(home, 'work', 'app')
  symlinkSync(work, join(home, 'elsewhere', 'link'))
  const refused = [
    work,
    join(work, 'src'),
    join(work, 'new'),
    join(home, 'work'),
    home,
    join(home, 'elsewhere', 'link'),
    join(home, 'elsewhere', 'link', 'deep'),
    '/',
    join(home, 'WORK', 'App', 'x'),
  ]
  for (const folder of refused) {
    expect(() => restore(folder, [file('src/b.ts')], [work]), folder).toThrow(/where work goes on/)
  }
  expect(existsSync(join(work, 'src', 'b.ts'))).toBe(false)
  expect(restore(join(home, 'work', 'app-before'), [file('b.ts')], [work]).written).toHaveLength(1)
})

test('writes over no file and through no link, and then nothing at all', () => {
  const home = makeTree({ 'out/a.ts': 'mine', 'other/x': '' })
  const base = join(home, 'out')
  expect(() => restore(base, [file('b.ts'), file('a.ts')])).toThrow(/is there already: nothing was written/)
  expect(existsSync(join(base, 'b.ts'))).toBe(false)
  symlinkSync(join(home, 'other'), join(base, 'src'))
  expect(() => restore(base, [file('src/x2')])).toThrow(/is a link/)
  symlinkSync(join(home, 'other', 'gone'), join(base, 'dangling'))
  expect(() => restore(base, [file('dangling')])).toThrow(/is there already/)
  mkdirSync(join(base, 'folder'))
  expect(() => restore(base, [file('folder')])).toThrow(/is there already/)
  writeFileSync(join(base, 'plain'), '')
  expect(() => restore(base, [file('plain/x')])).toThrow(/is no folder/)
  expect(readFileSync(join(base, 'a.ts'), 'utf8')).toBe('mine')
})

test('goes on where names clash, and says which file was not written', () => {
  const base = join(makeTree({ x: '' }), 'out')
  const { written, leftOut } = restore(base, [file('a'), file('a/b'), file('c/d'), file('c')])
  expect(written.map(({ target }) => target)).toEqual([join(base, 'a'), join(base, 'c/d')])
  expect(leftOut).toEqual([
    { path: '/work/app/a/b', why: 'in-the-way' },
    { path: '/work/app/c', why: 'in-the-way' },
  ])
})
