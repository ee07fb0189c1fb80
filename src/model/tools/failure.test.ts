import { expect, test } from 'vitest'
import { classifyFailure, type Failure, parseExitCode, readDenial } from './failure.ts'

function checkFailure(text: string, expected: Partial<Failure>, denialKind?: string): void {
  expect(classifyFailure(text, true, readDenial({ toolDenialKind: denialKind }))).toMatchObject(expected)
}

const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). "

test('a result without error is a success, whatever it says', () => {
  expect(classifyFailure('Exit code 1', false).status).toBe('ok')
  expect(classifyFailure('', false)).toEqual({
    status: 'ok',
    message: undefined,
    excerpt: undefined,
    rejection: undefined,
  })
})

test('an interruption is one even where it is not marked as an error', () => {
  expect(classifyFailure('[Request interrupted by user for tool use]', false).status).toBe('interrupted')
  checkFailure('[Request interrupted by user]', { status: 'interrupted' })
  checkFailure("The user doesn't want to take this action right now. STOP", { status: 'interrupted' })
})

test('an error is unwrapped', () => {
  checkFailure('<tool_use_error>File does not exist.</tool_use_error>', {
    status: 'error',
    message: 'File does not exist.',
  })
  checkFailure('<tool_use_error>Error: No such tool available: X</tool_use_error>', {
    message: 'No such tool available: X',
  })
  checkFailure('<tool_use_error>cut off', { status: 'error', message: '<tool_use_error>cut off' })
  checkFailure('Exit code 1\nnpm warn', { status: 'error', message: 'Exit code 1\nnpm warn' })
})

test('a rejection has the words of the user, if any', () => {
  checkFailure(`${REJECTED}STOP what you are doing`, { status: 'rejected', rejection: undefined })
  checkFailure(`${REJECTED}To tell you how to proceed, the user said:\nuse pnpm\nplease`, {
    status: 'rejected',
    rejection: 'use pnpm\nplease',
  })
  checkFailure(`${REJECTED}The user provided the following reason for the rejection:  too slow`, {
    rejection: 'too slow',
  })
  checkFailure('User rejected tool use', { status: 'rejected' })
  checkFailure('User chose to stay in plan mode and continue planning', { status: 'rejected' })
})

test('the text of the client for "let us talk about it first" is no word of the user', () => {
  checkFailure(
    `${REJECTED}To tell you how to proceed, the user said:\nThe user wants to clarify these questions.\n x`,
    {
      status: 'rejected',
      rejection: undefined,
    },
  )
})

test('what a rule, a hook or the classifier forbids is denied', () => {
  checkFailure('This command requires approval', { status: 'denied' })
  checkFailure('This Bash command contains multiple operations. The following part requires approval: x', {
    status: 'denied',
  })
  checkFailure("Claude requested permissions to use WebSearch, but you haven't granted it yet.", { status: 'denied' })
  checkFailure('Permission for this action was denied by the Claude Code auto mode classifier. Reason: no', {
    status: 'denied',
  })
  checkFailure('PreToolUse:Bash hook error: [guard.sh]: not today', { status: 'denied' })
  checkFailure("ls in '~' was blocked. For security, Claude Code may only list files in …", { status: 'denied' })
})

test('a call left out because another failed is skipped', () => {
  checkFailure('<tool_use_error>Sibling tool call errored</tool_use_error>', { status: 'skipped' })
})

test('a recorded denial goes before the text', () => {
  checkFailure('use pnpm', { status: 'rejected', message: 'use pnpm' }, 'user-rejected')
  checkFailure('nope', { status: 'denied' }, 'permission-rule')
  checkFailure('nope', { status: 'error' }, 'something-new')
})

test('long texts are cut', () => {
  const failure = classifyFailure(`${REJECTED}the user said:\n${'x'.repeat(5_000_000)}`, true)
  expect(failure.message).toHaveLength(500)
  expect(failure.rejection).toHaveLength(2000)
})

test('the exit code stands at the start of the text only', () => {
  expect(parseExitCode('Exit code 127\nnot found')).toBe(127)
  expect(parseExitCode('Error: Exit code 2')).toBe(2)
  expect(parseExitCode('it printed Exit code 2')).toBeUndefined()
})

test('a setting that refuses a call is no person, whatever the client calls it', () => {
  const rejected = { toolDenialKind: 'user-rejected' }
  const bySetting = readDenial({ ...rejected, permissionDecision: { decision: 'reject', source: 'config' } })
  expect(classifyFailure(REJECTED, true, bySetting)).toMatchObject({ status: 'denied', rejection: undefined })
  const byPerson = readDenial({
    ...rejected,
    permissionDecision: { decision: 'reject', source: 'user_reject' },
    userFeedback: 'use figs instead',
  })
  expect(classifyFailure(REJECTED, true, byPerson)).toMatchObject({ status: 'rejected', rejection: 'use figs instead' })
})
