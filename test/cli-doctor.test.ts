import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { InstallationCheck } from '../src/surfaces/cli/doctor/check-installation.ts'
import { hookPlaces } from '../src/surfaces/cli/hook/hook-places.ts'
import { ENTRY, makeHome, REPOSITORY, type RunOptions, runCli } from './cli-runner.ts'

const DAY_MS = 24 * 60 * 60_000

/** A home with a few clean transcripts, and these files beside them. */
function prepareHome(name: string, files: { readonly [path: string]: unknown }): string {
  const home = makeHome(name)
  cpSync(join(REPOSITORY, 'demo', 'claude', 'projects'), join(home, '.claude', 'projects'), { recursive: true })
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return home
}

function hooksOf(events: readonly string[], program: string): object {
  const groups = events.map(event => [event, [{ hooks: [{ type: 'command', command: `${program} hook ${event}` }] }]])
  return Object.fromEntries(groups)
}

function checkDoctor(options: RunOptions): { readonly code: number | null; readonly check: InstallationCheck } {
  const { code, out } = runCli(['doctor', '--json'], options)
  return { code, check: JSON.parse(out).installation }
}

/** A PATH on which `backscroll` is found. */
function withProgram(name: string): { readonly PATH: string } {
  const bin = makeHome(name)
  writeFileSync(join(bin, 'backscroll'), `#!/bin/sh\nexec ${NODE} "$@"\n`, { mode: 0o755 })
  return { PATH: [bin, process.env.PATH].join(delimiter) }
}

const NODE = `"${process.execPath}" "${ENTRY}"`
const SETTINGS = '.claude/settings.json'

