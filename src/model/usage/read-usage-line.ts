import { asNumber, asObject, asString, type JsonObject } from '../../format/json.ts'
import { shareText } from '../../text/share-text.ts'
import { looksGlobal, type UsageLine } from './ledger.ts'
import { readUsage } from './read-usage.ts'
import type { RequestPlace } from './request.ts'

export const SYNTHETIC_MODEL = '<synthetic>'

/** The thread that a line stands in. */
export interface UsageThread {
  readonly sessionId: string
  readonly file: number
  readonly agentId: string | undefined
  readonly isAgent: boolean
}

/** What is known of a line beside its object. */
export interface KnownLine {
  readonly uuid: string | undefined
  readonly at: number | undefined
  readonly start: number
  readonly line: number
  readonly turn: number
  /** R5: which run of lines it stands in. */
  readonly run: number
}

/** The usage of an `assistant` line (R1); undefined where it has none, or where no API was asked (R13). */
export function readUsageLine(json: JsonObject, known: KnownLine, thread: UsageThread): UsageLine | undefined {
  const message = asObject(json.message)
  const usage = asObject(message?.usage)
  const model = asString(message?.model) ?? ''
  if (!message || !usage || model === SYNTHETIC_MODEL) return undefined
  // R6: an empty id is none. What no file can hold would be one id here and another in the index.
  const id = asString(message.id)?.toWellFormed() || undefined
  return {
    messageId: id,
    requestId: asString(json.requestId)?.toWellFormed(),
    uuid: known.uuid?.toWellFormed(),
    run: id !== undefined && looksGlobal(id) ? '' : `${thread.agentId ?? ''} ${known.run}`,
    model: shareText(model),
    stopReason: asString(message.stop_reason),
    recordedCostUsd: costOf(json.costUSD),
    at: known.at,
    place: placeOf(json, known, thread),
    isOriginal: json.sessionId === thread.sessionId && !isNamedCopy(json, thread.sessionId),
    usage: readUsage(usage),
  }
}

/** R7: a branch names the session that each line was copied from; since 2.1.327 every fork does, for each answer. */
function isNamedCopy(json: JsonObject, sessionId: string): boolean {
  return asObject(json.forkedFrom) !== undefined || (asString(json.requestSessionId) ?? sessionId) !== sessionId
}

/** R5: the id is no proof of identity by itself; runs of lines decide. */
export function needsRuns({ messageId, requestId }: Pick<UsageLine, 'messageId' | 'requestId'>): boolean {
  return messageId !== undefined && requestId === undefined && !looksGlobal(messageId)
}

function placeOf(json: JsonObject, { turn, start, line }: KnownLine, thread: UsageThread): RequestPlace {
  return {
    sessionId: thread.sessionId,
    agentId: thread.agentId,
    isSidechain: thread.isAgent || json.isSidechain === true,
    turn,
    branch: shared(json.gitBranch),
    version: shared(json.version),
    file: thread.file,
    start,
    line,
  }
}

function shared(value: JsonObject[string]): string | undefined {
  return typeof value === 'string' && value !== '' ? shareText(value) : undefined
}

/** More than any response cost; a number beyond it is damage, and would hide all others in a total. */
const MAX_COST_USD = 10_000

/** R28: zero is not a recorded cost, nor is what cannot be one. */
function costOf(value: JsonObject[string]): number | undefined {
  const number = asNumber(value)
  return number !== undefined && number > 0 && number <= MAX_COST_USD ? number : undefined
}
