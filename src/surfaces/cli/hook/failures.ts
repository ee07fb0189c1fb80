import { asNumber, asString, type JsonObject } from '../../../format/json.ts'
import { appendBounded, readBounded } from './bounded-lines.ts'
import type { HookPlaces } from './hook-places.ts'

/** Something that went wrong in a hook, which nobody was told. */
export interface HookFailure {
  /** Epoch milliseconds. */
  readonly at: number
  readonly event: string | undefined
  readonly code: string
  readonly message: string
}

const MAX_MESSAGE = 300
/** A hook that fails at each message says it once an hour. */
const SAME_MS = 60 * 60_000

/** Never throws. */
export function noteFailure({ failures }: Pick<HookPlaces, 'failures'>, failure: HookFailure): void {
  const noted = { ...failure, message: failure.message.replace(/\s+/g, ' ').slice(0, MAX_MESSAGE) }
  appendBounded(failures, noted, last => last.flatMap(toFailures).some(known => isSame(known, noted)))
}

/** Oldest first. */
export function readFailures({ failures }: Pick<HookPlaces, 'failures'>): readonly HookFailure[] {
  return readBounded(failures).flatMap(toFailures)
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

function toFailures(line: JsonObject): readonly HookFailure[] {
  const at = asNumber(line.at)
  const code = asString(line.code)
  if (at === undefined || code === undefined) return []
  return [{ at, event: asString(line.event), code, message: asString(line.message) ?? '' }]
}

function isSame(known: HookFailure, { at, event, code, message }: HookFailure): boolean {
  return known.event === event && known.code === code && known.message === message && Math.abs(at - known.at) < SAME_MS
}
