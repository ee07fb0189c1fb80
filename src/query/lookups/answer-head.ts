import { textOf } from '../../format/blocks/table.ts'
import { asObject } from '../../format/json.ts'
import { head } from '../../text/head.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import type { EntryReader } from '../search/entry-reader.ts'

const MAX_CHARS = 300

interface TurnPlace {
  readonly session: number
  readonly turn: number
}

/** First line of the answer that a turn of the main thread ended with; undefined where there is none, or not any more. */
export function readAnswerHead(keep: IndexedKeep, entries: EntryReader, place: TurnPlace): string | undefined {
  const text = readAnswer(keep, entries, place)
  return text === undefined ? undefined : head(text.split('\n', 1)[0] ?? '', MAX_CHARS)
}

/** All of it. */
export function readAnswer(
  { store }: IndexedKeep,
  entries: EntryReader,
  { session, turn }: TurnPlace,
): string | undefined {
  const row = store.get(`SELECT answer_entry FROM turns WHERE session = ? AND agent = '' AND number = ?`, [
    session,
    turn,
  ])
  const [entry] = entries.list({ session, agent: '' }, 'number = ?', [row?.answer_entry ?? null])
  const text = entry && textOf(asObject(entries.read(entry)?.message)?.content).trim()
  return text || undefined
}
