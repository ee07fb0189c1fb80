import { join } from 'node:path'
import { expect, test } from 'vitest'
import { machineAt, makeTree, type TreeItem } from '../../../../test/temp-tree.ts'
import { type Installation, readInstallation } from './read-installation.ts'

const HOOK = (event: string) => ({ hooks: { [event]: [{ hooks: [{ command: `backscroll hook ${event}` }] }] } })

function look(files: { readonly [path: string]: TreeItem }): Installation {
  const home = makeTree({ 'app/.git/HEAD': '', ...files })
  const cwd = join(home, 'app')
  return readInstallation({
    home,
    cwd,
    env: {},
    platform: 'linux',
    executable: ['/n', '/x.js'],
    roots: machineAt(home),
  })
}

test('an installation is read scope by scope', () => {
  const { scopes, events, isPluginOn } = look({
    '.claude/settings.json': JSON.stringify({
      ...HOOK('Stop'),
      statusLine: { command: 'backscroll statusline' },
      enabledPlugins: { 'backscroll@x': true },
    }),
    '.claude.json': JSON.stringify({
      mcpServers: { backscroll: { command: 'backscroll', args: ['mcp'], env: { A: 'b', bad: 1 } } },
    }),
    'app/.claude/settings.json': JSON.stringify({ ...HOOK('SessionEnd'), statusLine: { command: 'mine.sh' } }),
    'app/.claude/settings.local.json': '{"disableAllHooks": true, "enabledPlugins": {"backscroll@x": false}}',
  })
  expect(scopes.map(({ scope }) => scope)).toEqual(['user', 'project', 'local'])
  expect(scopes[0]).toMatchObject({
    hooks: [{ event: 'Stop', matcher: undefined, command: 'backscroll hook Stop' }],
    mcp: { command: 'backscroll', args: ['mcp'], env: { A: 'b' } },
    statusLine: 'backscroll statusline',
    plugin: true,
    problems: [],
  })
  expect(scopes[1]).toMatchObject({ statusLine: undefined, hasOtherStatusLine: true, plugin: undefined })
  expect(scopes[2]).toMatchObject({ areHooksOff: true, plugin: false, mcp: undefined })
  expect([...events]).toEqual(['Stop', 'SessionEnd'])
  expect(isPluginOn).toBe(false)
})

test('what is broken or of another kind is named or passed over, and never fails', () => {
  const { scopes } = look({
    '.claude/settings.json': '{\r\n  "hooks":\r\n}',
    '.claude.json/x': '',
    'app/.claude/settings.json': '{"hooks": {"Stop": [null, {"hooks": 5}, {"hooks": [null, {"command": 7}]}], "x": 1}}',
    'app/.mcp.json': '{"mcpServers": {"backscroll": []}}',
  })
  expect(scopes[0]?.problems).toEqual([
    expect.stringMatching(/settings\.json is not a JSON object \(line 3, column 1\)$/),
  ])
  expect(scopes.flatMap(({ hooks }) => hooks)).toEqual([])
})
