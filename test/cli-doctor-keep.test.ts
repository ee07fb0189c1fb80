import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { keepPaths } from '../src/ingest/keep-paths.ts'
import { connect } from '../src/store/open.ts'
import type { InstallationCheck } from '../src/surfaces/cli/doctor/check-installation.ts'
import { probeKeep } from '../src/surfaces/cli/doctor/probe-keep.ts'
import { tryCapture } from '../src/surfaces/cli/doctor/try-capture.ts'
import { quoteForShell } from '../src/text/quote-for-shell.ts'
import { ENTRY, makeHome, REPOSITORY, type RunOptions, runCli } from './cli-runner.ts'
import { makeTree } from './temp-tree.ts'

const SETTINGS = '.claude/settings.json'

/** A home with a few clean transcripts, hooks and server set up by `install`. */
function makeInstalled(name: string): { readonly home: string; readonly keep: string } {
  const home = makeHome(name)
  cpSync(join(REPOSITORY, 'demo', 'claude', 'projects'), join(home, '.claude', 'projects'), { recursive: true })
  expect(runCli(['install', '--yes', '--only', 'hooks', '--only', 'mcp'], { home }).code).toBe(0)
  return { home, keep: join(home, '.local', 'share', 'backscroll') }
}

function checkDoctor(options: RunOptions): { readonly code: number | null; readonly check: InstallationCheck } {
  const { code, out } = runCli(['doctor', '--json'], options)
  return { code, check: JSON.parse(out).installation }
}

describe('the folder that everything is kept in', () => {
  test('is tried: where hooks could keep nothing, and say nothing, doctor says it', () => {
    const { home } = makeInstalled('unwritable')
    const file = join(home, 'a file')
    writeFileSync(file, '')
    const { code, check } = checkDoctor({ home, env: { BACKSCROLL_HOME: file } })
    expect(code).toBe(1)
    expect(check.problems).toEqual([
      `Nothing can be kept in ${file}: ${file} is no folder: move it away, or set BACKSCROLL_HOME to a folder that you may write to.`,
    ])
  }, 60_000)

  test('is tried part by part, and left as it was', () => {
    const keepDir = makeTree({})
    expect(probeKeep(keepDir)).toBeUndefined()
    expect(probeKeep(join(keepDir, 'not', 'there', 'yet'))).toBeUndefined()
    expect(readdirSync(keepDir)).toEqual([])
    expect(probeKeep(makeTree({ hooks: '' }))).toMatch(/hooks is no folder: move it away/)
    expect(probeKeep(makeTree({ 'hooks/pending': '' }))).toMatch(/pending is no folder/)
    expect(probeKeep(makeTree({ archive: '' }))).toMatch(/archive is no folder/)
    expect(probeKeep(makeTree({ archive: { link: 'gone' } }))).toMatch(/archive is a link that leads nowhere/)
    expect(probeKeep(makeTree({ 'hooks/worker/x': '' }))).toMatch(/worker is no file/)
    expect(probeKeep(makeTree({ 'lock.db/x': '' }))).toMatch(/lock\.db cannot be taken: Check that you may write/)
    expect(probeKeep('/proc/backscroll')).toMatch(/\/proc cannot be written \(\w+\): check who may write there/)
  })

  test('is to be named in full', () => {
    const { home } = makeInstalled('relative')
    const { check } = checkDoctor({ home, env: { BACKSCROLL_HOME: 'keep' } })
    expect(check.problems).toEqual([
      'BACKSCROLL_HOME is relative (keep), so each folder that Claude Code is started in keeps its own: name it in full.',
    ])
    expect(checkDoctor({ home, env: { BACKSCROLL_HOME: '~/keep' } }).check.problems).toEqual([])
    expect(existsSync(join(home, '~'))).toBe(false)
  }, 60_000)
})

describe('a session that a hook is to keep', () => {
  const place = {
    cwd: REPOSITORY,
    env: { PATH: process.env.PATH, HOME: makeHome('trial'), TMPDIR: makeHome('temporary') },
    platform: process.platform,
    timeoutMs: 15_000,
  }
  const commandOf = (script: string) => [process.execPath, script, 'hook', 'Stop'].map(quoteForShell).join(' ')

  test('is kept in a folder of the trial, which is gone afterwards', async () => {
    const home = makeHome('trial')
    expect(await tryCapture(commandOf(ENTRY), place)).toBeUndefined()
    expect(readdirSync(home)).toEqual([])
  }, 60_000)

  test('is missed in time where nobody keeps it, and why is said in its own words', async () => {
    const folder = makeTree({
      'silent.js': '',
      'failing.js': `
        const { mkdirSync, writeFileSync } = require('node:fs')
        const folder = process.env.BACKSCROLL_HOME + '/hooks'
        mkdirSync(folder, { recursive: true })
        writeFileSync(folder + '/failures.jsonl', '{"at":1,"code":"ENOSPC","message":"no space left."}\\n')`,
      'bad.js': 'process.exit(1)',
    })
    const quick = { ...place, timeoutMs: 1000 }
    expect(await tryCapture(commandOf(join(folder, 'silent.js')), quick)).toBe(
      'a session that it was to keep was not there after 2s',
    )
    expect(await tryCapture(commandOf(join(folder, 'failing.js')), place)).toBe(
      'a session that it was to keep was not kept: no space left',
    )
    expect(await tryCapture(commandOf(join(folder, 'bad.js')), place)).toMatch(/^it ended badly at Stop/)
  }, 60_000)

  test('is missed by doctor where hooks work and what they start does not', () => {
    const { home } = makeInstalled('worker')
    // Loaded before everything else: only what keeps sessions ends at once.
    const preload = join(makeHome('preload'), 'preload.cjs')
    writeFileSync(preload, `if (process.argv.includes('capture')) process.exit(3)`)
    const { code, out } = runCli(['doctor'], { home, env: { NODE_OPTIONS: `--require ${preload}` } })
    expect(code).toBe(1)
    expect(out).toMatch(
      /! The hook in .*settings\.json: a session that it was to keep was not there after 10s; meanwhile `backscroll sync` keeps what is there\./,
    )
  }, 60_000)
})

