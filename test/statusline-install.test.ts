import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandFor } from '../src/surfaces/cli/statusline/install-status-line.ts'
import { ENTRY } from './cli-runner.ts'
import { hasTerminal, runInTerminal } from './in-terminal.ts'
import { type KeepHome, makeKeepHome, makeKept } from './keep-home.ts'
import { makeTree } from './temp-tree.ts'

const OURS = { type: 'command', command: `${process.execPath} ${ENTRY} statusline`, padding: 0 }
const OTHER = '{\n    "statusLine": {"type": "command", "command": "mine.sh"},\n    "model": "opus"\n}\n'

function readSettings({ config }: KeepHome): unknown {
  return JSON.parse(readFileSync(join(config, 'settings.json'), 'utf8'))
}

function writeSettings({ config }: KeepHome, text: string): void {
  writeFileSync(join(config, 'settings.json'), text)
}

describe('statusline --install', () => {
  test('writes the settings after a yes, and says what is missing', async () => {
    const home = makeKeepHome()
    const { code, out, err } = await home.run(['statusline', '--install', '--yes'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('Installed')
    expect(out).toContain('delete "statusLine" in ~/.claude/settings.json')
    expect(out).toContain('`backscroll sync` makes it')
    expect(readSettings(home)).toEqual({ statusLine: OURS })
    const again = await home.run(['statusline', '--install'])
    expect(again.code).toBe(0)
    expect(again.out).toContain('already')
  })
  test('says nothing about an index that is there', async () => {
    const { out } = await (await makeKept()).run(['statusline', '--install', '--yes'])
    expect(out).not.toContain('sync')
  })
  test('asks before it changes anything', async () => {
    const home = makeKeepHome()
    writeSettings(home, OTHER)
    const { code, err } = await home.run(['statusline', '--install'])
    expect(code).toBe(2)
    expect(err).toMatch(/another status line.*nobody is here to be asked/)
    expect(err).toContain('`backscroll statusline --install --yes`')
    expect(readFileSync(join(home.config, 'settings.json'), 'utf8')).toBe(OTHER)
  })
  test('tells how to undo what it replaced', async () => {
    const home = makeKeepHome()
    writeSettings(home, OTHER)
    const { out } = await home.run(['statusline', '--install', '--yes'])
    expect(out).toContain('back to {"type":"command","command":"mine.sh"}')
    expect(readSettings(home)).toEqual({ statusLine: OURS, model: 'opus' })
  })
  test('leaves broken settings alone', async () => {
    const home = makeKeepHome()
    writeSettings(home, '{"a":')
    const { code, err } = await home.run(['statusline', '--install', '--yes'])
    expect(code).toBe(2)
    expect(err).toContain('is not a JSON object: it was not changed')
  })
  test('changes the settings of the folder that CLAUDE_CONFIG_DIR names', async () => {
    const home = makeKeepHome()
    const config = makeTree({ 'projects/x/y': '' })
    const { code } = await home.run(['statusline', '--install', '--yes'], { env: { CLAUDE_CONFIG_DIR: config } })
    expect(code).toBe(0)
    expect(JSON.parse(readFileSync(join(config, 'settings.json'), 'utf8'))).toEqual({ statusLine: OURS })
  })
  test('changes each folder of a list, and names those that are not there', async () => {
    const home = makeKeepHome()
    const [one, two] = [makeTree({ 'settings.json': '{}' }), makeTree({})]
    const run = await home.run(['statusline', '--install', '--yes'], {
      env: { CLAUDE_CONFIG_DIR: `${one}, ${two},${home.home}/none` },
    })
    expect(run).toMatchObject({
      code: 0,
      err: `backscroll: CLAUDE_CONFIG_DIR names ${home.home}/none, which is not there\n`,
    })
    for (const folder of [one, two])
      expect(JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'))).toEqual({ statusLine: OURS })
    expect(existsSync(join(home.config, 'settings.json'))).toBe(false)
  })
  test('needs no transcripts, and does not go by where they are read', async () => {
    const home = makeTree({
      '.claude/settings.json': '{}',
      '.config/backscroll/config.json': '{"roots":["/none"]}',
      'other/projects/x/y': '',
    })
    const args = ['--root', join(home, 'other'), 'statusline', '--install', '--yes']
    expect((await makeKeepHome().run(args, { home })).code).toBe(0)
    const text = readFileSync(join(home, '.claude', 'settings.json'), 'utf8')
    expect(JSON.parse(text)).toEqual({ statusLine: OURS })
    expect(existsSync(join(home, 'other', 'settings.json'))).toBe(false)
  })
  test('needs a client', async () => {
    const home = makeTree({})
    const run = (env: { [name: string]: string }) =>
      makeKeepHome().run(['statusline', '--install', '--yes'], { home, env })
    const none = await run({})
    expect(none.code).toBe(2)
    expect(none.err).toContain(`there is no folder ${join(home, '.claude')}`)
    expect(none.err).toContain('Start Claude Code once')
    const named = await run({ CLAUDE_CONFIG_DIR: join(home, 'none') })
    expect(named.code).toBe(2)
    expect(named.err).toContain(`CLAUDE_CONFIG_DIR names no folder (${join(home, 'none')})`)
  })
  test('keeps a template in the command', async () => {
    const home = makeKeepHome()
    const asked = await home.run(['statusline', '--install', '--template', "{model} it's {modle}"])
    expect(asked.err).toContain('did you mean {model}?')
    expect(asked.err).toContain("statusline --install --template '{model} it'\\''s {modle}' --yes`")
    expect((await home.run(['statusline', '--install', '--yes', '--template', "{model} it's"])).code).toBe(0)
    const { statusLine } = readSettings(home) as { readonly statusLine: { readonly command: string } }
    const shown = spawnSync('sh', ['-c', statusLine.command], {
      input: '{"model":"Opus"}',
      env: { HOME: home.home, NO_COLOR: '1' },
      encoding: 'utf8',
    })
    expect(shown.stdout).toBe("Opus it's\n")
  })
  test('keeps what somebody set beside the command', async () => {
    const home = makeKeepHome()
    const own = { padding: 3, refreshInterval: 10 }
    writeSettings(home, JSON.stringify({ statusLine: { command: 'mine.sh', ...own } }))
    await home.run(['statusline', '--install', '--yes'])
    expect(readSettings(home)).toEqual({ statusLine: { ...OURS, ...own } })
    expect((await home.run(['statusline', '--install'])).out).toContain('already')
  })
  test('is refused for the demo set, with a hint that helps', async () => {
    const { code, err } = await makeKeepHome().run(['--demo', 'statusline', '--install'])
    expect(code).toBe(2)
    expect(err).toMatch(/^Leave out --demo/m)
    expect(err).not.toContain('backscroll --demo')
  })
  test.runIf(hasTerminal())('takes a yes or a no on a terminal', () => {
    const home = makeKeepHome()
    writeSettings(home, OTHER)
    const no = runInTerminal(['statusline', '--install'], { home: home.home, input: 'n\n' })
    expect(no.code).toBe(1)
    expect(no.text).toContain('There is another status line: {"type":"command","command":"mine.sh"}')
    expect(no.text).toContain('Replace it in ~/.claude/settings.json? [y/N]')
    expect(no.text).toContain('Left as it is.')
    expect(readFileSync(join(home.config, 'settings.json'), 'utf8')).toBe(OTHER)
    const yes = runInTerminal(['statusline', '--install'], { home: home.home, input: 'y\n' })
    expect(yes.code).toBe(0)
    expect(readSettings(home)).toEqual({ statusLine: OURS, model: 'opus' })
  })
})

describe('the command in the settings', () => {
  const machine = { platform: 'linux', isDemo: false }
  test('is one that a shell understands', () => {
    expect(commandFor({ ...machine, executable: ['/opt/my node/node', '/x/b.js'] }, undefined)).toBe(
      "'/opt/my node/node' /x/b.js statusline",
    )
    const windows = { ...machine, platform: 'win32', executable: ['C:\\node.exe', 'C:\\b\\b.js'] }
    expect(commandFor(windows, 'a\\b')).toBe("C:/node.exe C:/b/b.js statusline --template 'a\\b'")
  })
  test('is none where the program may be gone tomorrow', () => {
    expect(() => commandFor({ ...machine, executable: ['/n', '/h/.npm/_npx/1/b.js'] }, undefined)).toThrow(
      /cache of npx/,
    )
    expect(() => commandFor({ ...machine, isDemo: true, executable: ['/n', '/b.js'] }, undefined)).toThrow(/demo set/)
  })
})
