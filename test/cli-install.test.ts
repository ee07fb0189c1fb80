import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ENTRY } from './cli-runner.ts'
import { hasTerminal, runInTerminal } from './in-terminal.ts'
import { commandsOf, EVENTS, makeInstallHome, PROGRAM } from './install-home.ts'

const SETTINGS = '.claude/settings.json'
const STATE = '.claude.json'
const OURS = Object.fromEntries(EVENTS.map(event => [event, [`${PROGRAM} hook ${event}`]]))
const SERVER = { type: 'stdio', command: process.execPath, args: [ENTRY, 'mcp'] }
/** Somebody's own: odd spaces, hooks of theirs, a key beside. */
const MINE = `{
   "env": {"TOKEN": "sk-secret-1"},
   "hooks": { "Stop": [ {"hooks": [ {"type": "command", "command": "say done"} ]} ] }
}
`

describe('install', () => {
  test('sets up hooks, server and status line where nothing is', async () => {
    const home = makeInstallHome()
    const { code, out, err } = await home.run(['install', '--yes'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(commandsOf(home.json(SETTINGS))).toEqual(OURS)
    expect(home.json(SETTINGS).hooks?.Stop).toEqual([
      { hooks: [{ type: 'command', command: `${PROGRAM} hook Stop`, timeout: 10 }] },
    ])
    expect(home.json(SETTINGS).statusLine).toEqual({ type: 'command', command: `${PROGRAM} statusline`, padding: 0 })
    expect(home.json(STATE)).toEqual({ mcpServers: { backscroll: SERVER } })
    expect(statSync(join(home.home, STATE)).mode & 0o777).toBe(0o600)
    expect(out).toContain('Restart Claude Code')
    expect(out).toContain('`backscroll sync`')
    expect(out).toContain('`backscroll doctor`')
  })
  test('keeps everything else as it is, and a copy of each file as it was', async () => {
    const home = makeInstallHome({ [SETTINGS]: MINE, [STATE]: '{"numStartups":3,"oauth":"sk-secret-2"}' })
    chmodSync(join(home.home, SETTINGS), 0o640)
    const { out } = await home.run(['install', '--yes'])
    const text = home.read(SETTINGS) ?? ''
    expect(text).toContain('   "env": {"TOKEN": "sk-secret-1"},\n   "hooks": { "Stop": [ {"hooks"')
    expect(commandsOf(home.json(SETTINGS))).toEqual({ ...OURS, Stop: ['say done', `${PROGRAM} hook Stop`] })
    expect(home.read(STATE)).toMatch(/^\{"numStartups":3,"oauth":"sk-secret-2", "mcpServers": \{"backscroll": /)
    const [copy = ''] = home.copies('.claude')
    expect(readFileSync(join(home.home, '.claude', copy), 'utf8')).toBe(MINE)
    expect(statSync(join(home.home, '.claude', copy)).mode & 0o777).toBe(0o640)
    expect(out).toContain(copy)
    // What stands around is nobody's to see, also where all is on one line.
    expect(out).not.toContain('secret')
  })
  test('changes nothing when it is run again, not even a copy', async () => {
    const home = makeInstallHome({ [SETTINGS]: MINE })
    await home.run(['install', '--yes'])
    const before = [home.read(SETTINGS), home.read(STATE), home.copies('.claude'), home.copies('.')]
    const { code, out } = await home.run(['install'])
    expect(code).toBe(0)
    expect(out).toContain('Everything is there already')
    expect([home.read(SETTINGS), home.read(STATE), home.copies('.claude'), home.copies('.')]).toEqual(before)
  })
  test('brings an older one up to date in its place, with what somebody set beside it', async () => {
    const old = {
      statusLine: {
        type: 'command',
        command: "/old/node /old/backscroll.js statusline --template '{model}'",
        padding: 2,
      },
      hooks: {
        Stop: [
          {
            hooks: [
              { type: 'command', command: 'say' },
              { command: 'backscroll hook Stop', timeout: 3 },
            ],
          },
        ],
        UserPromptSubmit: [{ hooks: [{ command: '/old/node /old/backscroll.js hook UserPromptSubmit' }] }],
      },
    }
    const server = { command: 'npx', args: ['backscroll', 'mcp'], env: { BACKSCROLL_HOME: '/keep' } }
    const home = makeInstallHome({
      [SETTINGS]: JSON.stringify(old, null, 4),
      [STATE]: JSON.stringify({ mcpServers: { backscroll: server } }),
    })
    const { out } = await home.run(['install', '--yes'])
    const { hooks, statusLine } = home.json(SETTINGS)
    expect(hooks?.Stop).toEqual([
      {
        hooks: [
          { type: 'command', command: 'say' },
          { command: `${PROGRAM} hook Stop`, timeout: 3 },
        ],
      },
    ])
    expect(hooks?.UserPromptSubmit?.[0]?.hooks).toEqual([{ command: `${PROGRAM} hook UserPromptSubmit` }])
    expect(statusLine).toEqual({ type: 'command', command: `${PROGRAM} statusline --template '{model}'`, padding: 2 })
    expect(home.json(STATE).mcpServers?.backscroll).toEqual({
      ...server,
      command: process.execPath,
      args: [ENTRY, 'mcp'],
    })
    expect(out).toContain('- hooks.Stop: "backscroll hook Stop"')
    expect((await home.run(['install'])).out).toContain('already')
  })
  test('leaves a hook alone that somebody made more of, and says so', async () => {
    const own = { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'backscroll hook Stop && say done' }] }] } }
    const home = makeInstallHome({ [SETTINGS]: JSON.stringify(own) })
    const { err } = await home.run(['install', '--yes'])
    expect(commandsOf(home.json(SETTINGS)).Stop).toEqual(['backscroll hook Stop && say done'])
    expect(err).toContain('hooks.Stop runs backscroll in a form of its own')
  })
  test('installs only what was named', async () => {
    const home = makeInstallHome()
    await home.run(['install', '--yes', '--only', 'mcp'])
    expect(home.read(SETTINGS)).toBeUndefined()
    await home.run(['install', '--yes', '--only', 'statusline'])
    expect(Object.keys(home.json(SETTINGS))).toEqual(['statusLine'])
    const { code, err } = await home.run(['install', '--yes', '--only', 'hook'])
    expect(code).toBe(2)
    expect(err).toContain('The parts are hooks, mcp, statusline.')
  })
  test('shows and changes nothing in a dry run', async () => {
    const home = makeInstallHome({ [SETTINGS]: MINE })
    const { code, out } = await home.run(['install', '--dry-run'])
    expect(code).toBe(0)
    expect(out).toContain('+ hooks.SessionEnd: { "hooks": [{ "type": "command", "command":')
    expect(out).toContain('+ mcpServers.backscroll: ')
    expect([home.read(SETTINGS), home.read(STATE), home.copies('.claude')]).toEqual([MINE, undefined, []])
  })
  test('asks, and is not run by a pipe without a yes', async () => {
    const home = makeInstallHome()
    const { code, err } = await home.run(['install', '--recall', 'file'])
    expect(code).toBe(2)
    expect(err).toContain('this changes ~/.claude/settings.json and ~/.claude.json, and nobody is here to be asked')
    expect(err).toContain('`backscroll install --recall file --yes`')
    expect(home.read(SETTINGS)).toBeUndefined()
  })
  test('prints JSON for programs', async () => {
    const home = makeInstallHome({ [SETTINGS]: MINE })
    const { out } = await home.run(['--json', 'install', '--yes', '--only', 'hooks'])
    const { schema, scope, files } = JSON.parse(out)
    expect({ schema, scope }).toEqual({ schema: 'backscroll.install/1', scope: 'user' })
    expect(files).toHaveLength(1)
    expect(files[0]).toMatchObject({ path: join(home.home, SETTINGS), isWritten: true })
    expect(files[0].backup).toContain('.backscroll-backup-')
    expect(files[0].changes.map(({ name }: { name: string }) => name)).toContain('hooks.Stop')
    expect(out).not.toContain('secret')
  })
  test('keeps the first copy ever and the newest', async () => {
    const home = makeInstallHome({ [SETTINGS]: MINE })
    for (let round = 0; round < 3; round++) {
      await home.run(['install', '--yes', '--only', 'hooks'])
      await home.run(['uninstall', '--yes', '--only', 'hooks'])
    }
    const copies = [...home.copies('.claude')].sort()
    expect(copies).toHaveLength(2)
    expect(readFileSync(join(home.home, '.claude', copies[0] ?? ''), 'utf8')).toBe(MINE)
    expect(readFileSync(join(home.home, '.claude', copies[1] ?? ''), 'utf8')).toContain('hook Stop')
  })
  test('is refused for the demo set', async () => {
    const { code, err } = await makeInstallHome().run(['--demo', 'install', '--yes'])
    expect(code).toBe(2)
    expect(err).toContain('the demo set has no client')
  })
  test.runIf(hasTerminal())('takes a yes or a no on a terminal, and one for what is another’s', () => {
    const home = makeInstallHome({ [SETTINGS]: '{"statusLine": {"type": "command", "command": "mine.sh"}}' })
    const no = runInTerminal(['install'], { home: home.home, input: 'n\nn\n' })
    expect(no.code).toBe(1)
    expect(no.text).toContain('Replace it in ~/.claude/settings.json? [y/N]')
    expect(no.text).toContain('Write this? [y/N]')
    expect(no.text).toContain('Left as it is.')
    expect(home.read(STATE)).toBeUndefined()
  })
})

