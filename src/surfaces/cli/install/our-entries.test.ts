import { describe, expect, test } from 'vitest'
import { isOurServer, ourHttpAddress, ourStatusLine, ownershipOfHook, pluginSetting } from './our-entries.ts'
import { splitWords } from './split-words.ts'

const SCRIPT = '/opt/tools/bs'

function checkHook(command: string, expected: 'own' | 'edited' | undefined): void {
  expect(ownershipOfHook({ type: 'command', command }, 'Stop', SCRIPT), command).toBe(expected)
}

describe('what is ours', () => {
  test('is a hook that runs backscroll, whatever its path and version', () => {
    checkHook('backscroll hook Stop', 'own')
    checkHook('/usr/bin/node /usr/lib/node_modules/backscroll/dist/bin/backscroll.js hook Stop', 'own')
    checkHook("'/opt/my node/node' --no-warnings '/a b/backscroll.js' hook Stop", 'own')
    checkHook('"C:/Program Files/nodejs/node.exe" C:/x/backscroll.js hook Stop', 'own')
    checkHook('npx -y backscroll@1.2.3 hook Stop', 'own')
    checkHook('BACKSCROLL_HOME=/x backscroll --root /y hook Stop', 'own')
    checkHook('/usr/bin/node /clone/src/surfaces/cli/bin.ts hook Stop', 'own')
    checkHook('/usr/bin/node /opt/tools/bs hook Stop', 'own')
  })
  test('is not a hook of somebody else', () => {
    checkHook('echo backscroll hook Stop', 'edited')
    checkHook('my-backscroll hook Stop', undefined)
    checkHook('backscroll hook SubagentStop', undefined)
    checkHook('backscroll sync', undefined)
    checkHook('other hook Stop', undefined)
    expect(ownershipOfHook({ type: 'prompt', prompt: 'backscroll hook Stop' }, 'Stop', SCRIPT)).toBeUndefined()
  })
  test('is known where somebody made more of it', () => {
    checkHook('backscroll hook Stop && say done', 'edited')
    checkHook('backscroll hook Stop 2>/dev/null', 'edited')
    const listed = { type: 'command', command: 'backscroll', args: ['hook', 'Stop'] }
    expect(ownershipOfHook(listed, 'Stop', SCRIPT)).toBe('edited')
  })
  test('is a server that runs `backscroll mcp`', () => {
    expect(isOurServer({ command: 'backscroll', args: ['mcp'] }, SCRIPT)).toBe(true)
    expect(isOurServer({ type: 'stdio', command: '/n/node', args: ['/x/backscroll.js', 'mcp'] }, SCRIPT)).toBe(true)
    expect(isOurServer({ type: 'http', url: 'http://127.0.0.1:4871/mcp' }, SCRIPT)).toBe(false)
    expect(isOurServer({ command: 'other', args: ['backscroll', 'mcp'] }, SCRIPT)).toBe(false)
  })
  test('is a server over HTTP on this machine, as docs/mcp.md has it', () => {
    const addressOf = (url: string, type = 'http') => ourHttpAddress({ type, url })
    expect(addressOf('http://127.0.0.1:4871/mcp?project=/work/app')).toBe('http://127.0.0.1:4871/mcp')
    expect(addressOf('http://localhost:5000/mcp')).toBe('http://localhost:5000/mcp')
    expect(addressOf('https://example.org/mcp')).toBeUndefined()
    expect(addressOf('http://127.0.0.1:4871/other')).toBeUndefined()
    expect(addressOf('http://127.0.0.1:4871/mcp', 'sse')).toBeUndefined()
    expect(addressOf('no address')).toBeUndefined()
    expect(ourHttpAddress({ command: 'backscroll', args: ['mcp'] })).toBeUndefined()
  })
  test('is a status line, with what it was told', () => {
    const line = (command: string) => ourStatusLine({ type: 'command', command }, SCRIPT)
    expect(line("/n/node /x/backscroll.js statusline --template '{model} x'")).toEqual(['--template', '{model} x'])
    expect(line('backscroll statusline')).toEqual([])
    expect(line('mine.sh')).toBeUndefined()
  })
  test('is a plugin that is switched on', () => {
    expect(pluginSetting({ enabledPlugins: { 'backscroll@market': true } })).toBe(true)
    expect(pluginSetting({ enabledPlugins: { 'backscroll@market': false } })).toBe(false)
    expect(pluginSetting({ enabledPlugins: { 'other@market': true } })).toBeUndefined()
  })
})

test('a simple command is split as a shell does it', () => {
  expect(splitWords(`a 'b c' "d \\"e\\"" f\\ g h"i"'j' $HOME/x`)).toEqual([
    'a',
    'b c',
    'd "e"',
    'f g',
    'hij',
    '$HOME/x',
  ])
  for (const command of ['a | b', 'a; b', 'a && b', 'a > b', 'a $(b)', 'a "$(b)"', 'a `b`', "a 'b", '(a)'])
    expect(splitWords(command), command).toBeUndefined()
})
