import type { IndexedKeep } from '../indexed-keep.ts'
import { readAnswer } from '../lookups/answer-head.ts'
import { createEntryReader } from '../search/entry-reader.ts'
import { readEntryPassages } from '../search/unit-text.ts'

/** What the person wrote in a turn, and what the model answered last, as written. */
export interface TurnTexts {
  readonly turn: number
  readonly prompt: string | undefined
  readonly answer: string | undefined
}

/** Every turn of the main thread that was not taken back, in order. Read again by span. */
export function readTurnTexts(keep: IndexedKeep, session: number): readonly TurnTexts[] {
  const entries = createEntryReader(keep)
  return keep.store.all(TURNS, [session]).map(row => {
    const turn = row.number as number
    const [prompt] = entries.list({ session, agent: '' }, 'number = ?', [row.prompt_entry ?? null])
    const words = prompt ? readEntryPassages(entries, prompt).map(({ text }) => text) : []
    return {
      turn,
      prompt: words.join('\n').trim() || undefined,
      answer: readAnswer(keep, entries, { session, turn }),
    }
  })
}

const TURNS = `SELECT number, prompt_entry FROM turns
WHERE session = ? AND agent = '' AND is_rewound = 0 AND number > 0 ORDER BY number`