describe('what Claude Code runs of backscroll', () => {
  test('is nothing at first: that is no finding, and the next step is named', () => {
    const home = prepareHome('bare', {})
    const { code, out } = runCli(['doctor'], { home })
    expect(out).toContain('\nNot set up in Claude Code: `backscroll install` keeps sessions as they go')
    expect(code).toBe(0)
  })

  test('is run as `install` wrote it: a hook, and a round trip with the server; the hook changes nothing of the person’s', () => {
    const home = prepareHome('installed', { 'dotfiles/settings.json': '{}' })
    // As people have it who keep their settings with their dotfiles.
    symlinkSync('../dotfiles/settings.json', join(home, SETTINGS))
    expect(runCli(['install', '--yes'], { home }).code).toBe(0)
    const { hooks } = JSON.parse(readFileSync(join(home, SETTINGS), 'utf8'))
    const { code, check } = checkDoctor({ home })
    expect(check.problems).toEqual([])
    expect(code).toBe(0)
    expect(check).toMatchObject({ isClean: true, isSetUp: true, recall: 'off', waiting: 0, failures: [] })
    const { command } = hooks.SessionStart[0].hooks[0]
    expect(check.hooks).toEqual([expect.objectContaining({ path: join(home, SETTINGS), command })])
    expect(check.servers[0]?.result?.tools).toEqual(expect.arrayContaining(['search', 'read', 'status']))
    expect(existsSync(hookPlaces(join(home, '.local', 'share', 'backscroll')).folder)).toBe(false)
  }, 30_000)

  test('for everybody in a project is run as `install` wrote it there, with the program on the PATH', () => {
    const home = prepareHome('member', {})
    const project = makeHome('shared')
    mkdirSync(join(project, '.git'))
    const options = { home, cwd: project, env: withProgram('shared-bin') }
    expect(runCli(['install', '--yes', '--scope', 'project'], options).code).toBe(0)
    const { code, check } = checkDoctor(options)
    expect({ code, problems: check.problems }).toEqual({ code: 0, problems: [] })
    const tried = [...check.hooks, ...check.servers].map(({ path, command, whyNot }) => [path, command, whyNot])
    expect(tried).toEqual([
      [join(project, '.claude', 'settings.json'), 'backscroll hook SessionStart', undefined],
      [join(project, '.mcp.json'), 'backscroll mcp', undefined],
    ])
  }, 30_000)

  test('is told where it fails: gone, failing, left out, switched off, stuck', () => {
    const now = Date.now()
    const failing = join(makeHome('failing'), 'backscroll.js')
    writeFileSync(failing, 'process.exit(3)')
    const keep = '.local/share/backscroll/hooks'
    const failure = { event: 'Stop', code: 'ENOSPC', message: 'no space left' }
    const home = prepareHome('bad', {
      [SETTINGS]: {
        disableAllHooks: true,
        hooks: {
          ...hooksOf(['Stop'], '/gone/node /gone/backscroll.js'),
          ...hooksOf(['PreCompact'], `"${process.execPath}" "${failing}"`),
        },
      },
      '.claude.json': { mcpServers: { backscroll: { command: '/gone/backscroll', args: ['mcp'] } } },
      '.config/backscroll/config.json': { recall: 'prompt' },
      [`${keep}/failures.jsonl`]: [
        { at: now - 30 * DAY_MS, ...failure, message: 'long ago' },
        { at: now - DAY_MS, ...failure },
      ]
        .map(line => `${JSON.stringify(line)}\n`)
        .join(''),
      [`${keep}/pending/1.json`]: { transcriptPath: '/x.jsonl', event: 'Stop', at: now - DAY_MS, failed: 2 },
    })
    const { code, out } = runCli(['doctor'], { home })
    expect(code).toBe(1)
    for (const said of [
      `The hook in ${join(home, SETTINGS)}: /gone/node is gone; \`backscroll install\` writes it anew.`,
      `The hook in ${join(home, SETTINGS)}: it ended with exit code 3; `,
      'The server in ',
      '/gone/backscroll is gone; ',
      `No hook runs: ${join(home, SETTINGS)} sets \`disableAllHooks\``,
      'Nothing runs at SessionStart, SubagentStop, SessionEnd: ',
      'Recall is switched on (prompt), but nothing runs at SessionStart and UserPromptSubmit: ',
      'A hook failed 1d ago at Stop: no space left.',
      '1 session waits to be kept, the first since 1d ago: ',
      'things are to be put right.',
    ]) {
      expect(out).toContain(said)
    }
    expect(out).not.toContain('long ago')
  }, 30_000)

  test('in a file of the project is not run where anybody could have written it', () => {
    const home = prepareHome('guest', {})
    const project = makeHome('project')
    const program = join(project, 'backscroll')
    const mark = join(project, 'was-run')
    writeFileSync(program, `#!/bin/sh\ntouch "${mark}"\n`, { mode: 0o755 })
    for (const name of ['settings.json', 'settings.local.json']) {
      mkdirSync(join(project, '.claude'), { recursive: true })
      writeFileSync(join(project, '.claude', name), JSON.stringify({ hooks: hooksOf(['Stop'], program) }))
    }
    const server = { command: 'backscroll', args: ['mcp'], env: { PATH: project } }
    writeFileSync(join(project, '.mcp.json'), JSON.stringify({ mcpServers: { backscroll: server } }))
    const { check } = checkDoctor({ home, cwd: project })
    const whyNot = expect.stringMatching(/in a file of this project/)
    expect(check.hooks).toEqual([expect.objectContaining({ command: `${program} hook Stop`, whyNot })])
    expect(check.servers).toEqual([expect.objectContaining({ command: 'backscroll mcp', whyNot })])
    expect(existsSync(mark)).toBe(false)
  }, 30_000)

  test('by the plugin is run from where the client has put it; with `install` beside it all runs twice', () => {
    const folder = join(makeHome('cache'), 'backscroll')
    cpSync(join(REPOSITORY, 'plugin'), folder, { recursive: true })
    const home = prepareHome('plugin', {
      [SETTINGS]: { enabledPlugins: { 'backscroll@backscroll': true }, hooks: hooksOf(['Stop'], NODE) },
      '.claude/plugins/installed_plugins.json': {
        version: 2,
        plugins: { 'other@x': [{ installPath: '/x' }], 'backscroll@backscroll': [{ installPath: folder }] },
      },
    })
    const alone = checkDoctor({ home })
    expect(alone.code).toBe(1)
    expect(alone.check.problems).toEqual([
      expect.stringMatching(/^The plugin is on, and hooks or server .* runs twice/),
      expect.stringMatching(/^The plugin is on, and finds no `backscroll` on the PATH/),
    ])
    const { check } = checkDoctor({ home, env: withProgram('bin') })
    expect(check.problems).toEqual([expect.stringMatching(/runs twice/)])
    expect(check.hooks.map(({ path }) => path)).toEqual([join(home, SETTINGS), folder])
    expect(check.servers.map(({ path, result }) => [path, result?.problem])).toEqual([[folder, undefined]])
  }, 60_000)

  test('by the plugin alone is in order: its hook and its server run, and that is said', () => {
    const folder = join(makeHome('cache alone'), 'backscroll')
    cpSync(join(REPOSITORY, 'plugin'), folder, { recursive: true })
    const home = prepareHome('plugin-alone', {
      [SETTINGS]: { enabledPlugins: { 'backscroll@backscroll': true } },
      '.claude/plugins/installed_plugins.json': {
        version: 2,
        plugins: { 'backscroll@backscroll': [{ installPath: folder }] },
      },
    })
    const { code, out } = runCli(['doctor'], { home, env: withProgram('bin-alone') })
    const [, lines = ''] = out.split('Set up in Claude Code\n')
    expect(lines).toMatch(/^ {2}hooks {3}.*cache alone\/backscroll: ran in .*s$/m)
    expect(lines).toMatch(/^ {2}server {2}.*cache alone\/backscroll: 8 tools, answered in .*s$/m)
    expect(lines).toMatch(/^ {2}plugin {2}on$/m)
    expect(lines).not.toContain('!')
    expect(code).toBe(0)
  }, 60_000)

  test('by the plugin with an old Node on the PATH: in order where there is a newer one, else what to do is said', () => {
    const folder = join(makeHome('cache old'), 'backscroll')
    cpSync(join(REPOSITORY, 'plugin'), folder, { recursive: true })
    const home = prepareHome('plugin-old', {
      [SETTINGS]: { enabledPlugins: { 'backscroll@backscroll': true } },
      '.claude/plugins/installed_plugins.json': { plugins: { 'backscroll@backscroll': { installPath: folder } } },
    })
    const bin = makeHome('old-bin')
    const guise = join(bin, 'guise.cjs')
    writeFileSync(guise, "Object.defineProperty(process.versions, 'node', { value: '18.19.0' })\n")
    const says = '[ "$1" = --version ] && echo v18.19.0 && exit'
    const old = `#!/bin/sh\n${says}\nexec "${process.execPath}" -r "${guise}" "$@"\n`
    writeFileSync(join(bin, 'node'), old, { mode: 0o755 })
    const script = join(makeHome('old-package'), 'dist', 'bin', 'backscroll.js')
    mkdirSync(dirname(script), { recursive: true })
    writeFileSync(script, `process.argv[1] = ${JSON.stringify(ENTRY)}; import(${JSON.stringify(ENTRY)})`, {
      mode: 0o755,
    })
    symlinkSync(script, join(bin, 'backscroll'))
    const options = { home, env: { PATH: [bin, '/bin'].join(delimiter) } }
    const before = checkDoctor(options).check
    // Places of this machine itself may have one.
    if (before.problems.length > 0) {
      expect(before.problems).toEqual([
        expect.stringMatching(
          /^The plugin is on, and nothing of it runs: backscroll needs Node 22.16 or newer, and the one/,
        ),
      ])
      expect(before.hooks).toEqual([])
    }
    const newer = join(home, '.nvm', 'versions', 'node', `v${process.versions.node}`, 'bin')
    mkdirSync(newer, { recursive: true })
    symlinkSync(process.execPath, join(newer, 'node'))
    const { check } = checkDoctor(options)
    expect([...check.hooks, ...check.servers].map(({ path }) => path)).toEqual([folder, folder])
    expect(check.problems.filter(problem => /\bNode\b|finds no|too old/.test(problem))).toEqual([])
  }, 60_000)
})

test('whoever names other transcripts asks about those alone', () => {
  const home = prepareHome('elsewhere', { [SETTINGS]: { hooks: hooksOf(['Stop'], '/gone/backscroll') } })
  const { code, out } = runCli(['doctor', '--json', '--root', join(home, '.claude')], { home })
  expect(code).toBe(0)
  expect(JSON.parse(out)).not.toHaveProperty('installation')
})
