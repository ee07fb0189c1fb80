/**
 * limits/ knows what the status line recorded of the real limits: Claude Code names them only there, and only while it
 * runs. Blocks (R31) are an estimate beside them.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { formatIso } from '../../../time/day.ts'
import { type LimitKind, type LimitSample, parseLimitLine } from './parse-limit-line.ts'

/** A window of use with a limit, as far as it was seen. Times are ISO 8601. */
export interface LimitWindow {
  readonly kind: LimitKind
  readonly startsAt: string
  readonly endsAt: string
  /** The highest seen. */
  readonly usedPercent: number
  readonly lastUsedPercent: number
  readonly lastSeenAt: string
}

export interface LimitHistory {
  /** The one seen last comes last. */
  readonly windows: readonly LimitWindow[]
  /** Lines with something that is no limit: cut, broken, of another kind. */
  readonly badLines: number
  /** The file is long: its oldest lines were not read. */
  readonly isCut: boolean
  /** Why a file that is there could not be read. */
  readonly problem: string | undefined
}

/** The file the status line writes. */
export function limitsPath(keepDir: string): string {
  return join(keepDir, 'limits.jsonl')
}

export function listLimitWindows(path: string): readonly LimitWindow[] {
  return readLimits(path).windows
}

export function readLimits(path: string): LimitHistory {
  const { lines, isCut, problem } = readLastLines(path)
  const samples: LimitSample[] = []
  let badLines = 0
  for (const line of lines) {
    const found = parseLimitLine(line)
    const possible = found.samples.filter(isPossible)
    samples.push(...possible)
    if (!found.isWhole || possible.length < found.samples.length) badLines++
  }
  return { windows: joinSamples(samples), badLines, isCut, problem }
}

const LENGTHS: { readonly [Kind in LimitKind]: number } = {
  'five-hour': 5 * 60 * 60 * 1000,
  'seven-day': 7 * 24 * 60 * 60 * 1000,
}

/** Clocks differ, and so may what the server says by some minutes. */
const SLACK: { readonly [Kind in LimitKind]: number } = {
  'five-hour': 10 * 60 * 1000,
  'seven-day': 60 * 60 * 1000,
}

/** No window ends later than one that begins now. */
function isPossible({ kind, at, resetsAt }: LimitSample): boolean {
  return resetsAt - at <= LENGTHS[kind] + SLACK[kind]
}

/** Two samples of one window may differ by some seconds in when it ends. */
const SAME_END_MS = 60_000

interface OpenWindow {
  readonly kind: LimitKind
  readonly firstEnd: number
  used: number
  last: LimitSample
}

function joinSamples(samples: readonly LimitSample[]): readonly LimitWindow[] {
  const windows: OpenWindow[] = []
  const current = new Map<LimitKind, OpenWindow>()
  for (const sample of samples.toSorted((a, b) => a.resetsAt - b.resetsAt || a.at - b.at)) {
    const open = current.get(sample.kind)
    if (open && sample.resetsAt - open.firstEnd <= SAME_END_MS) {
      open.used = Math.max(open.used, sample.used)
      if (sample.at >= open.last.at) open.last = sample
      continue
    }
    const opened = { kind: sample.kind, firstEnd: sample.resetsAt, used: sample.used, last: sample }
    current.set(sample.kind, opened)
    windows.push(opened)
  }
  return windows.toSorted((a, b) => a.last.at - b.last.at || a.last.resetsAt - b.last.resetsAt).map(toWindow)
}

function toWindow({ kind, used, last }: OpenWindow): LimitWindow {
  return {
    kind,
    startsAt: formatIso(last.resetsAt - LENGTHS[kind]) ?? '',
    endsAt: formatIso(last.resetsAt) ?? '',
    usedPercent: used,
    lastUsedPercent: last.used,
    lastSeenAt: formatIso(last.at) ?? '',
  }
}

/** About 15,000 changes: months of work, read in a few hundredths of a second. */
const MAX_BYTES = 2 * 1024 * 1024
const NEWLINE = 0x0a

interface LastLines {
  readonly lines: readonly string[]
  readonly isCut: boolean
  readonly problem: string | undefined
}

function readLastLines(path: string): LastLines {
  try {
    const { bytes, isCut } = readEnd(path)
    // The first line may be the end of one.
    const whole = isCut ? bytes.subarray(bytes.indexOf(NEWLINE) + 1) : bytes
    const lines = whole.toString('utf8').split('\n')
    return { lines: lines.filter(line => line.trim() !== ''), isCut, problem: undefined }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR'
    return { lines: [], isCut: false, problem: isMissing ? undefined : message }
  }
}

function readEnd(path: string): { readonly bytes: Buffer; readonly isCut: boolean } {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const start = Math.max(0, size - MAX_BYTES)
    const bytes = Buffer.alloc(size - start)
    let length = 0
    while (length < bytes.length) {
      const count = readSync(file, bytes, length, bytes.length - length, start + length)
      if (count === 0) break
      length += count
    }
    return { bytes: bytes.subarray(0, length), isCut: start > 0 }
  } finally {
    closeSync(file)
  }
}
