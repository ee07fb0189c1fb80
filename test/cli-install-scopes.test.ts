import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandsOf, EVENTS, makeInstallHome, PROGRAM } from './install-home.ts'
import { makeTree, writeItem } from './temp-tree.ts'

const CONFIG = '.config/backscroll/config.json'
const PLAIN = Object.fromEntries(EVENTS.map(event => [event, [`backscroll hook ${event}`]]))

describe('scope project', () => {
  test('writes plain commands for everybody, as formatters like them, and no status line', async () => {
    const home = makeInstallHome()
    const { code, err } = await home.inProject(['install', '--scope', 'project', '--yes'])
    expect(code).toBe(0)
    expect(err).toContain('need `backscroll` on their PATH')
    const settings = home.json('work/app/.claude/settings.json')
    expect(commandsOf(settings)).toEqual(PLAIN)
    expect(settings.statusLine).toBeUndefined()
    expect(home.read('work/app/.mcp.json')).toBe(
      '{\n  "mcpServers": {\n    "backscroll": {\n      "type": "stdio",\n      "command": "backscroll",\n      "args": ["mcp"]\n    }\n  }\n}\n',
    )
    expect(home.read('.claude.json')).toBeUndefined()
    expect(home.read('.claude/settings.json')).toBeUndefined()
  })
  test('is found from a folder below, and leaves no trace when it is taken out', async () => {
    const home = makeInstallHome({ 'work/app/src/x': '' })
    const cwd = join(home.project, 'src')
    await home.run(['install', '--scope', 'project', '--yes'], { cwd })
    expect(home.read('work/app/.mcp.json')).toBeDefined()
    await home.run(['uninstall', '--scope', 'project', '--yes'], { cwd })
    expect([home.read('work/app/.mcp.json'), home.read('work/app/.claude')]).toEqual([undefined, undefined])
  })
  test('keeps copies where nobody commits them', async () => {
    const home = makeInstallHome({ 'work/app/.mcp.json': '{"mcpServers":{}}' })
    const { out } = await home.inProject(['install', '--scope', 'project', '--yes'])
    expect(home.copies('work/app')).toEqual([])
    expect(out).toContain('(as it was: ~/.local/share/backscroll/settings-backups/')
  })
  test('has a status line only where that is asked for', async () => {
    const home = makeInstallHome()
    await home.inProject(['install', '--scope', 'project', '--yes', '--only', 'statusline'])
    expect(home.json('work/app/.claude/settings.json').statusLine?.command).toBe('backscroll statusline')
  })
  test('is not the home folder', async () => {
    const home = makeInstallHome({ '.git/HEAD': '' })
    const { code, err } = await home.run(['install', '--scope', 'project', '--yes'])
    expect(code).toBe(2)
    expect(err).toContain('this is your home folder')
    const below = join(home.home, 'work')
    expect((await home.run(['install', '--scope', 'project', '--yes'], { cwd: below })).code).toBe(0)
    expect(home.read('work/.mcp.json')).toBeDefined()
  })
})

describe('scope local', () => {
  test('writes into the project’s local settings and, by its folder, into the client’s own file', async () => {
    const home = makeInstallHome({ '.claude.json': '{"projects":{"/other":{"mcpServers":{"x":{}}}}}' })
    await home.inProject(['install', '--scope', 'local', '--yes'])
    expect(commandsOf(home.json('work/app/.claude/settings.local.json')).Stop).toEqual([`${PROGRAM} hook Stop`])
    const { projects } = home.json('.claude.json')
    expect(Object.keys(projects ?? {})).toEqual(['/other', home.project])
    expect(projects?.[home.project]?.mcpServers?.backscroll).toMatchObject({ type: 'stdio' })
    await home.inProject(['uninstall', '--scope', 'local', '--yes'])
    expect(home.read('.claude.json')).toBe('{"projects":{"/other":{"mcpServers":{"x":{}}}}}')
  })
  test('names the main folder of a worktree, as the client does', async () => {
    const home = makeInstallHome({
      'work/tree/.git': 'gitdir: ../app/.git/worktrees/tree\n',
      'work/app/.git/worktrees/tree/commondir': '../..\n',
    })
    await home.run(['install', '--scope', 'local', '--yes'], { cwd: join(home.home, 'work', 'tree') })
    expect(Object.keys(home.json('.claude.json').projects ?? {})).toEqual([home.project])
    expect(home.read('work/tree/.claude/settings.local.json')).toBeDefined()
  })
})

describe('recall', () => {
  test('brings the hooks it needs, and its level into our own settings', async () => {
    const home = makeInstallHome()
    await home.run(['install', '--yes', '--recall', 'prompt'])
    const events = () => Object.keys(home.json('.claude/settings.json').hooks ?? {}).sort()
    expect(events()).toEqual([...EVENTS, 'UserPromptSubmit'].sort())
    expect(home.json(CONFIG)).toEqual({ recall: 'prompt' })
    await home.run(['install', '--yes', '--recall', 'file'])
    expect(events()).toEqual([...EVENTS, 'PreToolUse', 'UserPromptSubmit'].sort())
    expect(home.json('.claude/settings.json').hooks?.PreToolUse?.[0]?.matcher).toBe(
      'Edit|MultiEdit|Write|NotebookEdit|Read',
    )
    expect(home.json(CONFIG)).toEqual({ recall: 'file' })
  })
  test('is set for one project in its scopes, and others of its settings stay', async () => {
    const home = makeInstallHome({ [CONFIG]: '{"recallIn": {"/other": "off"}, "zone": "UTC"}' })
    const { out } = await home.inProject(['install', '--scope', 'local', '--yes', '--recall', 'session'])
    expect(out).toContain(`+ recallIn.${home.project}: "session"`)
    expect(home.json(CONFIG)).toEqual({ recallIn: { '/other': 'off', [home.project]: 'session' }, zone: 'UTC' })
  })
  test('that is on already brings its hooks, but not into what others share', async () => {
    const home = makeInstallHome({ [CONFIG]: '{"recallIn": {"/other": "prompt"}, "recall": "session"}' })
    await home.run(['install', '--yes'])
    expect(home.json('.claude/settings.json').hooks?.UserPromptSubmit).toHaveLength(1)
    await home.inProject(['install', '--scope', 'project', '--yes'])
    expect(home.json('work/app/.claude/settings.json').hooks?.UserPromptSubmit).toBeUndefined()
  })
  test('cannot do without hooks', async () => {
    const { code, err } = await makeInstallHome().run(['install', '--yes', '--recall', 'file', '--only', 'mcp'])
    expect(code).toBe(2)
    expect(err).toContain('--recall needs the hooks')
  })
})

