import { asObject, asObjects, asString, type JsonObject, type JsonValue } from '../../format/json.ts'
import { canonicalJson } from './canonical-json.ts'
import { type FoundMessage, MessageFinder } from './message-finder.ts'
import { type CacheMark, type LoggedRequest, type LogSource, RequestLog } from './request-log.ts'
import { blocksOf, CACHE_KEY, type Sha256, withBlocks } from './wire-message.ts'

/** What the model was given, as far as the file tells it. */
export interface SentRequest {
  readonly request: LoggedRequest
  /** Blocks of text. The first one on the wire, a billing header, is never recorded. */
  readonly system: readonly JsonObject[]
  readonly tools: readonly JsonObject[]
  readonly messages: readonly SentMessage[]
  readonly marks: readonly CacheMark[]
  /**
   * All of it as the digest counts it: with cache marks and `betas`, texts as blocks. A message that was not found is null.
   */
  readonly body: JsonObject
  readonly check: SentCheck
}

export interface SentMessage {
  /** Position in the request, from 0. */
  readonly index: number
  /** The name that the request gives it; undefined where a request before it, which is not in the file, would tell. */
  readonly hash: string | undefined
  readonly role: string | undefined
  /** Blocks without cache marks; empty where the message could not be found. */
  readonly content: readonly JsonObject[]
  /** What stands beside role and content, as `output_config` of a system message. */
  readonly more: JsonObject
  /** All of it, with what stands beside role and content. */
  readonly message: JsonObject | undefined
  readonly from: FoundMessage['from'] | 'missing'
  /** Its hash is that of the request. */
  readonly fits: boolean
  /** Physical lines it was read from, from 1. */
  readonly lines: readonly number[]
}

/** Whether what was rebuilt is what was sent. */
export interface SentCheck {
  /**
   * `fits`: the whole body has the recorded hash, so every character is right. `differs`: it has not. `incomplete`: some
   * of it could not be rebuilt. `none`: no digest is recorded.
   */
  readonly digest: 'fits' | 'differs' | 'incomplete' | 'none'
  readonly shape: 'fits' | 'differs' | 'missing'
  /** Positions of messages that are there but whose hash is another. */
  readonly differing: readonly number[]
  /** Positions of messages that could not be found. */
  readonly missing: readonly number[]
  /** Cache marks that point to nothing. */
  readonly lostMarks: number
}

/** Rebuilds requests of one file; what was read for one serves the next. */
export interface RequestRebuilder {
  readonly log: RequestLog
  rebuild(request: LoggedRequest): SentRequest
}

export function openRequestLog(source: LogSource): RequestRebuilder {
  const log = new RequestLog(source)
  let finder: MessageFinder | undefined
  return {
    log,
    rebuild(request) {
      finder ??= new MessageFinder(log)
      return rebuildRequest(log, finder, request)
    },
  }
}

function rebuildRequest(log: RequestLog, finder: MessageFinder, request: LoggedRequest): SentRequest {
  const { sha256 } = log.source
  const hashes = log.hashesOf(request)
  const shape = log.readShape(request)
  const found = finder.findAll(hashes, request.entry)
  const messages = found.map((one, index) => toSent(one, index, hashes[index]))
  const system = asObjects(blocksOf(shape?.system))
  const tools = asObjects(shape?.tools)
  const { body, lostMarks } = putMarks(bodyOf(request, shape, messages), request.marks)
  const check: SentCheck = {
    digest: checkDigest({ request, body, isWhole: shape !== undefined && !found.includes(undefined) }, sha256),
    shape: checkShape(request, shape, sha256),
    differing: messages.filter(({ from, fits }) => from !== 'missing' && !fits).map(({ index }) => index),
    missing: messages.filter(({ from }) => from === 'missing').map(({ index }) => index),
    lostMarks,
  }
  return { request, system, tools, messages, marks: request.marks, body, check }
}

function toSent(found: FoundMessage | undefined, index: number, hash: string | undefined): SentMessage {
  if (!found) {
    const nothing = { role: undefined, content: [], more: {}, message: undefined, lines: [] }
    return { index, hash, ...nothing, from: 'missing', fits: false }
  }
  const { message, from, fits } = found
  const { role: _role, content: _content, ...more } = message
  const content = asObjects(blocksOf(message.content))
  return {
    index,
    hash,
    role: asString(message.role),
    content,
    more,
    message,
    from,
    fits,
    lines: found.entries.map(e => e.line),
  }
}

function checkShape(request: LoggedRequest, shape: JsonObject | undefined, sha256: Sha256): SentCheck['shape'] {
  if (!shape) return 'missing'
  const text = canonicalJson(shape)
  return text !== undefined && sha256(text) === request.shapeHash ? 'fits' : 'differs'
}

/** The body as it is hashed, without cache marks. */
function bodyOf(
  { params }: LoggedRequest,
  shape: JsonObject | undefined,
  messages: readonly SentMessage[],
): JsonObject {
  return { ...params, ...shape, messages: messages.map(({ message }) => (message ? withBlocks(message) : null)) }
}

function putMarks(body: JsonObject, marks: readonly CacheMark[]): { body: JsonObject; lostMarks: number } {
  let lostMarks = 0
  let marked = body
  for (const { path, value } of marks) {
    const next = path.length > MAX_STEPS ? undefined : putMark(marked, path, value)
    if (asObject(next)) marked = next as JsonObject
    else lostMarks++
  }
  return { body: marked, lostMarks }
}

/** Paths of real marks have four steps at most. */
const MAX_STEPS = 20

/** A copy with the mark at that place; undefined where there is no block. */
function putMark(value: JsonValue | undefined, path: CacheMark['path'], mark: JsonObject): JsonValue | undefined {
  const [step, ...rest] = path
  if (step === undefined) {
    const block = asObject(value)
    return block && { ...block, [CACHE_KEY]: mark }
  }
  if (Array.isArray(value) && typeof step === 'number') {
    const inner = putMark(value[step], rest, mark)
    return inner === undefined ? undefined : value.with(step, inner)
  }
  const object = typeof step === 'string' ? asObject(value) : undefined
  const inner = object && Object.hasOwn(object, step) ? putMark(object[step], rest, mark) : undefined
  return inner === undefined ? undefined : { ...object, [step]: inner }
}

interface Rebuilt {
  readonly request: LoggedRequest
  readonly body: JsonObject
  /** Nothing of it is missing. */
  readonly isWhole: boolean
}

function checkDigest({ request, body, isWhole }: Rebuilt, sha256: Sha256): SentCheck['digest'] {
  if (request.digest === undefined) return 'none'
  if (!isWhole) return 'incomplete'
  const text = canonicalJson(body)
  return text !== undefined && sha256(text) === request.digest ? 'fits' : 'differs'
}
