import { describe, expect, it } from 'vitest'
import { chooseAnswer, type RequestBody, type RequestMessage } from './choose-answer.ts'

const SCRIPTS = {
  two: () => [
    { blocks: [{ type: 'text', text: 'one' }] as const },
    { blocks: [{ type: 'text', text: 'two' }] as const },
  ],
  other: () => [{ blocks: [{ type: 'text', text: 'other' }] as const }],
}

describe('chooseAnswer', () => {
  it('plays the script that the last prompt names, a step for each answer since', () => {
    checkChoice([user('Go [play two]')], 'one')
    checkChoice([user('Go [play two]'), assistant('one'), user('a result')], 'two')
    checkChoice([user('Go [play two]'), assistant('one'), user('Now [play other]')], 'other')
  })

  it('does not take what the client or a hook added for a prompt', () => {
    checkChoice([user('<system-reminder>[play other]</system-reminder>Go [play two]')], 'one')
    checkChoice([user('Go [play two] <backscroll-recall>[play other]</backscroll-recall>')], 'one')
  })

  it('answers what the client asks for by itself, and says what it was', () => {
    const summary = user('Your task is to create a detailed summary of the conversation')
    expect(chooseAnswer(bodyOf([user('Go [play two]'), summary]), SCRIPTS).kind).toBe('compaction')
    expect(chooseAnswer({ ...bodyOf([user('Go [play two]')]), tools: [] }, SCRIPTS).kind).toBe('title')
    expect(chooseAnswer(bodyOf([user('Go')]), SCRIPTS).kind).toBe('plain')
  })
})

function checkChoice(messages: readonly RequestMessage[], text: string): void {
  expect(chooseAnswer(bodyOf(messages), SCRIPTS).answer.blocks).toEqual([{ type: 'text', text }])
}

function bodyOf(messages: readonly RequestMessage[]): RequestBody {
  return { model: 'claude-opus-4-6', messages, tools: [{ name: 'Bash' }] }
}

function user(content: string): RequestMessage {
  return { role: 'user', content }
}

function assistant(content: string): RequestMessage {
  return { role: 'assistant', content }
}
