import { describe, expect, test } from 'vitest'
import { childEnvironment } from './child-environment.ts'
import { programOf } from './program-of.ts'

describe('a command', () => {
  test('of plain or quoted words is run without a shell', () => {
    const words: readonly (readonly [string, readonly string[]])[] = [
      ['claude -p', ['claude', '-p']],
      ['  /opt/bin/ask  --x=1 ', ['/opt/bin/ask', '--x=1']],
      [`claude -p --tools "" --model 'my model'`, ['claude', '-p', '--tools', '', '--model', 'my model']],
      [`ask --say="a b"c`, ['ask', '--say=a bc']],
    ]
    for (const [line, [command = '', ...args]] of words) {
      expect(programOf(line).line).toEqual({ command, args })
    }
  })
  test('that needs a shell is given to one', () => {
    for (const line of ['a | b', 'a $HOME', 'KEY=1 a', 'a > x', 'a "$(b)"', "a 'b", '~/ask', 'a; b', 'a *', 'a \\ b']) {
      expect(programOf(line).line).toEqual({ line })
    }
  })
  test('as a list is run as it is', () => {
    expect(programOf(['a b', '$x', '']).line).toEqual({ command: 'a b', args: ['$x', ''] })
  })
  test('is called by its name alone: its words may hold a key', () => {
    expect(programOf(['/opt/bin/claude', '--key', 'secret']).name).toBe('claude')
    expect(programOf('/opt/ask | jq .').name).toBe('ask')
    expect(programOf('C:\\tools\\ask.exe --x').name).toBe('ask.exe')
  })
})

test('a command does not take itself for the session that it is started in, and keeps its login', () => {
  const env = { CLAUDECODE: '1', CLAUDE_CODE_ENTRYPOINT: 'cli', CLAUDE_CODE_SESSION_ID: 'x', PATH: '/bin' }
  const login = { ANTHROPIC_API_KEY: 'k', CLAUDE_CODE_OAUTH_TOKEN: 't', CLAUDE_CONFIG_DIR: '/c' }
  expect(childEnvironment({ ...env, ...login })).toEqual({ PATH: '/bin', ...login, BACKSCROLL_ENRICH: '1' })
})
