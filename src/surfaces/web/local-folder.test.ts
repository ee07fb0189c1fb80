import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LocalFolders } from './local-folder.ts'

test.each([
  '\\\\evil.example\\share',
  '//evil.example/share',
  '\\/evil.example/share',
  '\\\\?\\UNC\\evil.example\\share',
  '/net/evil.example/x',
  '/a/../net/evil.example',
  '/Network/Servers/evil.example',
  '/work\0',
  'work',
  '',
  '~/work',
  'file:///work',
])('%j is not looked for', async path => {
  expect(await new LocalFolders(() => 0).isThere(path)).toBe(false)
})

test('finds folders of this machine', async () => {
  const folders = new LocalFolders(() => 0)
  expect(await folders.isThere(tmpdir())).toBe(true)
  expect(await folders.isThere(join(tmpdir(), 'nothing', 'here'))).toBe(false)
})

test('looks at a folder once in a while', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backscroll-'))
  let now = 0
  const folders = new LocalFolders(() => now)
  expect(await folders.isThere(folder)).toBe(true)
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
  expect(await folders.isThere(folder)).toBe(true)
  now += 60_000
  expect(await folders.isThere(folder)).toBe(false)
  expect(await folders.isThere(`/${'x'.repeat(100_000)}`)).toBe(false)
  rmSync(folder)
})
