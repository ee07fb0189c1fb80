import { describe, expect, test } from 'vitest'
import { contentKeyOf } from './content-key.ts'
import type { Measures, Story, TurnStory } from './story.ts'

function make(turn: Partial<TurnStory> = {}, measures: Partial<Measures> = {}): Story {
  const first = { turn: 1, prompt: 'Add a test', startedAt: 1, endedAt: 2, isRewound: false, ...turn }
  return { segments: [{ turns: [first] }], measures: { toolCalls: 3, compactions: 0, ...measures } } as unknown as Story
}

describe('the key of a session', () => {
  const key = contentKeyOf(make())
  test('changes when the session goes on', () => {
    for (const other of [
      make({ endedAt: 3 }),
      make({ prompt: 'Add two' }),
      make({ turn: 2 }),
      make({ isRewound: true }),
    ]) {
      expect(contentKeyOf(other)).not.toBe(key)
    }
    expect(contentKeyOf(make({}, { toolCalls: 4 }))).not.toBe(key)
  })
  test('stays when extractors say something else about it', () => {
    expect(contentKeyOf(make({ answer: ['Done.'], outcome: 'failed', activities: [] }, { errors: 9 }))).toBe(key)
  })
})
