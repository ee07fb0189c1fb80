import { closeSync, fstatSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../../config/make-folder.ts'
import { type FileRecallRequest, MAX_FILE_TEXTS, type RecallMoment } from '../../../query/recall/recall.ts'
import { hashText } from '../../../text/hash-text.ts'
import { appendLine } from './bounded-lines.ts'
import type { HookPlaces } from './hook-places.ts'
import { makeNonce } from './nonce.ts'

/**
 * What was shown in a running session since its last compaction: one file of lines for each, which several hooks append to
 * at once. Whoever stands first for a key shows it, so nothing is shown twice and nobody waits.
 */
export type RecallLogLine = BorderLine | ShownLine

/** What was said before it has left the model's window. */
export interface BorderLine {
  readonly kind: 'border'
  /** Epoch milliseconds. */
  readonly at: number
  readonly session: string
  readonly by: 'PreCompact' | 'SessionStart'
  /** As the client says: `manual` or `auto`; `compact` or `clear`. */
  readonly why?: string | undefined
  /** Of the transcript at that time. */
  readonly sizeBytes?: number | undefined
}

export interface ShownLine {
  readonly kind: 'shown'
  readonly at: number
  readonly session: string
  readonly moment: RecallMoment
  readonly keys: readonly string[]
  readonly chars: number
  /** Tells lines apart that are otherwise equal. */
  readonly nonce: string
}

export interface RecallLog {
  readonly border: BorderLine | undefined
  /** Since the border. */
  readonly shown: readonly ShownLine[]
  readonly seen: ReadonlySet<string>
  readonly compactedAt: number | undefined
}

type Place = Pick<HookPlaces, 'recall'>

/** What of a session's log counts against what may be told about files. */
export function fileBudget(log: RecallLog | undefined, maxChars: number): NonNullable<FileRecallRequest['budget']> {
  const shown = (log?.shown ?? []).filter(({ moment }) => moment === 'file')
  return {
    spentChars: shown.reduce((sum, { chars }) => sum + (Number.isFinite(chars) ? chars : 0), 0),
    maxChars: MAX_FILE_TEXTS * maxChars,
  }
}

/** Never throws: a log that cannot be read says that nothing was shown. */
export function readRecallLog(places: Place, sessionId: string): RecallLog {
  let lines: readonly RecallLogLine[] = []
  try {
    lines = withFile(logPath(places, sessionId), 'r', readSinceBorder)
  } catch {
    // Nothing was written yet.
  }
  return toLog(lines)
}

/** Appends, then looks who was first: the keys that are ours to show. None where a border came in between. */
export function claimShown(
  places: Place,
  claim: Pick<ShownLine, 'moment' | 'keys' | 'chars' | 'at'> & { readonly sessionId: string },
): readonly string[] {
  const { sessionId: session, moment, keys, chars, at } = claim
  const nonce = makeNonce()
  const lines = append(places, { kind: 'shown', at, session, moment, keys, chars, nonce })
  const owners = new Map<string, string>()
  for (const line of toLog(lines).shown) for (const key of line.keys) if (!owners.has(key)) owners.set(key, line.nonce)
  return keys.filter(key => owners.get(key) === nonce)
}

/** A compaction is told before and after it, and by each copy of the hook that is set up: that is one border. */
export function markBorder(places: Place, border: Omit<BorderLine, 'kind' | 'session'> & { sessionId: string }): void {
  const { sessionId, ...rest } = border
  const last = readRecallLog(places, sessionId).border
  const ageMs = last ? border.at - last.at : Number.POSITIVE_INFINITY
  const isEndOf = last?.by === 'PreCompact' && border.by === 'SessionStart' && border.why === 'compact'
  if (isWithin(ageMs, isEndOf ? COMPACTION_MS : COPY_MS)) return
  append(places, { kind: 'border', session: sessionId, ...rest })
}

/** Newest first, of all sessions; what `recall` shows. */
export function listShown(places: Place, { limit }: { readonly limit: number }): readonly ShownLine[] {
  const newest = listLogs(places)
    .sort((a, b) => b.changedAt - a.changedAt)
    .slice(0, limit)
  return newest
    .flatMap(({ path }) => readAll(path).filter(line => line.kind === 'shown'))
    .sort((a, b) => b.at - a.at)
    .slice(0, limit)
}

/** Logs of sessions that nobody went on with for long. */
export function removeOldLogs(places: Place, now: number): void {
  for (const { path, changedAt } of listLogs(places)) {
    // One from far ahead was written before the clock was set back.
    if (Math.abs(now - changedAt) > KEPT_MS) rmSync(path, { force: true })
  }
}

const KEPT_MS = 30 * 24 * 60 * 60_000
/** It takes a minute or two. */
const COMPACTION_MS = 15 * 60_000
const COPY_MS = 5000
const CHUNK_BYTES = 64 * 1024
/** Some five thousand lines: what is older is forgotten. */
const MAX_BYTES = 1024 * 1024
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const ENDING = '.jsonl'

/** An id may be anything: only what cannot lead out of the folder is a name. */
export function logPath({ recall }: Place, sessionId: string): string {
  const name = UUID.test(sessionId) ? sessionId : `h-${hashText(sessionId)}`
  return join(recall, name + ENDING)
}

function append(places: Place, line: RecallLogLine): readonly RecallLogLine[] {
  makeFolder(places.recall, 0o700)
  return withFile(logPath(places, line.session), 'a+', file => {
    appendLine(file, line)
    return readSinceBorder(file)
  })
}

/** From the end backwards, as far as the last border. */
function readSinceBorder(file: number): readonly RecallLogLine[] {
  const { size } = fstatSync(file)
  for (let length = CHUNK_BYTES; ; length *= 4) {
    const start = Math.max(0, size - Math.min(length, MAX_BYTES))
    const lines = parseLines(readFrom(file, start, size), start === 0)
    const at = lines.findLastIndex(line => line.kind === 'border')
    if (at >= 0) return lines.slice(at)
    if (start === 0 || length >= MAX_BYTES) return lines
  }
}

function readFrom(file: number, start: number, end: number): string {
  const bytes = Buffer.alloc(end - start)
  return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, start))
}

