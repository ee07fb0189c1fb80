import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findClientPid } from '../src/query/live/client-process.ts'
import { REPOSITORY } from './cli-runner.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'backscroll old node-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The plugin as the client copies it: nothing of backscroll lies around it. */
const plugin = join(folder, 'copied', 'plugin')
cpSync(join(REPOSITORY, 'plugin'), plugin, { recursive: true })

/** Takes itself for another version, whatever runs it. */
function writeNode(path: string, version: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const guise = `${path}.cjs`
  writeFileSync(guise, `Object.defineProperty(process.versions, 'node', { value: '${version}' })\n`)
  const says = `[ "$1" = --version ] && echo v${version} && exit`
  const takesItself = `NODE_OPTIONS='--require "${guise}"' exec "${process.execPath}" "$@"`
  writeFileSync(path, `#!/bin/sh\n${says}\n${takesItself}\n`, { mode: 0o755 })
}

let homes = 0

/** A machine on whose PATH stands one Node alone, and which has others elsewhere. */
function makeMachine(first: string, others: { readonly [path: string]: string } = {}) {
  const home = join(folder, `home ${homes++}`)
  const bin = join(home, 'path')
  const old = join(bin, 'node')
  writeNode(old, first)
  for (const [path, version] of Object.entries(others)) writeNode(join(home, path), version)
  const env = { PATH: bin, HOME: home }
  const launch = (
    words: readonly string[],
    more: NodeJS.ProcessEnv = {},
    script = join(plugin, 'scripts/launch.cjs'),
  ) => {
    const { status, stdout, stderr } = spawnSync(old, [script, ...words], {
      env: { ...env, ...more },
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }
  return { home, bin, launch, where: (more?: NodeJS.ProcessEnv) => JSON.parse(launch(['--where'], more).stdout) }
}

/** Prints by which Node it was run; linked where npm puts it. */
function addBackscroll(bin: string): string {
  const script = join(dirname(bin), 'lib', 'backscroll', 'dist', 'bin', 'backscroll.js')
  mkdirSync(dirname(script), { recursive: true })
  const echo =
    'console.log(JSON.stringify({ version: process.versions.node, words: process.argv.slice(2), began: process.env.BACKSCROLL_HOOK_BEGAN }))'
  writeFileSync(script, `#!/usr/bin/env node\n${echo}\n`, { mode: 0o755 })
  symlinkSync(script, join(bin, 'backscroll'))
  return script
}

const PLACES: readonly (readonly [string, string, NodeJS.ProcessEnv])[] = [
  ['nvm', '.nvm/versions/node/v24.1.0/bin/node', {}],
  ['nvm elsewhere', 'tools/nvm/versions/node/v24.1.0/bin/node', { NVM_DIR: '$HOME/tools/nvm' }],
  ['fnm', '.local/share/fnm/node-versions/v24.1.0/installation/bin/node', {}],
  ['fnm on a Mac', 'Library/Application Support/fnm/node-versions/v24.1.0/installation/bin/node', {}],
  ['volta', '.volta/tools/image/node/24.1.0/bin/node', {}],
  ['asdf', '.asdf/installs/nodejs/24.1.0/bin/node', {}],
  ['mise', '.local/share/mise/installs/node/24.1.0/bin/node', {}],
  ['n', 'n/n/versions/node/24.1.0/bin/node', { N_PREFIX: '$HOME/n' }],
  ['Homebrew', 'brew/Cellar/node@24/24.1.0_1/bin/node', { HOMEBREW_PREFIX: '$HOME/brew' }],
]

describe.skipIf(process.platform === 'win32')('with an old Node on the PATH the plugin', () => {
  test.each(PLACES)('finds a newer one of %s, and backscroll runs on it', (_name, path, named) => {
    const { home, bin, launch, where } = makeMachine('18.19.0', { [path]: '24.1.0' })
    const env = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, value?.replace('$HOME', home)]))
    const program = addBackscroll(bin)
    expect(where(env)).toEqual({ program, node: join(home, path), nodeVersion: '24.1.0' })
    const { status, stdout, stderr } = launch(['mcp', '--x'], env)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({ version: '24.1.0', words: ['mcp', '--x'] })
  })

  test('finds one of nvm for Windows', () => {
    const { home, bin, where } = makeMachine('18.19.0', {
      'nvm/v24.1.0/node.exe': '24.1.0',
      'nvm/v22.1.0/node.exe': '22.1.0',
    })
    const platform = "Object.defineProperty(process, 'platform', { value: 'win32' })\n"
    appendFileSync(join(bin, 'node.cjs'), platform)
    const program = join(bin, 'node_modules/backscroll/dist/bin/backscroll.js')
    for (const path of [program, join(bin, 'backscroll.cmd')]) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, '')
    }
    const node = join(home, 'nvm/v24.1.0/node.exe')
    expect(where({ NVM_HOME: join(home, 'nvm') })).toEqual({ program, node, nodeVersion: '24.1.0' })
  })

  test('takes the newest that fits, and no name that is no release', () => {
    const { home, bin, where } = makeMachine('20.9.0', {
      '.nvm/versions/node/v22.15.1/bin/node': '22.15.1',
      '.nvm/versions/node/v22.16.0/bin/node': '22.16.0',
      '.volta/tools/image/node/9.11.2/bin/node': '9.11.2',
      '.local/share/mise/installs/node/23.10.0/bin/node': '23.10.0',
      '.local/share/mise/installs/node/23.9.0/bin/node': '23.9.0',
      '.local/share/mise/installs/node/99/bin/node': '99.0.0',
      '.nvm/versions/node/v99.0.0-nightly/bin/node': '99.0.0',
    })
    addBackscroll(bin)
    expect(where().node).toBe(join(home, '.local/share/mise/installs/node/23.10.0/bin/node'))
  })

  test('hands a hook the time when it began itself, and nobody else', () => {
    const { home, launch } = makeMachine('18.19.0', { '.nvm/versions/node/v24.1.0/bin/node': '24.1.0' })
    addBackscroll(join(home, '.nvm/versions/node/v24.1.0/bin'))
    const began = Number(JSON.parse(launch(['hook', 'Stop']).stdout).began)
    expect(began).toBeGreaterThan(0)
    expect(began).toBeLessThanOrEqual(Date.now())
    expect(JSON.parse(launch(['mcp']).stdout).began).toBeUndefined()
  })

  test('finds a backscroll that was installed with another Node', () => {
    const { home, launch } = makeMachine('18.19.0', { '.nvm/versions/node/v24.1.0/bin/node': '24.1.0' })
    addBackscroll(join(home, '.nvm/versions/node/v24.1.0/bin'))
    expect(JSON.parse(launch(['hook', 'Stop']).stdout)).toMatchObject({ version: '24.1.0', words: ['hook', 'Stop'] })
    const fresh = makeMachine('24.2.0', { '.nvm/versions/node/v22.16.0/bin/node': '22.16.0' })
    addBackscroll(join(fresh.home, '.nvm/versions/node/v22.16.0/bin'))
    expect(JSON.parse(fresh.launch(['mcp']).stdout).version).toBe('24.2.0')
  })

  test('takes the Node that a clone of backscroll brings along, and one that stands on the PATH behind it', () => {
    const { home, bin, where } = makeMachine('18.19.0', { 'lib/backscroll/node_modules/node/bin/node': '24.3.0' })
    addBackscroll(bin)
    const own = join(home, 'lib/backscroll/node_modules/node')
    writeFileSync(join(own, 'package.json'), '{"version":"24.3.0"}')
    expect(where().node).toBe(join(own, 'bin/node'))
    const second = makeMachine('18.19.0', { 'other/node': '22.17.0', 'older/node': '21.0.0' })
    addBackscroll(second.bin)
    const path = [second.bin, join(second.home, 'older'), join(second.home, 'other')].join(delimiter)
    expect(second.where({ PATH: path })).toMatchObject({
      node: join(second.home, 'other/node'),
      nodeVersion: '22.17.0',
    })
  })

  test('gives a program of a package manager the newer Node as the first on its PATH', () => {
    const { bin, launch } = makeMachine('18.19.0', { '.nvm/versions/node/v24.1.0/bin/node': '24.1.0' })
    const script = join(dirname(addBackscroll(join(bin, '..'))), 'backscroll.js')
    writeFileSync(join(bin, 'backscroll'), `#!/bin/sh\nexec node "${script}" "$@"\n`, { mode: 0o755 })
    expect(JSON.parse(launch(['mcp']).stdout)).toEqual({ version: '24.1.0', words: ['mcp'] })
  })

  test('says which Node is missing where there is none, not that backscroll is; and nothing at hooks', () => {
    const { bin, launch, where } = makeMachine('18.19.0', { '.nvm/versions/node/v20.1.0/bin/node': '20.1.0' })
    addBackscroll(bin)
    // This machine's own places may have one.
    if (where().missing === undefined) return
    expect(where().missing).toBe('node')
    const { status, stderr } = launch(['mcp'])
    expect(status).toBe(1)
    expect(stderr).toMatch(/^backscroll needs Node 22\.16 or newer, and the one on the PATH is 18\.19\.0: install/)
    expect(launch(['hook', 'Stop'])).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  test('does not hide the client from backscroll, and ends what it started', async () => {
    const { bin, home } = makeMachine('18.19.0', { '.nvm/versions/node/v24.1.0/bin/node': '24.1.0' })
    writeFileSync(addBackscroll(bin), 'console.log(process.ppid); process.stdin.resume()')
    const launcher = join(plugin, 'scripts/launch.cjs')
    const child = spawn(join(bin, 'node'), [launcher, 'mcp'], { env: { PATH: bin, HOME: home } })
    const [parent] = await once(child.stdout, 'data')
    expect(Number(parent)).not.toBe(process.pid)
    if (process.platform === 'linux')
      expect(findClientPid(Number(parent), 'linux')).toBe(findClientPid(process.pid, 'linux'))
    child.kill('SIGTERM')
    // What it started ends with it: else its output would stay open.
    await once(child, 'close')
  })

  test('ends well in an empty environment, and hands on how the other Node ended', () => {
    const { home, bin, launch } = makeMachine('18.19.0', { '.nvm/versions/node/v24.1.0/bin/node': '24.1.0' })
    const nothing = spawnSync(join(bin, 'node'), [join(plugin, 'scripts/launch.cjs'), 'hook', 'Stop'], { env: {} })
    expect([nothing.status, String(nothing.stdout)]).toEqual([0, ''])
    writeFileSync(addBackscroll(bin), 'process.exit(3)')
    expect(launch(['mcp'], { HOME: home }).status).toBe(3)
    expect(launch(['hook', 'Stop'], { HOME: home }).status).toBe(0)
  })
})