describe('what is another’s', () => {
  const OTHER = '{\n  "statusLine": {"type": "command",   "command": "mine.sh"}\n}\n'
  const FOREIGN = '{"mcpServers":{"backscroll":{"type":"http","url":"http://x/?key=sk-secret","headers":{"a":"b"}}}}'
  test('is replaced where somebody says yes, shown without keys, and given back', async () => {
    const home = makeInstallHome({ [SETTINGS]: OTHER, [STATE]: FOREIGN })
    const { out } = await home.run(['install', '--yes'])
    expect(out).toContain('- statusLine: { "type": "command", "command": "mine.sh" }')
    expect(out).toContain('- mcpServers.backscroll: { "type": "http", "url": "…" }')
    expect(out).not.toContain('secret')
    expect(home.json(STATE).mcpServers?.backscroll).toEqual(SERVER)
    const undone = await home.run(['uninstall', '--yes'])
    expect(undone.out).toContain('+ mcpServers.backscroll: { "type": "http", "url": "…" }')
    expect(undone.out).not.toContain('secret')
    expect([home.read(SETTINGS), home.read(STATE)]).toEqual([OTHER, FOREIGN])
  })
  test('is not touched without', async () => {
    const home = makeInstallHome({ [SETTINGS]: OTHER, [STATE]: FOREIGN })
    expect((await home.run(['install'])).code).toBe(2)
    expect([home.read(SETTINGS), home.read(STATE)]).toEqual([OTHER, FOREIGN])
  })
  test('is not covered by a line for one project', async () => {
    const home = makeInstallHome({ [SETTINGS]: OTHER })
    await home.inProject(['install', '--yes', '--scope', 'local'])
    expect(home.json('work/app/.claude/settings.local.json').statusLine).toBeUndefined()
  })
  test('may have been changed back by hand: then nothing old is put in its place', async () => {
    const home = makeInstallHome({ [SETTINGS]: OTHER })
    await home.run(['install', '--yes'])
    const { statusLine: _ours, ...rest } = home.json(SETTINGS)
    writeFileSync(join(home.home, SETTINGS), JSON.stringify(rest))
    await home.run(['install', '--yes'])
    await home.run(['uninstall', '--yes'])
    expect(home.json(SETTINGS).statusLine).toBeUndefined()
  })
})
