import { readPart, withOpen } from './frame-file.ts'
import { isRecord, type ManifestRecord } from './manifest-record.ts'
import { formatSummed, parseSummed } from './summed-json.ts'

/**
 * How a line hangs together with the others. `after` is the sum of the line before it, those passed over that were cut;
 * so a line that is missing shows in the one that follows. Lines that were written together have one commit number.
 */
export interface LineLink {
  readonly commit: number
  readonly after: string
  readonly sum: string
}

/** What a line is. A `cut` one was torn by a crash; an `altered` one is not as anybody wrote it. */
export type ManifestLine =
  | { readonly is: 'record'; readonly record: ManifestRecord; readonly link: LineLink }
  | { readonly is: 'unknown'; readonly t: string; readonly link: LineLink }
  | { readonly is: 'cut' | 'altered' }

/** The last line that can be read, and how the next is to be written. */
export interface ManifestEnd {
  readonly commit: number
  readonly sum: string
  /** The file ends in the middle of a line: a run was cut off. */
  readonly needsLineEnd: boolean
}

/** What the first line says it comes after. */
const NO_SUM = '0'.repeat(16)

export const EMPTY_END: ManifestEnd = { commit: 0, sum: NO_SUM, needsLineEnd: false }

/** The lines of one commit, each with its end. JSON escapes line ends and lone surrogates, so any text is safe. */
export function formatCommit(
  records: readonly ManifestRecord[],
  end: ManifestEnd,
): { readonly text: string; readonly end: ManifestEnd } {
  const commit = end.commit + 1
  let after = end.sum
  const lines = records.map(record => {
    const line = formatSummed({ ...record, commit, after })
    after = sumIn(line)
    return `${line}\n`
  })
  const text = (end.needsLineEnd ? '\n' : '') + lines.join('')
  return { text, end: { commit, sum: after, needsLineEnd: false } }
}

/** Takes a line without its end; never throws. */
export function parseLine(line: string): ManifestLine {
  const json = parseSummed(line)
  if (typeof json === 'string') return { is: json }
  const { commit, after, ...record } = json
  const { t } = record
  if (typeof t !== 'string' || typeof after !== 'string' || !Number.isSafeInteger(commit)) return { is: 'altered' }
  const link = { commit: commit as number, after, sum: sumIn(line) }
  const isRight = isRecord(record as { t: string })
  if (isRight === undefined) return { is: 'unknown', t, link }
  return isRight ? { is: 'record', record: record as unknown as ManifestRecord, link } : { is: 'altered' }
}

/** The same line after another one, for a manifest that is written again. Only for lines with a link. */
export function relinkLine(line: string, after: string): { readonly line: string; readonly sum: string } {
  const json = parseSummed(line)
  if (typeof json === 'string') throw new Error(`not a line with a sum: ${json}`)
  const relinked = formatSummed({ ...json, after })
  return { line: relinked, sum: sumIn(relinked) }
}

const START_BYTES = 16 * 1024
const LINE_END = 10

/** Reads from the end of the manifest only as far back as it must. */
export function readManifestEnd(path: string, fileBytes: number): ManifestEnd {
  if (fileBytes === 0) return EMPTY_END
  return withOpen(path, file => {
    for (let wanted = START_BYTES; ; wanted *= 4) {
      const start = Math.max(0, fileBytes - wanted)
      const bytes = readPart(file, start, fileBytes)
      const link = findLastLink(bytes, start === 0)
      const needsLineEnd = bytes.at(-1) !== LINE_END
      if (link) return { commit: link.commit, sum: link.sum, needsLineEnd }
      if (start === 0) return { ...EMPTY_END, needsLineEnd }
    }
  })
}

function findLastLink(bytes: Buffer, isWhole: boolean): LineLink | undefined {
  for (let stop = bytes.length; stop > 0; ) {
    const lineEnd = bytes.lastIndexOf(LINE_END, stop - 1)
    // What stands before the first line end may have begun earlier.
    if (lineEnd < 0 && !isWhole) return undefined
    const parsed = parseLine(bytes.toString('utf8', lineEnd + 1, stop))
    if ('link' in parsed) return parsed.link
    stop = lineEnd
  }
  return undefined
}

function sumIn(line: string): string {
  return line.slice(-NO_SUM.length - 2, -2)
}
