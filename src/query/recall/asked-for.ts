import { stripEcho } from '../../extract/strip-echo.ts'
import { readOwnWords } from '../../narrative/wording/own-words.ts'
import type { Store } from '../../store/store.ts'
import { clip } from '../../text/clip.ts'
import { isBarePrompt, isChorePrompt } from './bare-prompt.ts'

export interface AskedFor {
  readonly turn: number
  readonly text: string
  /** Where that says no more than "go on" or "commit and push": the nearest prompt before it that says something. */
  readonly after: { readonly turn: number; readonly text: string } | undefined
}

/** Prompts that are looked at before the one that started the work is given up on. */
const LOOKED_AT = 6

/** The prompt of a turn of the main thread; undefined where nobody typed one. */
export function findAskedFor(store: Store, session: number, turn: number): AskedFor | undefined {
  const rows = store.all(PROMPTS, [session, turn, LOOKED_AT])
  const [own, ...before] = rows.map(row => ({ turn: row.number as number, text: row.text as string }))
  if (own?.turn !== turn) return undefined
  return { ...own, after: speaks(own.text) ? undefined : before.find(({ text }) => speaks(text)) }
}

function speaks(prompt: string): boolean {
  return !isBarePrompt(prompt) && !isChorePrompt(prompt)
}

const PROMPTS = `SELECT number, text FROM turns
WHERE session = ? AND agent = '' AND number BETWEEN 1 AND ? AND is_rewound = 0 AND text <> '' ORDER BY number DESC LIMIT ?`

/** As it is told: `go on (after "Why does the lease expire?")`. */
export function sayAsked({ text, after }: Pick<AskedFor, 'text' | 'after'>, max: number): string {
  if (!after) return ownWordsOf(text, max)
  const own = ownWordsOf(text, max / 2)
  return `${own} (after "${ownWordsOf(after.text, Math.max(40, max - own.length))}")`
}

/** What a person wrote of a prompt, without what was pasted into it, in one line. */
export function ownWordsOf(prompt: string, max: number): string {
  const words = stripEcho(prompt)
  return clip(readOwnWords(words).text.trim() || words, max)
}
