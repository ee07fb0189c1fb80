import { stripEcho } from '../../extract/strip-echo.ts'
import type { Store } from '../../store/store.ts'
import { clip } from '../../text/clip.ts'
import { readOwnWords } from './own-words.ts'
import { gatePrompt, isStopped } from './prompt-gates.ts'

export interface AskedFor {
  readonly turn: number
  readonly text: string
}

/** Prompts that are looked at before the one that started the work is given up on. */
const LOOKED_AT = 6

/**
 * What a turn of the main thread was about: its own prompt, or, where that says no more than "go on", the nearest one
 * before it that says something. Undefined where nobody asked for anything.
 */
export function findAskedFor(store: Store, session: number, turn: number): AskedFor | undefined {
  const rows = store.all(PROMPTS, [session, turn, LOOKED_AT])
  const prompts = rows.map(row => ({ turn: row.number as number, text: row.text as string }))
  return prompts.find(({ text }) => !isStopped(gatePrompt(text))) ?? prompts[0]
}

const PROMPTS = `SELECT number, text FROM turns
WHERE session = ? AND agent = '' AND number BETWEEN 1 AND ? AND is_rewound = 0 AND text <> '' ORDER BY number DESC LIMIT ?`

/** What a person wrote of a prompt, without what was pasted into it, in one line. */
export function ownWordsOf(prompt: string, max: number): string {
  const words = stripEcho(prompt)
  return clip(readOwnWords(words).text.trim() || words, max)
}
