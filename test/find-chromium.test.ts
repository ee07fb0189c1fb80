import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium } from '../scripts/find-chromium.js'
import { REPOSITORY } from './corpus.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backscroll-chromium-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function makeProgram(...path: readonly string[]): string {
  const program = join(folder, ...path)
  mkdirSync(join(program, '..'), { recursive: true })
  writeFileSync(program, '')
  chmodSync(program, 0o755)
  return program
}

test('the browser that CHROMIUM_PATH names comes first', () => {
  const named = makeProgram('named', 'my-browser')
  const onPath = makeProgram('path', 'chromium')
  expect(findChromium({ CHROMIUM_PATH: named, PATH: join(folder, 'path') }, 'linux')).toBe(named)
  expect(findChromium({ PATH: join(folder, 'path') }, 'linux')).toBe(onPath)
})

test('a browser is found among the applications of a person on macOS', () => {
  const app = makeProgram('Applications', 'Chromium.app', 'Contents', 'MacOS', 'Chromium')
  expect(findChromium({ HOME: folder }, 'darwin')).toBe(app)
})

test('a name that leads to no program fails with a sentence, never silently', () => {
  const env = { ...process.env, CHROMIUM_PATH: join(folder, 'nothing') }
  const script = join(REPOSITORY, 'scripts', 'find-chromium.js')
  const { status, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' })
  expect(status).toBe(2)
  expect(stderr).toMatch(/^CHROMIUM_PATH is .* which is no program: set it to a Chromium or Chrome\.\n$/)
})