describe('beside the plugin', () => {
  const ENABLED = '{"enabledPlugins": {"backscroll@backscroll": true}}'
  test('hooks and server are left out, unless they are named', async () => {
    const home = makeInstallHome({ '.claude/settings.json': ENABLED })
    const { err } = await home.run(['install', '--yes'])
    expect(err).toContain('the plugin is enabled and brings hooks and MCP server')
    expect(Object.keys(home.json('.claude/settings.json'))).toEqual(['statusLine', 'enabledPlugins'])
    await home.run(['install', '--yes', '--only', 'hooks', '--only', 'mcp'])
    expect(home.json('.claude/settings.json').hooks?.Stop).toHaveLength(1)
    expect(home.json('.claude.json').mcpServers).toHaveProperty('backscroll')
  })
  test('the project’s word wins over the person’s', async () => {
    const home = makeInstallHome({
      '.claude/settings.json': ENABLED,
      'work/app/.claude/settings.json': '{"enabledPlugins": {"backscroll@backscroll": false}}',
    })
    await home.inProject(['install', '--scope', 'project', '--yes'])
    expect(home.json('work/app/.claude/settings.json').hooks?.Stop).toHaveLength(1)
  })
})

describe('CLAUDE_CONFIG_DIR', () => {
  test('names the folder of settings and servers, or several', async () => {
    const home = makeInstallHome()
    const [one, two] = [makeTree({}), makeTree({ '.config.json': '{}' })]
    const env = { CLAUDE_CONFIG_DIR: `${one},${two},${home.home}/none` }
    const { err } = await home.run(['install', '--yes'], { env })
    expect(err).toContain(`CLAUDE_CONFIG_DIR names ${home.home}/none, which is not there`)
    expect(home.read('.claude/settings.json')).toBeUndefined()
    for (const [folder, state] of [
      [one, '.claude.json'],
      [two, '.config.json'],
    ] as const) {
      expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toContain('hook Stop')
      expect(JSON.parse(readFileSync(join(folder, state), 'utf8')).mcpServers).toHaveProperty('backscroll')
    }
    const again = await home.run(['install'], { env })
    expect(again.out).toContain('already')
  })
})

describe('uninstall', () => {
  test('takes out ours alone, also from a group that others share', async () => {
    const own = {
      model: 'opus',
      hooks: {
        Stop: [
          {
            hooks: [
              { type: 'command', command: 'backscroll hook Stop' },
              { type: 'command', command: 'say' },
            ],
          },
        ],
        SessionEnd: [{ hooks: [{ type: 'command', command: '/n /x/backscroll.js hook SessionEnd' }] }],
      },
    }
    const home = makeInstallHome({ '.claude/settings.json': JSON.stringify(own, null, 2) })
    const { out } = await home.run(['uninstall', '--yes'])
    expect(home.json('.claude/settings.json')).toEqual({
      model: 'opus',
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say' }] }] },
    })
    expect(out).toContain('- hooks.SessionEnd')
  })
  test('says what other scopes still have', async () => {
    const home = makeInstallHome()
    await home.run(['install', '--yes'])
    const { err } = await home.inProject(['install', '--scope', 'project', '--yes'])
    expect(err).toContain('~/.claude/settings.json has the hooks too: here they run twice')
    const { out } = await home.inProject(['uninstall', '--yes'])
    expect(out).toContain('Still there in scope project: hooks, MCP server; `backscroll uninstall --scope project`')
    const none = await home.inProject(['uninstall'])
    expect(none.code).toBe(0)
    expect(none.out).toContain('Nothing of backscroll is in the settings of scope user.')
  })
  test('leaves what somebody put into a file that install made', async () => {
    const home = makeInstallHome()
    await home.inProject(['install', '--scope', 'project', '--yes'])
    const path = join(home.project, '.claude', 'settings.json')
    writeFileSync(path, JSON.stringify({ ...home.json('work/app/.claude/settings.json'), model: 'opus' }))
    mkdirSync(join(home.project, '.claude', 'commands'))
    await home.inProject(['uninstall', '--scope', 'project', '--yes'])
    expect(home.read('work/app/.claude/settings.json')).toBe('{"model":"opus"}')
  })
  test('works without knowing what was there before', async () => {
    const home = makeInstallHome({ '.claude/settings.json': '{"a": 1}' })
    await home.run(['install', '--yes'])
    writeItem(join(home.home, '.local/share/backscroll/install.json'), 'broken')
    await home.run(['uninstall', '--yes'])
    expect(home.read('.claude/settings.json')).toBe('{"a": 1}')
    expect(home.read('.claude.json')).toBe('{}\n')
  })
})
