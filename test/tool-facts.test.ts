import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Facts } from '../src/model/facts/facts.ts'
import { FIXTURES } from './corpus.ts'
import { readEntries } from './read-session.ts'
import { runTools, type ToolRuns } from './tool-runs.ts'

/** Each expected row names only the fields the case is about. */
function checkFacts<Name extends keyof Facts>(file: string, name: Name, expected: readonly object[]): void {
  const { facts } = runFixture(file)
  expect(facts[name]).toHaveLength(expected.length)
  expect(facts[name]).toMatchObject(expected)
}

function callField(file: string, name: 'status' | 'rejection' | 'persistedPath' | 'backgroundTaskId'): unknown[] {
  return runFixture(file).runs.map(({ call }) => call[name])
}

function runFixture(file: string): ToolRuns {
  return runTools(readEntries(join(FIXTURES, file)))
}

test('a file is touched only by calls that succeeded, with lines counted from the patch or from the call', () => {
  checkFacts('tools/files.jsonl', 'files', [
    { path: '/work/demo/greet.txt', action: 'read', added: 0, removed: 0, hunks: 0 },
    { path: '/work/demo/greet.txt', action: 'edit', added: 2, removed: 1, hunks: 1, isUserModified: true },
    { path: '/work/demo/new.txt', action: 'create', added: 2, removed: 0, hunks: 0, isUserModified: false },
    { path: '/work/demo/bare.txt', action: 'edit', added: 1, removed: 2, hunks: 0 },
    { path: '/work/demo/many.txt', action: 'edit', added: 3, removed: 2, hunks: 0 },
    { path: '/work/demo/book.ipynb', action: 'edit', added: 1, removed: 0, hunks: 0 },
  ])
})

test('the words of a rejection are kept with the call and are human input', () => {
  expect(callField('tools/files.jsonl', 'status')).toEqual([
    ...['ok', 'ok', 'ok', 'ok'],
    ...['rejected', 'ok', 'ok', 'error'],
  ])
  checkFacts('tools/files.jsonl', 'humanInputs', [
    { source: 'prompt', text: 'Rename the greeting', state: 'sent' },
    { source: 'rejection', text: 'use the other file', call: { name: 'Edit' } },
  ])
})

test('commands have an exit code where one is told', () => {
  checkFacts('tools/shell.jsonl', 'commands', [
    { exitCode: 0, text: 'git add -A &&\ngit commit -m "Add greeting"' },
    { exitCode: 2, text: 'npm test' },
    { exitCode: undefined, backgroundTaskId: 'bash_1' },
    { exitCode: 0 },
    { exitCode: 0 },
    { exitCode: undefined, text: 'grep nothing greet.txt' },
    { exitCode: 0 },
    { exitCode: undefined, isInterrupted: true },
    { exitCode: undefined, isInterrupted: false },
    { exitCode: undefined },
  ])
})

test('what became of a command is told apart', () => {
  expect(callField('tools/shell.jsonl', 'status').slice(-3)).toEqual(['interrupted', 'denied', 'skipped'])
})

test('commits are found in the output of git and in the recorded operation, each once', () => {
  checkFacts('tools/shell.jsonl', 'commits', [
    { sha: '1a2b3c4', subject: 'Add greeting', branch: 'main', knownBy: 'git-output' },
    { sha: '5d6e7f8', subject: undefined, branch: 'main', knownBy: 'git-operation' },
  ])
})

test('a pull request opened from the command line is found by its address', () => {
  checkFacts('tools/shell.jsonl', 'pullRequests', [
    { number: 7, repository: 'someone/demo', knownBy: 'command-output', entry: { role: 'tool-result' } },
  ])
})

test('a shell in the background is joined with the calls that ask for it and stop it', () => {
  checkFacts('tools/shell.jsonl', 'backgroundTasks', [
    { id: 'bash_1', kind: 'shell', status: 'killed', polls: [{ name: 'BashOutput' }, { name: 'KillShell' }] },
  ])
  expect(callField('tools/shell.jsonl', 'backgroundTaskId')[2]).toBe('bash_1')
})

