import { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { makeFolder } from '../../../config/make-folder.ts'
import { asNumber, asObject, asString } from '../../../format/json.ts'
import type { HookPlaces } from './hook-places.ts'

/** Something that went wrong in a hook, which nobody was told. */
export interface HookFailure {
  /** Epoch milliseconds. */
  readonly at: number
  readonly event: string | undefined
  readonly code: string
  readonly message: string
}

/** Above the first the file is cut to the second: the newest lines stay. */
const MAX_BYTES = 64 * 1024
const KEPT_BYTES = 32 * 1024
const MAX_MESSAGE = 300
/** A hook that fails at each message says it once an hour. */
const SAME_MS = 60 * 60_000

/** Never throws: where a failure cannot be noted there is nobody left to tell. */
export function noteFailure(places: Pick<HookPlaces, 'folder' | 'failures'>, failure: HookFailure): void {
  try {
    makeFolder(places.folder, 0o700)
    const file = openSync(places.failures, 'a+', 0o600)
    try {
      const message = failure.message.replace(/\s+/g, ' ').slice(0, MAX_MESSAGE)
      const tail = readTail(file)
      if (!isKnown(tail, { ...failure, message })) {
        const isCut = tail !== '' && !tail.endsWith('\n')
        writeSync(file, `${isCut ? '\n' : ''}${JSON.stringify({ ...failure, message })}\n`)
      }
    } finally {
      closeSync(file)
    }
    shorten(places.failures)
  } catch {}
}

/** Oldest first. */
export function readFailures({ failures }: Pick<HookPlaces, 'failures'>): readonly HookFailure[] {
  try {
    return parseLines(readFileSync(failures, 'utf8'))
  } catch {
    return []
  }
}

/** What was thrown, as a failure; names and texts of a transcript are never part of it. */
export function toFailure(error: unknown, more: Pick<HookFailure, 'at' | 'event'>): HookFailure {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return {
    ...more,
    code: typeof code === 'string' ? code : 'bug',
    message: typeof message === 'string' ? message : String(error),
  }
}

function parseLines(text: string): readonly HookFailure[] {
  return text.split('\n').flatMap(line => {
    const json = line.startsWith('{') ? asObject(parseJson(line)) : undefined
    const at = asNumber(json?.at)
    const code = asString(json?.code)
    if (at === undefined || code === undefined) return []
    return [{ at, event: asString(json?.event), code, message: asString(json?.message) ?? '' }]
  })
}

function parseJson(text: string): ReturnType<typeof JSON.parse> {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readTail(file: number): string {
  const { size } = fstatSync(file)
  const bytes = Buffer.alloc(Math.min(size, KEPT_BYTES))
  return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, size - bytes.length))
}

function isKnown(tail: string, { at, event, code, message }: HookFailure): boolean {
  return parseLines(tail).some(
    known =>
      known.event === event && known.code === code && known.message === message && Math.abs(at - known.at) < SAME_MS,
  )
}

/** Two at once: the later one wins, and at worst a line of the other is gone. */
function shorten(path: string): void {
  const bytes = readFileSync(path)
  if (bytes.length <= MAX_BYTES) return
  const tail = bytes.subarray(bytes.length - KEPT_BYTES)
  const beside = `${path}.${process.pid}`
  writeFileSync(beside, tail.subarray(tail.indexOf(0x0a) + 1), { mode: 0o600 })
  renameSync(beside, path)
}
