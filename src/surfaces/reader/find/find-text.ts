import type { SearchHooks } from '../../../page/find/finder.ts'
import type { Row } from '../../../render/view/row.ts'
import { countIn, rowText } from '../../../render/view/row-text.ts'
import type { SessionData } from '../data/session-data.ts'

export interface FindOptions extends SearchHooks {
  readonly isIncluded: (row: number) => boolean
}

/** As long as the page may stand still without anybody noticing. */
const SLICE_MS = 12

/** Every place of a text in the session, chunk after chunk. False when it was given up. */
export async function findText(data: SessionData, text: string, options: FindOptions): Promise<boolean> {
  const wanted = text.toLowerCase()
  if (wanted === '') return true
  let since = performance.now()
  for (let chunk = 0; chunk < data.chunkCount; chunk++) {
    const start = data.starts[chunk] ?? 0
    for (const [at, line] of data.chunkLines(chunk).entries()) {
      const count = options.isIncluded(start + at) ? countInLine(line, wanted) : 0
      if (count > 0) options.onRow(start + at, count)
      if (performance.now() - since < SLICE_MS) continue
      if (!(await options.goOn())) return false
      since = performance.now()
    }
  }
  return true
}

function countInLine(line: string, wanted: string): number {
  // Most lines do not hold it: those need not be read.
  if (!line.toLowerCase().includes(JSON.stringify(wanted).slice(1, -1))) return 0
  return countIn(rowText(JSON.parse(line) as Row), wanted)
}