test('a large output is found where the client put it', () => {
  const path = '/home/u/.claude/projects/-work-demo/tool-results/b1.txt'
  expect(callField('tools/shell.jsonl', 'persistedPath')[5]).toBe(path)
})

test('agents are known by id, prompt and how they ended', () => {
  checkFacts('tools/agents.jsonl', 'spawns', [
    { agentId: 'a1b2c3d', agentType: 'Explore', promptHead: 'Find where the program starts.', status: 'completed' },
    { agentId: 'a9f8e7d', status: 'async', isResume: false },
    { agentId: 'a1b2c3d', status: 'interrupted', isResume: true },
    { agentId: undefined, status: 'async', workflowId: 'wf_1' },
    { agentId: undefined, status: 'failed' },
  ])
})

test('reports of background tasks are joined by id, and one without a start is kept as unknown', () => {
  checkFacts('tools/agents.jsonl', 'backgroundTasks', [
    { id: 'a9f8e7d', kind: 'agent', status: 'completed', polls: [{ name: 'TaskOutput' }], reports: [{ kind: 'user' }] },
    { id: 'zz99', kind: 'unknown', call: undefined, status: 'failed', reports: [{ kind: 'user' }] },
    { id: 'task_1', kind: 'workflow', status: 'running' },
    { id: 'm1', kind: 'monitor', status: 'running' },
  ])
})

test('questions get their answers by the text of the question', () => {
  checkFacts('tools/plans-and-questions.jsonl', 'questions', [
    { question: 'Which store?', header: 'Store', options: ['SQLite', 'JSON'], isMultiSelect: false, answer: 'SQLite' },
    { question: '__proto__', isMultiSelect: true, answer: undefined },
    { question: 'Which name?', answer: 'my own' },
  ])
})

test('each plan is a version with a verdict and what the user said', () => {
  checkFacts('tools/plans-and-questions.jsonl', 'plans', [
    { version: 1, title: 'Store the facts', verdict: 'rejected', feedback: 'write the tests first' },
    { version: 2, title: 'Tests first', verdict: 'approved', filePath: '/home/u/.claude/plans/calm-quiet-fox.md' },
    { version: 3, title: 'Third try', verdict: 'rejected', feedback: undefined },
  ])
  checkFacts('tools/plans-and-questions.jsonl', 'humanInputs', [
    { source: 'prompt' },
    { source: 'answer', text: 'SQLite' },
    { source: 'answer', text: 'my own' },
    { source: 'plan-feedback', text: 'write the tests first', call: { name: 'ExitPlanMode' } },
  ])
})

test('todos and tasks are recorded when they change', () => {
  checkFacts('tools/todos-and-tasks.jsonl', 'tasks', [
    { list: 'todos', id: '1', subject: 'read', from: undefined, to: 'in_progress' },
    { list: 'todos', id: '2', subject: 'test', from: undefined, to: 'pending' },
    { list: 'todos', id: '1', subject: 'read', from: 'in_progress', to: 'completed' },
    { list: 'todos', id: '2', subject: 'write', from: undefined, to: 'in_progress' },
    { list: 'todos', id: '2', subject: 'test', from: 'pending', to: 'deleted' },
    { list: 'tasks', id: '1', subject: 'Ship it', from: undefined, to: 'pending' },
    { list: 'tasks', id: '1', subject: 'Ship it', from: 'in_progress', to: 'completed' },
  ])
})

test('addresses come from prompts, fetches and searches', () => {
  checkFacts('tools/web-skills-mcp.jsonl', 'urls', [
    { url: 'https://example.com/start', source: 'prompt' },
    { url: 'https://example.com/start', source: 'fetch', call: { name: 'WebFetch' } },
    { url: 'https://example.com/1', source: 'search' },
    { url: 'https://example.com/2', source: 'search' },
  ])
  checkFacts('tools/web-skills-mcp.jsonl', 'skills', [{ name: 'review', args: '7' }])
})

