import type { IndexedKeep } from '../indexed-keep.ts'
import { createEntryReader, type EntryReader } from '../search/entry-reader.ts'
import { readUnitPassages } from '../search/unit-text.ts'

type ProseSpan = Parameters<typeof readUnitPassages>[1]

/** What was asked and answered is what a passage is about; thinking and notices of programs say the same at length. */
const COLUMNS: ReadonlySet<string> = new Set(['prompt', 'answer'])
/** Of one text: a log or a file that was pasted says less the longer it is. */
const MAX_CHARS = 2000

/** Reads what vectors are made from. Units of one session should come together. */
export function createProseReader(keep: IndexedKeep): (unit: ProseSpan) => string {
  let session: number | undefined
  let reader: EntryReader | undefined
  return unit => {
    // A reader holds what it has unpacked: one for all would hold the archive.
    if (!reader || unit.session !== session) reader = createEntryReader(keep)
    session = unit.session
    const passages = readUnitPassages(reader, unit)
    const wanted = passages.filter(({ column }) => COLUMNS.has(column))
    return (wanted.length > 0 ? wanted : passages).map(({ text }) => text.slice(0, MAX_CHARS)).join('\n')
  }
}
