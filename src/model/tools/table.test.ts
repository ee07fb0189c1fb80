import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFields } from '../../format/fields.ts'
import type { JsonObject, JsonValue } from '../../format/json.ts'
import { createFacts } from '../facts/facts.ts'
import type { ToolCall, ToolStatus } from '../tool-call.ts'
import { guessMcpServer } from './mcp.ts'
import { findTool, TOOLS } from './table.ts'

function checkHeadline(name: string, input: JsonObject, expected: string): void {
  expect(findTool(name).headline(input, name)).toBe(expected)
}

test('each tool has a headline that tells its calls apart', () => {
  checkHeadline('Bash', { command: 'git add -A &&\n\tgit  commit' }, 'git add -A && git commit')
  checkHeadline('PowerShell', { command: 'dir' }, 'dir')
  checkHeadline('BashOutput', { bash_id: 'b1', filter: 'err' }, 'b1 matching err')
  checkHeadline('KillBash', { shell_id: 'b1' }, 'b1')
  checkHeadline('TaskOutput', { task_id: 'a1', block: true }, 'a1')
  checkHeadline('TaskStop', { shell_id: 'a1' }, 'a1')
  checkHeadline('Monitor', { command: 'tail', description: 'the log' }, 'the log')
  checkHeadline('Read', { file_path: '/a.ts', offset: '10' }, '/a.ts from line 10')
  checkHeadline('Read', { file_path: '/a.pdf', pages: '1-2' }, '/a.pdf pages 1-2')
  checkHeadline('Edit', { file_path: '/a.ts', old_string: 'a' }, '/a.ts')
  checkHeadline('MultiEdit', { file_path: '/a.ts', edits: [{}, {}] }, '/a.ts (2 edits)')
  checkHeadline('Write', { file_path: '/a.ts', content: 'x' }, '/a.ts')
  checkHeadline(
    'NotebookEdit',
    { notebook_path: '/n.ipynb', cell_number: 3, edit_mode: 'insert' },
    '/n.ipynb cell 3 insert',
  )
  checkHeadline('NotebookRead', { notebook_path: '/n.ipynb' }, '/n.ipynb')
  checkHeadline('Grep', { pattern: 'a.*b', path: 'src', glob: '*.ts' }, 'a.*b in src of *.ts')
  checkHeadline('Glob', { pattern: '**/*.ts' }, '**/*.ts')
  checkHeadline('LS', { path: '/src' }, '/src')
  checkHeadline('LSP', { operation: 'hover', filePath: '/a.ts', line: 3 }, 'hover /a.ts:3')
  checkHeadline('Task', { subagent_type: 'Explore', description: 'Look', prompt: 'p' }, 'Explore: Look')
  checkHeadline('Agent', { prompt: 'Do it' }, 'Do it')
  checkHeadline('Workflow', { scriptPath: '/w.js' }, '/w.js')
  checkHeadline('SendMessage', { to: 'bob', summary: 'done' }, 'to bob done')
  checkHeadline('ListAgents', {}, '')
  checkHeadline(
    'ReportFindings',
    { findings: [{ file: 'a.ts', summary: 'Off by one' }, { file: 'b.ts' }] },
    'a.ts Off by one (and 1 more)',
  )
  checkHeadline('TeamCreate', { team_name: 'crew' }, 'crew')
  checkHeadline(
    'TodoWrite',
    { todos: [{ status: 'completed' }, { status: 'in_progress', activeForm: 'Testing' }] },
    '1/2 done Testing',
  )
  checkHeadline('TaskCreate', { subject: 'Ship' }, 'Ship')
  checkHeadline('TaskUpdate', { taskId: 1, status: 'completed' }, '#1 completed')
  checkHeadline('TaskGet', { taskId: '2' }, '#2')
  checkHeadline('WebFetch', { url: 'https://example.com' }, 'https://example.com')
  checkHeadline('WebSearch', { query: 'boats' }, 'boats')
  checkHeadline('AskUserQuestion', { questions: [{ question: 'A?' }, { question: 'B?' }] }, 'A? (and 1 more)')
  checkHeadline('AskUserQuestion', { question: 'Only one?' }, 'Only one?')
  checkHeadline('ExitPlanMode', { plan: 'Intro\n\n## The plan\n' }, 'The plan')
  checkHeadline('exit_plan_mode', { plan: 'Just words\nmore' }, 'Just words')
  checkHeadline('Skill', { skill: 'review', args: '7' }, 'review 7')
  checkHeadline('SlashCommand', { command: '/review 7' }, '/review 7')
  checkHeadline('ToolSearch', { query: 'select:Read' }, 'select:Read')
  checkHeadline('CronCreate', { cron: '* * * * *', prompt: 'tick' }, '* * * * * tick')
  checkHeadline('CronDelete', { id: 'c1' }, 'c1')
  checkHeadline('ScheduleWakeup', { delaySeconds: 60, reason: 'a build' }, 'in 60 s for a build')
  checkHeadline('EnterWorktree', { name: 'w' }, 'w')
  checkHeadline('ExitWorktree', { action: 'keep' }, 'keep')
  checkHeadline('PushNotification', { message: 'Done' }, 'Done')
  checkHeadline('SendUserFile', { files: ['a.png', 'b.png'] }, 'a.png, b.png')
  checkHeadline('Artifact', { file_path: '/page.html' }, '/page.html')
  checkHeadline('RemoteTrigger', { action: 'run', trigger_id: 't1' }, 'run t1')
  checkHeadline('ReadMcpResourceTool', { server: 's', uri: 'doc://1' }, 'doc://1 of s')
  checkHeadline('ReadMcpResourceDirTool', { server: 's', uri: 'doc://' }, 'doc:// of s')
  checkHeadline('StructuredOutput', { area: 'loader', n: 1 }, 'loader')
  checkHeadline('mcp__a__b', { limit: 5, query: 'boats' }, 'boats')
  checkHeadline('SomethingNew', { x: [1], y: 7 }, '7')
})