test('a queued text is followed until it is taken up, sent or dropped, and never counted twice', () => {
  checkFacts('facts/queue.jsonl', 'humanInputs', [
    { source: 'prompt', text: 'Start' },
    { source: 'queued', text: 'and the tests?', state: 'taken-up' },
    { source: 'prompt', text: 'then push', state: 'sent', entry: { kind: 'user' } },
    { source: 'queued', text: 'first', state: 'dropped' },
    { source: 'queued', text: 'second', state: 'dropped' },
    { source: 'queued', text: 'still waiting', state: 'waiting' },
    { source: 'queued', text: 'from the new client', state: 'taken-up', entry: { kind: 'queue-operation' } },
    { source: 'queued', text: 'only here', state: 'taken-up', entry: { kind: 'attachment/queued_command' } },
  ])
})

test('a report in the queue gives way to the entry that repeats it', () => {
  checkFacts('facts/queue.jsonl', 'backgroundTasks', [
    { id: 'b7', status: 'completed', reports: [{ kind: 'user' }] },
    { id: 'b8', status: 'failed', reports: [{ kind: 'attachment/queued_command' }] },
    { id: 'b9', status: 'running', reports: [{ kind: 'attachment/task_status' }] },
  ])
})

test('hooks are read from every place they are told of', () => {
  checkFacts('facts/hooks.jsonl', 'hooks', [
    { event: 'SessionStart', name: 'SessionStart:startup', command: 'setup.sh', outcome: 'started' },
    { event: 'PostToolUse', name: 'PostToolUse:Edit', toolUseId: 't1', outcome: 'started' },
    { event: 'PostToolUse', command: 'npx fmt [a]', outcome: 'success' },
    { event: 'UserPromptSubmit', outcome: 'success', durationMs: 12, injectedChars: 10 },
    { event: 'SessionStart', outcome: 'context', injectedChars: 5 },
    { event: 'Stop', outcome: 'error', command: 'x.sh' },
    { event: 'PreToolUse', outcome: 'blocked', command: 'guard.sh', toolUseId: 't2' },
    { event: 'Stop', command: 'a.sh', durationMs: 5, outcome: 'success' },
    { event: 'Stop', command: 'b.sh', durationMs: undefined, outcome: 'success' },
  ])
  checkFacts('facts/hooks.jsonl', 'errors', [
    { source: 'hook', message: 'no such file' },
    { source: 'hook', message: 'not on Fridays' },
    { source: 'hook', message: 'b.sh failed' },
  ])
})

test('slash commands are read in both orders of their tags and from system entries', () => {
  checkFacts('facts/commands.jsonl', 'slashCommands', [
    { name: '/model', args: 'opus' },
    { name: '/review', args: 'see https://example.com/pull/3' },
    { name: '/old', args: '-v' },
    { name: '/status', args: '' },
  ])
  checkFacts('facts/commands.jsonl', 'humanInputs', [
    { source: 'command', text: '/model opus' },
    { source: 'command', text: '/review see https://example.com/pull/3' },
    { source: 'command', text: '/old -v' },
    { source: 'command', text: '/status' },
    { source: 'shell', text: 'ls -l' },
    { source: 'memory', text: 'always use tabs' },
    { source: 'prompt', text: 'fix it' },
    { source: 'program-prompt', text: 'from a program' },
  ])
})

test('a pull request link repeated by the client is one pull request', () => {
  checkFacts('facts/commands.jsonl', 'pullRequests', [
    { number: 3, repository: 'someone/demo', knownBy: 'pr-link', entry: { kind: 'pr-link' } },
  ])
})

test('API errors are read in all their shapes', () => {
  checkFacts('facts/api-errors.jsonl', 'errors', [
    { source: 'api', message: 'Overloaded' },
    { source: 'api', message: 'ECONNRESET' },
    { source: 'api', message: 'Unable to connect' },
    { source: 'api', message: 'API error, status 500' },
    { source: 'api', message: 'API Error: Request timed out, see https://status.example.com.' },
  ])
  checkFacts('facts/api-errors.jsonl', 'urls', [
    { url: 'https://status.example.com', source: 'answer' },
    { url: 'https://example.com/docs', source: 'answer' },
  ])
})
