import type { SessionData } from '../data/session-data.ts'
import { countIn, rowText } from './row-text.ts'

/** One place where the text stands: the row, and which of its places. */
export interface Match {
  readonly row: number
  readonly nth: number
}

export interface FindOptions {
  readonly isIncluded: (row: number) => boolean
  /** Lets the page breathe between chunks; false when nobody wants the answer any more. */
  readonly goOn: () => Promise<boolean>
}

/** Every place of a text in the session, opening chunk after chunk. Undefined when it was given up. */
export async function findText(data: SessionData, text: string, options: FindOptions): Promise<Match[] | undefined> {
  const wanted = text.toLowerCase()
  const matches: Match[] = []
  if (wanted === '') return matches
  for (let chunk = 0; chunk < data.chunkCount; chunk++) {
    const start = data.starts[chunk] ?? 0
    const rows = data.openChunk(chunk) ?? []
    rows.forEach((row, at) => {
      if (!options.isIncluded(start + at)) return
      const count = countIn(rowText(row), wanted)
      for (let nth = 0; nth < count; nth++) matches.push({ row: start + at, nth })
    })
    if (!(await options.goOn())) return undefined
  }
  return matches
}
