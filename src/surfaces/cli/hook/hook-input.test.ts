import { describe, expect, test } from 'vitest'
import { type HookInput, parseHookInput } from './hook-input.ts'
import { readHookWords } from './hook-words.ts'

const HOME = '/home/dev'

function check(json: unknown, expected: Partial<HookInput>, event?: string): void {
  const text = typeof json === 'string' ? json : JSON.stringify(json)
  expect(parseHookInput(text, { event, home: HOME }).input).toMatchObject(expected)
}

function problemOf(text: string, event?: string): string | undefined {
  return parseHookInput(text, { event, home: HOME }).problem?.code
}

describe('what the client wrote', () => {
  test('is read as documented', () =>
    check(
      {
        session_id: 's',
        transcript_path: '/t/projects/p/s.jsonl',
        cwd: '/work',
        hook_event_name: 'UserPromptSubmit',
        prompt: 'Why?',
        permission_mode: 'default',
        something_new: { deep: [1] },
      },
      {
        event: 'UserPromptSubmit',
        sessionId: 's',
        transcriptPath: '/t/projects/p/s.jsonl',
        cwd: '/work',
        prompt: 'Why?',
      },
    ))
  test('may have `~` in paths, and paths of tools from the working folder', () => {
    check(
      { transcript_path: '~/.claude/x.jsonl', cwd: '~' },
      { transcriptPath: '/home/dev/.claude/x.jsonl', cwd: HOME },
    )
    check({ cwd: '/work', tool_input: { file_path: 'src/../a.ts' } }, { filePath: '/work/a.ts' })
    check({ tool_input: { file_path: 'a.ts' } }, { filePath: undefined })
    check({ tool_input: { notebook_path: '/n.ipynb' } }, { filePath: '/n.ipynb' })
    check({ tool_input: { path: '~/x' } }, { filePath: '/home/dev/x' })
  })
  test('gives source, trigger and reason the same name', () => {
    check({ source: 'compact' }, { source: 'compact' })
    check({ trigger: 'auto' }, { source: 'auto' })
    check({ reason: 'logout' }, { source: 'logout' })
  })
  test('may hold null and values of a wrong type', () =>
    check(
      { session_id: 5, prompt: null, cwd: [], tool_input: 'x', tool_response: {}, tool_result: 1, agent_id: '' },
      { sessionId: undefined, prompt: undefined, cwd: undefined, filePath: undefined, agentId: undefined },
    ))
  test('of a subagent names its own transcript where it names no other', () =>
    check({ agent_transcript_path: '/t/a.jsonl', agent_id: 'a1' }, { transcriptPath: '/t/a.jsonl', agentId: 'a1' }))
  test('with a path that is none is read without it', () => {
    check({ transcript_path: 'relative.jsonl', cwd: '/a\0b' }, { transcriptPath: undefined, cwd: undefined })
    check({ transcript_path: `/${'x'.repeat(5000)}` }, { transcriptPath: undefined })
    check({ session_id: 'x'.repeat(500) }, { sessionId: undefined })
  })
})

describe('the event', () => {
  test('on the command line wins, and a mismatch is a problem', () => {
    check({ hook_event_name: 'Stop' }, { event: 'PreCompact' }, 'PreCompact')
    expect(problemOf('{"hook_event_name":"Stop"}', 'PreCompact')).toBe('event-mismatch')
    expect(problemOf('{"hook_event_name":"Stop"}', 'Stop')).toBeUndefined()
  })
  test('that nobody knows is none, wherever it stands', () => {
    check({ hook_event_name: 'Stop' }, { event: undefined }, 'Nonsense')
    check({ hook_event_name: 'TaskCreated' }, { event: undefined })
    expect(problemOf('{"hook_event_name":"TaskCreated"}', 'TaskCreated')).toBeUndefined()
  })
  test('is the first word that is no option', () => {
    expect(readHookWords(['hook', '--bogus', 'Stop', 'x'])).toEqual({ event: 'Stop' })
    expect(readHookWords(['hook'])).toEqual({ event: undefined })
    expect(readHookWords(['hook', 'Stop', '--help'])).toBeUndefined()
  })
})

test.each(['', '{', 'null', '[]', '"x"', '\0', '{"a":1}{'])(
  'what is no JSON object is a problem, not a failure: %j',
  text => {
    expect(problemOf(text, 'Stop')).toBe('bad-input')
    check(text, { event: 'Stop', sessionId: undefined }, 'Stop')
  },
)
