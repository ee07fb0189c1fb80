import { readFileSync, writeFileSync } from 'node:fs'
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
  test('needs a client', async () => {
    const home = makeKeepHome()
    const { code, err } = await home.run(['statusline', '--install', '--yes'], {
      env: { HOME: '/none' },
      home: makeTree({}),
    })
    expect(code).toBe(2)
    expect(err).toContain('Start Claude Code once')
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
    expect(commandFor({ ...machine, executable: ['/opt/my node/node', '/x/b.js'] })).toBe(
      "'/opt/my node/node' /x/b.js statusline",
    )
    expect(commandFor({ ...machine, platform: 'win32', executable: ['C:\\node.exe', 'C:\\b\\b.js'] })).toBe(
      'C:/node.exe C:/b/b.js statusline',
    )
  })
  test('is none where the program may be gone tomorrow', () => {
    expect(() => commandFor({ ...machine, executable: ['/n', '/h/.npm/_npx/1/b.js'] })).toThrow(/cache of npx/)
    expect(() => commandFor({ ...machine, isDemo: true, executable: ['/n', '/b.js'] })).toThrow(/demo set/)
  })
})
