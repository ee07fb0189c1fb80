import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openClientFile } from '../src/source/client-file.ts'
import { programWords } from '../src/surfaces/cli/install/program-words.ts'
import { makeInstallHome } from './install-home.ts'
import { makeTree, type TreeItem } from './temp-tree.ts'

const SETTINGS = '.claude/settings.json'
const STATE = '.claude.json'

/** One of the two files is bad: neither is written, and a sentence says why. */
async function checkRefusal(files: { readonly [path: string]: TreeItem }, why: RegExp): Promise<void> {
  const home = makeInstallHome({ [SETTINGS]: '{"mine": 1}', [STATE]: '{"mine": 2}', ...files })
  const before = [home.read(SETTINGS), home.read(STATE)]
  const { code, err, out } = await home.run(['install', '--yes'])
  expect(code).toBe(2)
  expect(err).toMatch(why)
  expect(err).not.toMatch(/\n\s+at /)
  expect([home.read(SETTINGS), home.read(STATE)]).toEqual(before)
  expect([...home.copies('.claude'), ...home.copies('.')]).toEqual([])
  expect(out).toBe('')
}

describe('install leaves everything as it is', () => {
  test('where a file is broken, the second as well as the first', async () => {
    await checkRefusal({ [SETTINGS]: '{"a":' }, /settings\.json is not a JSON object: it was not changed/)
    await checkRefusal({ [STATE]: '{"a": 1,}' }, /\.claude\.json is not a JSON object/)
    await checkRefusal({ [SETTINGS]: '// mine\n{"a": 1}' }, /is not a JSON object/)
    await checkRefusal({ [STATE]: '[]' }, /is not a JSON object/)
    await checkRefusal({ [SETTINGS]: '{"a": "\ufffd"}' }, /holds broken text/)
  })
  test('and says where it is broken: line and column, as an editor counts them', async () => {
    await checkRefusal({ [SETTINGS]: '{"a":' }, /Repair it first \(line 1, column 6\), or make the change by hand/)
    await checkRefusal(
      { [STATE]: '{\r\n  "a": 1,\r\n}\r\n' },
      /Repair it first \(line 3, column 1: a comment, or a comma behind the last item, is not JSON\)/,
    )
    await checkRefusal({ [SETTINGS]: '\ufeff{\n  // mine\n}' }, /Repair it first \(line 2, column 3: a comment, or/)
    await checkRefusal({ [SETTINGS]: '{ // mine\n"a": 1 "b": 2}' }, /Repair it first \(line 1, column 3\)/)
    // What is whole and no object has no such place; neither has what nobody can follow.
    await checkRefusal({ [SETTINGS]: '[]' }, /Repair it first, or/)
    await checkRefusal({ [SETTINGS]: '['.repeat(100_000) }, /Repair it first, or/)
  })
  test('where what we add to is something else', async () => {
    await checkRefusal({ [SETTINGS]: '{"hooks": []}' }, /has "hooks" that are no object: nothing was changed/)
    await checkRefusal({ [SETTINGS]: '{"hooks": {"Stop": {}}}' }, /has "hooks\.Stop" that is no list/)
    await checkRefusal({ [STATE]: '{"mcpServers": []}' }, /has "mcpServers" that is no object/)
  })
  test('where a name stands twice and it matters', async () => {
    await checkRefusal({ [SETTINGS]: '{"hooks": {}, "hooks": {"Stop": []}}' }, /has "hooks" twice/)
    await checkRefusal({ [STATE]: '{"mcpServers": {}, "mcpServers": {}}' }, /has "mcpServers" twice/)
    const home = makeInstallHome({ [SETTINGS]: '{"a": 1, "a": 2}' })
    expect((await home.run(['install', '--yes'])).code).toBe(0)
    expect(home.read(SETTINGS)).toContain('"a": 1, "a": 2')
  })
  test('where the project’s folder of settings leads out of the project', async () => {
    const home = makeInstallHome({ 'work/app/.claude': { link: '../../.claude' }, [SETTINGS]: '{}' })
    const { code, err } = await home.inProject(['install', '--scope', 'project', '--yes'])
    expect(code).toBe(2)
    expect(err).toMatch(/settings\.json stands in .*, outside .*work\/app: it was not changed/)
    expect([home.read(SETTINGS), home.read('work/app/.mcp.json')]).toEqual(['{}', undefined])
  })
  test('where there is no client', async () => {
    const home = makeTree({ x: '' })
    const { code, err } = await makeInstallHome().run(['install', '--yes'], { home })
    expect(code).toBe(2)
    expect(err).toContain(`there is no folder ${join(home, '.claude')}`)
  })
  // The superuser may write anything.
  test.runIf(process.getuid?.() !== 0)('where a file may not be written', async () => {
    const home = makeInstallHome({ [SETTINGS]: '{}', [STATE]: '{}' })
    chmodSync(join(home.home, STATE), 0o444)
    const { code, err } = await home.run(['install', '--yes'])
    expect(code).toBe(2)
    expect(err).toContain('cannot be written')
    expect(home.read(SETTINGS)).toBe('{}')
  })
})

test('where a later file fails, those that were written are named', async () => {
  const home = makeInstallHome({ [STATE]: '{}', [`${STATE}.backscroll-new/in-the-way`]: '' })
  const { code, err } = await home.run(['install', '--yes'])
  expect(code).toBe(2)
  expect(err).toMatch(
    /\.claude\.json cannot be written \(.*\): it was not changed; .*settings\.json was written before/,
  )
  expect(home.read(STATE)).toBe('{}')
  expect(home.read(SETTINGS)).toContain('hook Stop')
})

describe('a file of the client', () => {
  test('is not written where it was changed since it was read', () => {
    const path = join(makeTree({ 'a.json': '{}' }), 'a.json')
    const file = openClientFile(path, { byHand: '' })
    writeFileSync(path, '{"mine": 1}')
    expect(() => file.requireReady()).toThrow(/was changed a moment ago/)
    expect(() => file.write('{}')).toThrow(/was changed a moment ago/)
    expect(() => file.remove()).toThrow(/was changed a moment ago/)
  })
  test('may be in a folder that is yet to be made', () => {
    const folder = makeTree({})
    const file = openClientFile(join(folder, '.claude', 'a.json'), { byHand: '', within: folder })
    file.requireReady()
    file.write('{}')
    expect(openClientFile(join(folder, '.claude', 'a.json'), { byHand: '' }).text).toBe('{}')
  })
})

test('a program that may be gone tomorrow is not installed', () => {
  const machine = { platform: 'linux', isDemo: false }
  for (const script of ['/h/.npm/_npx/1/b.js', '/h/.cache/pnpm/dlx/1/b.js', '/tmp/bunx-0-backscroll/b.js'])
    expect(() => programWords({ ...machine, executable: ['/n', script] }, 'backscroll install')).toThrow(/cache of npx/)
})
