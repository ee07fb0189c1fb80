import { asNumber, asObject, asObjects, asString, asStrings, type JsonObject } from '../../format/json.ts'
import type { EntryKind } from '../../format/kinds/table.ts'
import type { Thread } from '../session.ts'
import type { ThreadEntry } from '../thread-entry.ts'
import type { Sha256 } from './wire-message.ts'

/** What requests are rebuilt from: one conversation, and the way back to its lines. */
export interface LogSource {
  readonly thread: Thread
  read(entry: ThreadEntry): JsonObject | undefined
  readonly sha256: Sha256
}

/** An `api-request` line. */
export interface LoggedRequest {
  /** `requestRef` on the lines of its answer. */
  readonly id: string
  readonly entry: ThreadEntry
  readonly querySource: string | undefined
  readonly version: string | undefined
  readonly shapeHash: string | undefined
  /** Of the body, without system text, tools and messages. */
  readonly params: JsonObject
  readonly base: string | undefined
  readonly keep: number
  readonly tail: readonly string[]
  readonly marks: readonly CacheMark[]
  readonly digest: string | undefined
}

/** Where a request asks for all before it to be cached. */
export interface CacheMark {
  /** Such as `system`, 0 or `messages`, 3, `content`, 0. */
  readonly path: readonly (string | number)[]
  readonly value: JsonObject
}

/** One request with its retries: lines that follow each other, with the same digest and no answer between them. */
export interface LoggedSend {
  /** At least one; only the last may have an answer. */
  readonly attempts: readonly LoggedRequest[]
}

/** The requests of one file, as its client (2.1.327) wrote them down. */
export class RequestLog {
  readonly source: LogSource
  /** In file order. */
  readonly sends: readonly LoggedSend[]
  private readonly byId = new Map<string, LoggedRequest>()
  private blobs: ReadonlyMap<string, ThreadEntry> | undefined

  constructor(source: LogSource) {
    this.source = source
    const requests = listOfKind(source.thread, 'api-request').flatMap(entry => {
      const json = source.read(entry)
      return json ? [toLogged(entry, json)] : []
    })
    for (const request of requests) if (!this.byId.has(request.id)) this.byId.set(request.id, request)
    this.sends = groupAttempts(source.thread, requests)
  }

  find(id: string): LoggedRequest | undefined {
    return this.byId.get(id)
  }

  /** Hashes of all its messages; undefined where a request that it builds on is not in the file. */
  hashesOf(request: LoggedRequest): readonly (string | undefined)[] {
    const chain: LoggedRequest[] = []
    const seen = new Set<LoggedRequest>()
    for (let next: LoggedRequest | undefined = request; next && !seen.has(next); next = this.find(next.base ?? '')) {
      seen.add(next)
      chain.push(next)
    }
    const hashes: (string | undefined)[] = []
    for (const { keep, tail } of chain.reverse()) {
      const missing = Math.min(keep, MAX_MESSAGES) - hashes.length
      if (missing < 0) hashes.length = keep
      for (let at = 0; at < missing; at++) hashes.push(undefined)
      for (const hash of tail.slice(0, MAX_MESSAGES - hashes.length)) hashes.push(hash)
    }
    return hashes
  }

  /** The system text and tools that a request names; the nearest such line before it. */
  readShape(request: LoggedRequest): JsonObject | undefined {
    const shapes = listOfKind(this.source.thread, 'api-request-shape')
    const before = shapes.filter(({ index }) => index < request.entry.index).reverse()
    for (const entry of [...before, ...shapes.filter(({ index }) => index > request.entry.index)]) {
      const json = this.source.read(entry)
      if (json?.shapeHash === request.shapeHash) return asObject(json?.shape)
    }
    return undefined
  }

  /** The line that holds a message whole. */
  findBlob(hash: string): ThreadEntry | undefined {
    this.blobs ??= this.listBlobs()
    return this.blobs.get(hash)
  }

  private listBlobs(): ReadonlyMap<string, ThreadEntry> {
    const blobs = new Map<string, ThreadEntry>()
    for (const entry of listOfKind(this.source.thread, 'api-request-blob')) {
      const hash = asString(this.source.read(entry)?.hash)
      if (hash !== undefined && !blobs.has(hash)) blobs.set(hash, entry)
    }
    return blobs
  }
}

/** A hostile `keep` or `tail` must not fill the memory. Real requests have some thousand messages and four marks at most. */
const MAX_MESSAGES = 50_000
const MAX_MARKS = 100

function listOfKind(thread: Thread, kind: EntryKind): readonly ThreadEntry[] {
  return thread.entries.filter(entry => entry.kind === kind && !entry.isCopy)
}

function toLogged(entry: ThreadEntry, json: JsonObject): LoggedRequest {
  return {
    id: asString(json.id) ?? `line ${entry.line}`,
    entry,
    querySource: asString(json.querySource),
    version: asString(json.version),
    shapeHash: asString(json.shapeHash),
    params: asObject(json.params) ?? {},
    base: asString(json.base),
    keep: Math.max(0, Math.floor(asNumber(json.keep) ?? 0)),
    tail: asStrings(json.tail),
    marks: asObjects(json.cacheControl).slice(0, MAX_MARKS).map(toMark),
    digest: asString(json.requestDigest),
  }
}

function toMark({ path, value }: JsonObject): CacheMark {
  const steps = Array.isArray(path) ? path.filter(step => typeof step === 'string' || typeof step === 'number') : []
  return { path: steps, value: asObject(value) ?? {} }
}

function groupAttempts({ entries }: Thread, requests: readonly LoggedRequest[]): readonly LoggedSend[] {
  const sends: { attempts: LoggedRequest[] }[] = []
  for (const request of requests) {
    const last = sends.at(-1)
    const before = last?.attempts.at(-1)
    const isRetry =
      before?.digest !== undefined &&
      before.digest === request.digest &&
      !entries.slice(before.entry.index, request.entry.index).some(({ kind }) => kind === 'assistant')
    if (last && isRetry) last.attempts.push(request)
    else sends.push({ attempts: [request] })
  }
  return sends
}
