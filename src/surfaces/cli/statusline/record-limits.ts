import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../../../config/make-folder.ts'
import type { JsonObject, Limits, LimitWindow } from './status.ts'

/** One line of `limits.jsonl`. Times are epoch milliseconds. */
export interface RecordedLimits {
  readonly at: number
  /** The session whose client said it. */
  readonly session: string | null
  readonly fiveHour: RecordedWindow | null
  readonly sevenDay: RecordedWindow | null
  /** Windows of other names, as the client gave them. */
  readonly other?: JsonObject
}

export interface RecordedWindow {
  /** Percent. */
  readonly used: number
  readonly resetsAt: number | null
}

/**
 * Appends what the client said about limits where it differs from what was recorded last. Several sessions do this at
 * once: each line is one write behind what others append, and a line that stands there twice does no harm.
 */
export function recordLimits(
  path: string,
  limits: Limits,
  { at, session }: { readonly at: number; readonly session: string | undefined },
): void {
  const line: RecordedLimits = {
    at,
    session: session?.slice(0, MAX_ID) ?? null,
    fiveHour: toRecorded(limits.fiveHour),
    sevenDay: toRecorded(limits.sevenDay),
    ...keptOthers(limits.other),
  }
  makeFolder(dirname(path), 0o700)
  const file = openSync(path, 'a+', 0o600)
  try {
    const tail = readTail(file)
    if (isKnown(tail, line)) return
    // A line that was cut off by a crash stays alone on its line.
    const isCut = tail !== '' && !tail.endsWith('\n')
    writeSync(file, `${isCut ? '\n' : ''}${JSON.stringify(line)}\n`)
  } finally {
    closeSync(file)
  }
}

const MAX_ID = 100
/** Some forty lines: what the sessions that run at once said last. */
const TAIL_BYTES = 16 * 1024
const MAX_OTHER = 1024

function toRecorded(window: LimitWindow | undefined): RecordedWindow | null {
  return window ? { used: window.usedPercent, resetsAt: window.resetsAt ?? null } : null
}

/** A window is a few numbers: what is longer is no window. */
function keptOthers(other: JsonObject): Pick<RecordedLimits, 'other'> {
  let left = MAX_OTHER
  const kept = Object.entries(other).filter(([name, value]) => {
    left -= name.length + JSON.stringify(value).length
    return left >= 0
  })
  return kept.length > 0 ? { other: Object.fromEntries(kept) } : {}
}

function readTail(file: number): string {
  const { size } = fstatSync(file)
  const start = Math.max(0, size - TAIL_BYTES)
  const bytes = Buffer.alloc(size - start)
  const count = readSync(file, bytes, 0, bytes.length, start)
  return bytes.toString('utf8', 0, count)
}

/**
 * The last line says the same, or the last line of this session does: a session that rests goes on saying what it heard
 * last, and must not fill the file in turns with one that works.
 */
function isKnown(tail: string, line: RecordedLimits): boolean {
  const said = JSON.stringify(withoutPlace(line))
  let isLast = true
  for (const text of tail.split('\n').reverse()) {
    const known = parseLine(text)
    if (!known) continue
    if (isLast || known.session === line.session) {
      if (JSON.stringify(withoutPlace(known)) === said) return true
      if (known.session === line.session) return false
    }
    isLast = false
  }
  return false
}

function parseLine(text: string): RecordedLimits | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    return JSON.parse(text) as RecordedLimits
  } catch {
    return undefined
  }
}

function withoutPlace({ fiveHour, sevenDay, other }: RecordedLimits): object {
  return { fiveHour, sevenDay, other }
}
