import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Level } from '../src/render/level.ts'
import { FIXTURES } from './corpus.ts'
import { draw, openSession } from './draw-session.ts'

const loaded = openSession(join(FIXTURES, 'kinds/attachment.jsonl'))

function drawn(level: Level): string {
  return [...draw(loaded, level, { width: 200 })].join('\n')
}

function countOf(text: string, words: string): number {
  return text.split(words).length - 1
}

test('what describes the session to the model is shown only where everything is', () => {
  const context = [
    'Show every carry.',
    'You help with sums.',
    'claude-opus-5-5',
    'On branch main, clean',
    'End commits',
  ]
  for (const words of context) {
    for (const level of ['prompts', 'answers', 'tools'] as const) expect(drawn(level)).not.toContain(words)
    expect(drawn('all')).toContain(words)
  }
})

test('the instructions say which file was given, with its text once', () => {
  const all = drawn('all')
  expect(all).toMatch(/instructions\s+\/home\/ada\/abacus\/CLAUDE\.md\n/)
  expect(countOf(all, 'Show every carry.')).toBe(1)
})

test('what the model was given beside the payload is marked as such, without the tags around it', () => {
  const all = drawn('all')
  expect(all).toContain('given to the model')
  expect(all).toContain('In /home/ada/abacus now.')
  expect(all).not.toContain('<system-reminder>')
})

test('words that were queued are the person’s at each level', () => {
  for (const level of ['prompts', 'answers', 'tools', 'all'] as const) expect(drawn(level)).toContain('And three?')
})
