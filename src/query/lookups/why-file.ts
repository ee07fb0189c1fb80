import { readFileSync, statSync } from 'node:fs'
import { splitLines } from './why-change.ts'

/** A file of source text is smaller than this; what is larger has no lines to ask about. */
const MAX_BYTES = 32 * 1024 * 1024

/** The lines of a file as it is now; undefined where it cannot be read or is no text. */
export function readLines(path: string): readonly string[] | undefined {
  try {
    if (statSync(path).size > MAX_BYTES) return undefined
    const text = readFileSync(path, 'utf8')
    return text.includes('\0') ? undefined : splitLines(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

export interface WhyTarget {
  readonly path: string
  readonly line: number | undefined
  /** More lines were named than the one. */
  readonly isRange: boolean
}

/** `path:12`, `path:12:5` or `path:12-15` in its parts. `isFile` decides about a file whose own name ends so. */
export function parseTarget(text: string, isFile: (path: string) => boolean): WhyTarget {
  const [, path, line, last] = /^(.+?):(\d{1,9})(?:-(\d{1,9})|:\d{0,9})?:?$/s.exec(text) ?? []
  if (path === undefined || isFile(text)) return { path: text, line: undefined, isRange: false }
  return { path, line: Number(line), isRange: last !== undefined && Number(last) !== Number(line) }
}