describe('what is kept', () => {
  test('is nothing at first, which is said with the next step; then all is clean', () => {
    const { home } = makeInstalled('unkept')
    const { code, out } = runCli(['doctor'], { home })
    expect(out).toContain('and nothing is kept yet: `backscroll sync` keeps what is there now.')
    expect(out).not.toContain('Clean')
    expect(code).toBe(0)
    expect(runCli(['sync'], { home }).code).toBe(0)
    expect(runCli(['doctor'], { home }).out).toContain('Clean: every line')
  }, 60_000)

  test('is asked for by the server: an index that cannot be asked is told', () => {
    const { home, keep } = makeInstalled('newer')
    expect(runCli(['sync'], { home }).code).toBe(0)
    const store = connect(keepPaths(keep).index, 'write')
    store.exec('PRAGMA user_version = 999')
    store.close()
    const { code, check } = checkDoctor({ home })
    expect(code).toBe(1)
    expect(check.problems).toEqual([
      expect.stringMatching(
        /^The server in .*\.claude\.json: its tool `recent` failed: .*newer.*backscroll reindex`\.$/,
      ),
    ])
  }, 60_000)

  test('is nothing before the first session of all, and nothing is wrong with that', () => {
    const { home } = makeInstalled('first')
    rmSync(join(home, '.claude', 'projects'), { recursive: true })
    const { code, out, err } = runCli(['doctor'], { home })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^No transcripts yet: Claude Code writes the first with your next session\.\n\nSet up in/)
  }, 60_000)
})

describe('the next step', () => {
  function makeProject(name: string): string {
    const project = makeHome(name)
    mkdirSync(join(project, '.git'))
    return project
  }

  test('for a project is to have the program on the PATH, where it is not', () => {
    const [home, cwd] = [makeHome('member'), makeProject('shared')]
    mkdirSync(join(home, '.claude'))
    const options = { home, cwd, env: { PATH: ['/usr/bin', '/bin', dirname(process.execPath)].join(delimiter) } }
    expect(runCli(['install', '--yes', '--scope', 'project', '--only', 'hooks'], options).code).toBe(0)
    expect(checkDoctor(options).check.problems).toEqual([
      expect.stringMatching(
        /exit code 127.*; everybody in the project needs `backscroll` on their PATH, and it is not on yours: /,
      ),
    ])
  }, 60_000)

  test('names the scope, also where hooks run twice', () => {
    const [home, cwd] = [makeHome('twice'), makeProject('doubled')]
    mkdirSync(join(home, '.claude'))
    const hooks = (command: string) => ({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } })
    mkdirSync(join(cwd, '.claude'))
    writeFileSync(join(home, SETTINGS), JSON.stringify(hooks(`${process.execPath} ${ENTRY} hook Stop`)))
    const local = join(cwd, '.claude', 'settings.local.json')
    writeFileSync(local, JSON.stringify(hooks('/gone/node /gone/backscroll.js hook Stop')))
    const { check } = checkDoctor({ home, cwd })
    expect(check.problems).toContain(
      `Hooks stand in ${join(home, SETTINGS)} and in ${local}, so they run twice at Stop: \`backscroll uninstall --scope local --only hooks\` takes out the latter.`,
    )
    rmSync(join(home, SETTINGS))
    expect(checkDoctor({ home, cwd }).check.problems).toEqual([
      expect.stringMatching(/^Nothing runs at .*: `backscroll install --scope local` puts that right\.$/),
    ])
    writeFileSync(local, JSON.stringify(hooks(`${process.execPath} ${ENTRY} hook Stop`)))
    writeFileSync(join(home, SETTINGS), JSON.stringify(hooks(`${process.execPath} ${ENTRY} hook Stop`)))
    expect(checkDoctor({ home, cwd }).check.problems.filter(problem => problem.includes('twice'))).toEqual([])
  }, 60_000)
})

test('a server over HTTP is known as ours, and not started', () => {
  const home = makeHome('http')
  mkdirSync(join(home, '.claude'))
  const server = { type: 'http', url: 'http://127.0.0.1:4871/mcp?project=/x', headers: { Authorization: 'Bearer key' } }
  writeFileSync(join(home, '.claude.json'), JSON.stringify({ mcpServers: { backscroll: server } }))
  const { code, out } = runCli(['doctor'], { home })
  expect(out).toMatch(/server {2}.*\.claude\.json: not run, as it is one over HTTP/)
  expect(out).not.toContain('Bearer')
  expect(code).toBe(0)
}, 60_000)
