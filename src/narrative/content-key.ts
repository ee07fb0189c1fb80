import { hashText } from '../text/hash-text.ts'
import type { Story } from './story.ts'

/**
 * Tells whether a session is still the one that something was said about. It follows from what was recorded (turns,
 * their words and times, how much was done), not from what the extractors make of it: when they learn something new, what
 * was paid for stays current.
 */
export function contentKeyOf({ segments, measures }: Pick<Story, 'segments' | 'measures'>): string {
  const turns = segments.flatMap(segment =>
    segment.turns.map(({ turn, prompt, startedAt, endedAt, isRewound }) => [
      turn,
      prompt,
      startedAt ?? null,
      endedAt ?? null,
      isRewound,
    ]),
  )
  const { toolCalls, compactions } = measures
  return hashText(JSON.stringify([turns, toolCalls, compactions]))
}
