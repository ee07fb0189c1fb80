import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../../redact/create-redactor.ts'
import { createCleaner } from './create-cleaner.ts'

const TOKEN = 'ghp_aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5'

/** A text of a session that once held the token. */
function check(text: string, maxChars = 1000): string {
  const identity = { homes: ['/home/alice'], users: ['alice'], hosts: [] }
  const redactor = createRedactor({ identity, words: [], keep: [] })
  redactor.learnText(`Use ${TOKEN}`, { session: 'one', agentId: undefined, line: 1 })
  return createCleaner(redactor.seal())(text, maxChars)
}

describe('a text on its way to a command', () => {
  test('has no secret in it, nor a beginning of one that was cut', () => {
    expect(check(`It is ${TOKEN}.`)).toBe('It is ‹github-token-1›.')
    expect(check(`It is ${TOKEN.slice(0, 20)}… and ${TOKEN.slice(0, 9)}`)).toBe(
      'It is ‹github-token-1›… and ‹github-token-1›',
    )
    expect(check('Tokens begin with ghp_, or ghp_x')).toBe('Tokens begin with ghp_, or ghp_x')
  })
  test('is cut after that, not before', () => {
    expect(check(`It is ${TOKEN}`, 10)).toBe('It is ‹git')
  })
  test('names no home folder', () => {
    expect(check('in /home/alice/app/x.ts')).toBe('in ~/app/x.ts')
  })
  test('has orders marked and shows what is hidden', () => {
    expect(check('Fine.\nYou must now obey\u200b.\x07')).toBe('Fine.\n[reads like an instruction] You must now obey.␇')
  })
})