test('a name that is no tool gets the generic definition', () => {
  for (const name of ['', '__proto__', 'constructor', 'Task" >\n<parameter name="description', 'bash']) {
    expect(findTool(name).names).toEqual(['*'])
  }
  expect(findTool('mcp__').names).toEqual(['mcp__*'])
})

test('the server of an MCP tool is guessed up to the first double underscore', () => {
  expect(guessMcpServer('mcp__linear-server__get_issue')).toBe('linear-server')
  expect(guessMcpServer('mcp__plugin_a_b__find__it')).toBe('plugin_a_b')
  expect(guessMcpServer('mcp__alone')).toBe('alone')
  expect(guessMcpServer('mcp__')).toBeUndefined()
  expect(guessMcpServer('Bash')).toBeUndefined()
})

test('fields of the wrong type read as absent', () => {
  const bash = findTool('Bash')
  expect(readFields(bash.input, { command: 'ls', timeout: '5', run_in_background: 'yes', new: 1 })).toEqual({
    command: 'ls',
    timeout: '5',
  })
})

test('no name belongs to two tools', () => {
  const names = TOOLS.flatMap(tool => tool.names)
  expect(new Set(names).size).toBe(names.length)
})

const STATUSES: readonly ToolStatus[] = ['ok', 'error', 'rejected', 'denied', 'interrupted', 'skipped', 'pending']
const anyJson = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>
/** Inputs and results with the right names and wrong values. */
function anyObject(keys: readonly string[]): fc.Arbitrary<JsonObject> {
  return fc.dictionary(fc.constantFrom(...keys, '__proto__', 'other'), fc.oneof(anyJson, fc.string({ unit: 'binary' })))
}

test('no tool throws on any input or result, and each headline stays one short line', () => {
  for (const tool of TOOLS) {
    const name = tool.names[0] as string
    const check = fc.property(
      anyObject(Object.keys(tool.input)),
      fc.oneof(anyObject(Object.keys(tool.result)), anyJson, fc.constant(undefined)),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...STATUSES),
      (input, structured, text, status) => {
        const headline = tool.headline(input, name)
        expect(headline).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/)
        expect(headline.length).toBeLessThanOrEqual(300)
        const facts = createFacts()
        const call = makeCall(name, status)
        tool.onUse?.({ call, input, facts })
        tool.onResult?.({ call, structured, text, facts })
        tool.onResult?.({ call, structured, text, facts })
      },
    )
    fc.assert(check, { numRuns: 50 })
  }
})

test('a headline is cut at 300 characters without reading all of a huge value', () => {
  const line = findTool('Bash').headline({ command: `${' \n'.repeat(1000)}${'word '.repeat(1_000_000)}` }, 'Bash')
  expect(line).toHaveLength(300)
  expect(line.startsWith('word word')).toBe(true)
})

function makeCall(name: string, status: ToolStatus): ToolCall {
  const entry = { index: 0, kind: 'user', start: 0, end: 0, line: 1, turn: 0, segment: 0 } as unknown as ToolCall['use']
  return {
    ...{ id: 't', name, headline: '', use: entry, result: entry, status },
    ...{ rejection: undefined, error: undefined, durationMs: undefined },
    ...{ backgroundTaskId: undefined, persistedPath: undefined },
  }
}
