import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { hookGroup, wantedEvents } from '../src/surfaces/cli/install/wanted.ts'
import { PROMPTS } from '../src/surfaces/mcp/prompts.ts'
import { TOOLS } from '../src/surfaces/mcp/tools/table.ts'
import { REPOSITORY } from './cli-runner.ts'
import { listMarketplaceProblems, readFrontMatter } from './plugin-shape.ts'

const folder = mkdtempSync(join(tmpdir(), 'backscroll plugin-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The client puts the plugin's folder in its place. */
const VARIABLE = `\${CLAUDE_PLUGIN_ROOT}`

let copies = 0

/** The marketplace with its plugin and nothing around them, as the client copies it. */
function copyPlugin(): string {
  const root = join(folder, `copy ${copies++}`)
  for (const name of ['.claude-plugin', 'plugin']) cpSync(join(REPOSITORY, name), join(root, name), { recursive: true })
  return root
}

function readJson(...path: readonly string[]) {
  return JSON.parse(readFileSync(join(REPOSITORY, ...path), 'utf8'))
}

describe('the marketplace and its plugin', () => {
  test('have the documented shape', () => {
    expect(listMarketplaceProblems(REPOSITORY)).toEqual([])
  })
  test('are whole by themselves: nothing they name lies outside', () => {
    expect(listMarketplaceProblems(copyPlugin())).toEqual([])
  })
  test('have the version and the license of the package, and are part of it', () => {
    const { version, license, files } = readJson('package.json')
    expect(readJson('plugin', '.claude-plugin', 'plugin.json')).toMatchObject({ version, license })
    expect(files).toEqual(expect.arrayContaining(['plugin', '.claude-plugin']))
  })
  test('run the hooks that `install` sets up for every level of recall, with the same matchers and times', () => {
    const { hooks } = readJson('plugin', 'hooks', 'hooks.json')
    expect(Object.keys(hooks)).toEqual(wantedEvents('file'))
    for (const event of wantedEvents('file')) {
      const wanted = JSON.parse(JSON.stringify(hookGroup({ words: ['backscroll'], script: undefined }, event)))
      const command = `command -v node >/dev/null || exit 0; exec node "${VARIABLE}/scripts/launch.cjs" hook ${event}`
      expect(hooks[event]).toEqual([{ ...wanted, hooks: [{ ...wanted.hooks[0], command }] }])
    }
  })
  test('let commands and skill call tools that there are, and say of each what it is for', () => {
    const prefix = 'mcp__plugin_backscroll_backscroll__'
    const known = new Set(TOOLS.map(({ name }) => name))
    for (const path of listTexts()) {
      const { fields, body } = readFrontMatter(path, path)
      const allowed = [fields['allowed-tools'] ?? []].flat()
      expect(allowed.length).toBeGreaterThan(1)
      for (const name of allowed) expect([path, known.has(name.slice(prefix.length))]).toEqual([path, true])
      const named = Array.from(body.matchAll(/`([a-z_]+)`/g), ([, name = '']) => name).filter(name => known.has(name))
      expect([path, named.filter(name => name !== 'usage' && !allowed.includes(prefix + name))]).toEqual([path, []])
      expect(body).toMatch(/quoted history/)
    }
  })
  test('have the words of the prompts of the MCP server: what is changed there is changed in plugin/commands too', () => {
    expect(PROMPTS.length).toBeGreaterThan(1)
    for (const { name, description, text } of PROMPTS) {
      const { fields, body } = readFrontMatter(join(REPOSITORY, 'plugin', 'commands', `${name}.md`), name)
      expect(body.trim()).toBe(text('$ARGUMENTS'))
      expect(fields.description).toBe(description)
    }
  })
})

function listTexts(): readonly string[] {
  const commands = join(REPOSITORY, 'plugin', 'commands')
  const skill = join(REPOSITORY, 'plugin', 'skills', 'search-past-sessions', 'SKILL.md')
  return [...readdirSync(commands).map(name => join(commands, name)), skill]
}

const MARKETPLACE = '.claude-plugin/marketplace.json'
const MANIFEST = 'plugin/.claude-plugin/plugin.json'
const HOOKS = 'plugin/hooks/hooks.json'
const SKILL = 'plugin/skills/search-past-sessions/SKILL.md'
const COMMAND = 'plugin/commands/find-fix.md'

/** What is broken, where, by which change of the text, and what is said about it. */
const BROKEN: readonly (readonly [string, string, string | RegExp, string, RegExp])[] = [
  ['a comma too many', MANIFEST, '"license"', ',"license"', /plugin\.json is missing or no JSON/],
  ['a list for a manifest', MANIFEST, /[\s\S]+/, '[]', /plugin\.json is no object/],
  ['a name with a space', MANIFEST, '"backscroll"', '"Back Scroll"', /name is not kebab-case/],
  ['another name than in the list', MANIFEST, '"backscroll"', '"scrollback"', /the plugin itself has another name/],
  ['a key nobody knows', MANIFEST, '"license"', '"licence"', /unknown key licence/],
  ['no author', MANIFEST, '"author": { "name"', '"author": { "email"', /author has no name/],
  ['a version that is none', MANIFEST, '0.1.0', 'latest', /version is no version/],
  ['a path that is not there', MANIFEST, '"license"', '"commands": "./gone", "license"', /commands names \.\/gone/],
  ['a path out of the plugin', MANIFEST, '"license"', '"skills": "./../docs", "license"', /skills names/],
  ['a path without its dot', MANIFEST, '"license"', '"commands": "commands", "license"', /commands names commands/],
  ['hooks named twice', MANIFEST, '"license"', '"hooks": "./hooks/hooks.json", "license"', /read anyway/],
  ['no owner', MARKETPLACE, '"owner"', '"boss"', /owner has no name/],
  ['a reserved name', MARKETPLACE, '"backscroll"', '"claude-plugins"', /is reserved/],
  ['a plugin above', MARKETPLACE, './plugin', '../plugin', /source is no folder/],
  ['a plugin that is not there', MARKETPLACE, './plugin', './plugins', /source is no folder/],
  ['two versions', MARKETPLACE, '"source"', '"version": "0.1.0", "source"', /version stands in plugin\.json too/],
  ['an event nobody knows', HOOKS, '"Stop"', '"Stopped"', /no event Stopped/],
  [
    'a matcher that counts for nothing',
    HOOKS,
    '"UserPromptSubmit": [\n      {',
    '"UserPromptSubmit": [{"matcher":"x",',
    /takes no matcher/,
  ],
  ['a hook without its list', HOOKS, /"Stop": \[([\s\S]*?)\n {4}\]/, '"Stop": {}', /Stop is no list/],
  ['a hook of another type', HOOKS, '"command",', '"cmd",', /type is not command/],
  [
    'a folder without quotes',
    HOOKS,
    /\\"\$\{CLAUDE_PLUGIN_ROOT\}\/scripts\/launch\.cjs\\"/,
    `${VARIABLE}/scripts/launch.cjs`,
    /not quoted/,
  ],
  ['a script that is not there', HOOKS, 'launch.cjs', 'start.cjs', /start\.cjs is not in the plugin/],
  ['a time that is none', HOOKS, '"timeout": 10', '"timeout": "10s"', /timeout is no number/],
  ['a server without a command', 'plugin/.mcp.json', '"command"', '"cmd"', /command is missing/],
  ['a server outside', 'plugin/.mcp.json', '/scripts/', '/../dist/', /is not in the plugin/],
  ['a skill without a description', SKILL, 'description:', 'about:', /description is missing/],
  ['a skill of another name', SKILL, 'name: search', 'name: find', /the skill has another name/],
  ['no front matter', SKILL, '---\n', '', /no front matter/],
  ['text that YAML reads otherwise', COMMAND, 'Find where', 'Find: where', /description must be quoted/],
  [
    'a list where a text is meant',
    COMMAND,
    /argument-hint: "(.*)"/,
    'argument-hint: $1',
    /argument-hint must be quoted/,
  ],
  ['arguments that go nowhere', COMMAND, '$ARGUMENTS', 'it', /differ about arguments/],
]

test.each(BROKEN)('%s is found', (_what, path, from, to, complaint) => {
  const root = copyPlugin()
  const text = readFileSync(join(root, path), 'utf8')
  const broken = text.replace(from, () =>
    from instanceof RegExp ? (from.exec(text)?.[0] ?? '').replace(from, to) : to,
  )
  expect(broken).not.toBe(text)
  writeFileSync(join(root, path), broken)
  expect(listMarketplaceProblems(root)).toContainEqual(expect.stringMatching(complaint))
})

describe('the launcher', () => {
  const root = copyPlugin()
  const launcher = join(root, 'plugin', 'scripts', 'launch.cjs')
  const echo =
    'console.log(JSON.stringify({ own: process.argv[1], words: process.argv.slice(2), parent: process.ppid }))'

  /** As the client gives it to a shell. */
  function hookCommand(event: string): string {
    const { hooks } = readJson('plugin', 'hooks', 'hooks.json')
    return hooks[event][0].hooks[0].command.replaceAll(VARIABLE, join(root, 'plugin'))
  }

  function launch(path: string, words: readonly string[], { script = launcher, cwd = folder } = {}) {
    const options = { cwd, env: { PATH: path }, encoding: 'utf8' } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], options)
    return { status, stdout, stderr }
  }

  /** A package with a command, and a folder for the PATH. */
  function makePackage(name: string): { readonly script: string; readonly bin: string } {
    const script = join(folder, name, 'dist', 'bin', 'backscroll.js')
    const bin = join(folder, name, 'path')
    mkdirSync(dirname(script), { recursive: true })
    mkdirSync(bin)
    writeFileSync(join(folder, name, 'package.json'), '{"type":"module"}')
    writeFileSync(script, `#!/usr/bin/env node\n${echo}\n`, { mode: 0o755 })
    return { script, bin }
  }

  test('is silent at hooks where there is no backscroll, and says so to whoever starts the server', () => {
    expect(launch('/nowhere', ['hook', 'Stop'])).toEqual({ status: 0, stdout: '', stderr: '' })
    const { status, stdout, stderr } = launch('/nowhere', ['mcp'])
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^backscroll is not on the PATH: .*\n$/)
  })

  test('runs the one on the PATH in its own process, which takes itself for that', () => {
    const { script, bin } = makePackage('linked')
    symlinkSync(script, join(bin, 'backscroll'))
    const { status, stdout, stderr } = launch(['.', '/nowhere', bin].join(delimiter), ['hook', 'Stop'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({ own: script, words: ['hook', 'Stop'], parent: process.pid })
  })

  test('leaves no shell between the client and the hook', async () => {
    const { script, bin } = makePackage('parent')
    symlinkSync(script, join(bin, 'backscroll'))
    const command = hookCommand('SessionStart')
    const { out } = await runShell(command, [bin, dirname(process.execPath)].join(delimiter))
    expect(JSON.parse(out)).toMatchObject({ parent: process.pid, words: ['hook', 'SessionStart'] })
  })

  test('looks further where what is found may not be run, as a shell does', () => {
    const { script, bin } = makePackage('runnable')
    symlinkSync(script, join(bin, 'backscroll'))
    const { bin: first } = makePackage('not runnable')
    writeFileSync(join(first, 'backscroll'), '#!/bin/sh\necho wrong\n', { mode: 0o644 })
    const { stdout } = launch([first, bin].join(delimiter), ['hook', 'Stop'])
    expect(JSON.parse(stdout).own).toBe(script)
    expect(launch(first, ['hook', 'Stop'])).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  test('runs a program that stands for it', () => {
    const { script, bin } = makePackage('wrapped')
    const program = join(bin, 'backscroll')
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`)
    chmodSync(program, 0o755)
    expect(JSON.parse(launch(bin, ['mcp']).stdout)).toMatchObject({ own: script, words: ['mcp'] })
  })

  test('runs the one beside the plugin in a clone, and nothing from the folder it is called in', () => {
    const { script } = makePackage('clone')
    cpSync(join(root, 'plugin'), join(folder, 'clone', 'plugin'), { recursive: true })
    const own = join(folder, 'clone', 'plugin', 'scripts', 'launch.cjs')
    const { bin: cwd, script: other } = makePackage('foreign')
    symlinkSync(other, join(cwd, 'backscroll'))
    const { stdout } = launch(['.', ''].join(delimiter), ['hook', 'Stop'], { script: own, cwd })
    expect(JSON.parse(stdout).own).toBe(script)
  })

  test('never fails a hook, as a shell runs it: not even with a broken backscroll, or without Node', async () => {
    const { script, bin } = makePackage('broken')
    symlinkSync(script, join(bin, 'backscroll'))
    writeFileSync(script, 'process.exitCode = 2; throw new Error("broken")')
    const command = hookCommand('Stop')
    expect(await runShell(command, [bin, dirname(process.execPath)].join(delimiter))).toEqual({ code: 0, out: '' })
    writeFileSync(script, 'setTimeout(() => process.exit(2), 1)')
    expect(await runShell(command, [bin, dirname(process.execPath)].join(delimiter))).toEqual({ code: 0, out: '' })
    expect(await runShell(command, '/nowhere')).toEqual({ code: 0, out: '' })
  })
})

function runShell(command: string, path: string): Promise<{ readonly code: number | null; readonly out: string }> {
  return new Promise(resolve => {
    const child = spawn('/bin/sh', ['-c', command], { env: { PATH: path } })
    let out = ''
    child.stdout.on('data', data => (out += data))
    child.on('close', code => resolve({ code, out }))
    // Nobody may be there to read it.
    child.stdin.on('error', () => {})
    child.stdin.end('{}')
  })
}