function readAll(path: string): readonly RecallLogLine[] {
  try {
    return withFile(path, 'r', file => {
      const { size } = fstatSync(file)
      const start = Math.max(0, size - MAX_BYTES)
      return parseLines(readFrom(file, start, size), start === 0)
    })
  } catch {
    return []
  }
}

function parseLines(text: string, isWhole: boolean): RecallLogLine[] {
  const lines = text.split('\n').slice(isWhole ? 0 : 1)
  return lines.flatMap(line => parseLine(line) ?? [])
}

function parseLine(text: string): RecallLogLine | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const line = JSON.parse(text) as RecallLogLine
    if (typeof line.at !== 'number' || typeof line.session !== 'string') return undefined
    if (line.kind === 'border') return line
    const isShown = line.kind === 'shown' && Array.isArray(line.keys) && line.keys.every(key => typeof key === 'string')
    return isShown ? line : undefined
  } catch {
    return undefined
  }
}

function toLog(lines: readonly RecallLogLine[]): RecallLog {
  const border = lines.find(line => line.kind === 'border')
  const shown = lines.filter(line => line.kind === 'shown')
  return { border, shown, seen: new Set(shown.flatMap(line => line.keys)), compactedAt: border?.at }
}

function listLogs({ recall }: Place): { readonly path: string; readonly changedAt: number }[] {
  try {
    return readdirSync(recall)
      .filter(name => name.endsWith(ENDING))
      .flatMap(name => {
        const path = join(recall, name)
        const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs
        return changedAt === undefined ? [] : [{ path, changedAt }]
      })
  } catch {
    return []
  }
}

function withFile<Result>(path: string, mode: string, work: (file: number) => Result): Result {
  const file = openSync(path, mode, 0o600)
  try {
    return work(file)
  } finally {
    closeSync(file)
  }
}

function isWithin(ageMs: number, limitMs: number): boolean {
  return ageMs >= 0 && ageMs < limitMs
}
