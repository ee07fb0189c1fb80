import { expect, test } from 'vitest'
import { textOf } from '../format/blocks/table.ts'
import { asObject, type JsonObject } from '../format/json.ts'
import { classifyUser, stripContext, type UserRole } from './user-role.ts'

function checkRole(json: JsonObject, expected: UserRole, isAgent = false): void {
  const text = textOf(asObject(json.message)?.content)
  expect(classifyUser(json, text, isAgent)).toBe(expected)
}

function says(content: string, rest: JsonObject = {}): JsonObject {
  return { message: { content }, ...rest }
}

test('step 1: a tool result is one, whatever stands beside it', () => {
  checkRole(
    { message: { content: [{ type: 'text', text: 'x' }, { type: 'tool_result' }] }, isMeta: true },
    'tool-result',
  )
})

test('step 2: a compaction summary by either flag', () => {
  checkRole(says('x', { isCompactSummary: true }), 'compact-summary')
  checkRole(says('x', { isVisibleInTranscriptOnly: true }), 'compact-summary')
})

test('step 3: an interruption, with or without a tool', () => {
  checkRole(says('[Request interrupted by user]'), 'interruption')
  checkRole(says('[Request interrupted by user for tool use]'), 'interruption')
})

test('step 4: what the client injects is nobody’s words', () => {
  checkRole(says('<command-name>/x</command-name>', { isMeta: true }), 'injected')
})

test('steps 5 to 7: slash commands in both orders, their output, shell input and output', () => {
  checkRole(says('<command-name>/clear</command-name>\n<command-message>clear</command-message>'), 'command')
  checkRole(says('<command-message>review</command-message>\n<command-name>/review</command-name>'), 'command')
  checkRole(says('<local-command-stdout></local-command-stdout>'), 'command-output')
  checkRole(says('<local-command-stderr>no</local-command-stderr>'), 'command-output')
  checkRole(says('  <bash-input>ls</bash-input>'), 'shell-input')
  checkRole(says('<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>'), 'shell-output')
})

test('steps 8 to 10: notifications, teammates, memory, context', () => {
  checkRole(says('<task-notification><task-id>b1</task-id></task-notification>'), 'task-notification')
  checkRole(says('done', { origin: { kind: 'task-notification' } }), 'task-notification')
  checkRole(says('<teammate-message teammate_id="a">hi</teammate-message>'), 'teammate-message')
  checkRole(says('<user-memory-input>use tabs</user-memory-input>'), 'memory')
  checkRole(says('<ide_opened_file>a.ts</ide_opened_file>'), 'context')
  checkRole(says('<ide_opened_file>a.ts</ide_opened_file>\nFix it'), 'prompt')
})

test('words about a tag of the client are words', () => {
  for (const tag of ['<command-name>', '<bash-input>', '<task-notification>', '<teammate-message']) {
    checkRole(says(`${tag} is a tag, what does it do?`), 'prompt')
  }
})

test('step 11: an accepted plan handed over is not typed', () => {
  checkRole(says('Implement the following plan:\n\n# A'), 'plan-handover')
  checkRole(says('go', { planContent: '# A' }), 'plan-handover')
})

test('steps 12 and 13: prompts by a parent model and by a program', () => {
  checkRole(says('look around'), 'agent-prompt', true)
  checkRole(says('hi', { promptSource: 'sdk' }), 'program-prompt')
  checkRole(says('hi', { entrypoint: 'sdk-cli' }), 'program-prompt')
})

test('step 14: the rest is a human prompt, images alone included', () => {
  checkRole(says('hello'), 'prompt')
  checkRole({ message: { content: [{ type: 'image' }] } }, 'prompt')
  checkRole(says('<div> is broken'), 'prompt')
})

test('an entry that says nothing is no prompt; wrong types never throw', () => {
  checkRole(says(''), 'context')
  checkRole({ message: 5 }, 'context')
  checkRole({ message: { content: [null, 3, { type: 7 }] }, origin: 'x', entrypoint: 4 }, 'context')
})

test('context is taken off wherever it stands, up to its nearest end', () => {
  expect(stripContext('<system-reminder>a</system-reminder> b <system-reminder>c</system-reminder>')).toBe('b')
  expect(stripContext('<system-reminder>never closed')).toBe('<system-reminder>never closed')
})
