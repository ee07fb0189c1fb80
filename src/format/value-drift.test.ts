import { expect, test } from 'vitest'
import type { Entry } from './entry.ts'
import type { JsonObject } from './json.ts'
import { kindOf } from './kinds/table.ts'
import { listUnknownValues } from './value-drift.ts'

function check(json: JsonObject, ...expected: readonly string[]): void {
  const entry: Entry = { kind: kindOf(json), start: 0, end: 1, line: 1, json }
  expect(listUnknownValues(entry).map(({ path, value }) => `${path}: ${value}`)).toEqual(expected)
}

test('is quiet about known words', () => {
  check({ type: 'user', entrypoint: 'cli', promptSource: 'sdk', turnOrigin: 'human', origin: { kind: 'peer' } })
  check({ type: 'assistant', message: { stop_reason: 'refusal' } })
  check({ type: 'assistant', message: { stop_reason: null } })
  check({ type: 'permission-mode', permissionMode: 'auto' })
  check({ type: 'queue-operation', operation: 'popAll', content: 'back to me' })
  check({ type: 'attachment', attachment: { type: 'queued_command', commandMode: 'prompt' } })
})

test('names a word that nobody has seen, with its field', () => {
  check({ type: 'user', promptSource: 'telepathy' }, 'promptSource: telepathy')
  check({ type: 'user', origin: { kind: 'ghost' } }, 'origin.kind: ghost')
  check({ type: 'user', turnOrigin: 'tide' }, 'turnOrigin: tide')
  check({ type: 'user', permissionMode: 'never' }, 'permissionMode: never')
  check({ type: 'permission-mode', permissionMode: 'never' }, 'permissionMode: never')
  check({ type: 'system', subtype: 'info', entrypoint: 'toaster' }, 'entrypoint: toaster')
  check({ type: 'queue-operation', operation: 'reorder' }, 'operation: reorder')
  check({ type: 'assistant', message: { stop_reason: 'bored' } }, 'message.stop_reason: bored')
  check(
    { type: 'attachment', attachment: { type: 'queued_command', origin: { kind: 'ghost' }, commandMode: 'dream' } },
    'attachment.commandMode: dream',
    'attachment.origin.kind: ghost',
  )
})

test('names another shape where a word is expected', () => {
  check({ type: 'user', promptSource: 5, turnOrigin: ['human'] }, 'promptSource: (number)', 'turnOrigin: (array)')
  check({ type: 'user', origin: 'human' })
})

test('takes words of the prototype for what they are', () => {
  check({ type: 'user', promptSource: 'constructor' }, 'promptSource: constructor')
})

function checkContent(content: unknown, ...expected: readonly string[]): void {
  check({ type: 'queue-operation', operation: 'enqueue', content } as JsonObject, ...expected)
}

test('knows each shape of queue content', () => {
  checkContent(undefined)
  checkContent('And three?')
  checkContent('<task-notification>\n<task-id>b1</task-id>\n</task-notification>')
  checkContent('<agent-message from="a1">\nWet\n</agent-message>')
  checkContent('{"task_id":"b1","tool_use_id":"t","description":"d","task_type":"local_bash"}')
  checkContent([{ type: 'text', text: 'a' }, { type: 'image' }])
})

test('names words of decisions, modes and sources that nobody has seen', () => {
  const decision = { decision: 'accept', source: 'user_temporary', grantScope: 'once', reasonType: 'rule' }
  check({ type: 'user', permissionDecision: decision, toolDenialKind: 'user-rejected' })
  check(
    {
      type: 'user',
      permissionDecision: { decision: 'defer', source: 'oracle', grantScope: 'always', reasonType: 'tide' },
    },
    'permissionDecision.decision: defer',
    'permissionDecision.source: oracle',
    'permissionDecision.grantScope: always',
    'permissionDecision.reasonType: tide',
  )
  check({ type: 'user', toolDenialKind: 'tide' }, 'toolDenialKind: tide')
  check({ type: 'mode', mode: 'vim' }, 'mode: vim')
  check({ type: 'queue-operation', operation: 'remove', reason: 'tide' }, 'reason: tide')
  check({ type: 'attachment', attachment: { type: 'date' }, renderedRole: 'tool' }, 'renderedRole: tool')
  check({ type: 'api-request', querySource: 'agent:custom:my:own' })
  check({ type: 'api-request', querySource: 'agent:builtin:Explore' })
  check({ type: 'api-request', querySource: 'agent:dream:Explore' }, 'querySource: agent:dream:Explore')
})

test('names what the client went on with by itself where that is no plan', () => {
  const origin = { kind: 'auto-continuation' }
  check({ type: 'user', origin, planContent: '# Plan' })
  check({ type: 'user', origin }, 'origin.kind: auto-continuation without a plan')
})

test('names queue content in a shape that nobody has seen', () => {
  checkContent('<tide-report>high</tide-report>', 'content: <tide-report>')
  checkContent('{"tide_id":"t1","level":3}', 'content: {"tide_id": …}')
  checkContent({ text: 'a' }, 'content: (object)')
  checkContent([{ type: 'tide' }], 'content: unknown blocks')
  checkContent([{ type: 'text', text: 'a' }, { type: 'tide' }], 'content: unknown blocks')
  checkContent('{"taskId":"t1","jobKind":"tide"}', 'content: {"taskId": …}')
  checkContent('{"type":"wake","level":3}', 'content: {"type": …}')
  checkContent('<ping>\n<id>t1</id>\n</ping>', 'content: <ping>')
})

test('takes what people paste into the queue for their words', () => {
  checkContent('<div>why is this red?</div>')
  checkContent('<my-component> is broken')
  checkContent('{"name": "abacus"}')
  checkContent('{"compilerOptions": {"strict": true}}')
  checkContent('{"devDependencies":{\n"abacus":"1"}}')
  checkContent('<svg></svg>')
  checkContent('{ a: 1 } is that valid?')
})
