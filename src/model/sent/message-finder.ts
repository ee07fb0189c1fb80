import { asObject, type JsonObject } from '../../format/json.ts'
import type { ThreadEntry } from '../thread-entry.ts'
import type { RequestLog } from './request-log.ts'
import { hashMessage, joinMessages } from './wire-message.ts'

/** A message of a request, and where the file has it. */
export interface FoundMessage {
  readonly message: JsonObject
  /** A line of its own in the log, an answer of the model, one line of the conversation, or several as one message. */
  readonly from: 'blob' | 'answer' | 'line' | 'lines'
  readonly entries: readonly ThreadEntry[]
  /** Its hash is the one that the request names. Else the line says so itself (a blob), or it is known by its place alone. */
  readonly fits: boolean
}

/** Lines that may be one message of a request. */
interface Unit {
  readonly from: 'answer' | 'line' | 'lines'
  readonly entries: readonly ThreadEntry[]
}

/** The API takes half of that; a hostile file may name one long message a thousand times. What is beyond it is missing. */
const MAX_BYTES = 64 * 1024 * 1024

/** More lines than this between two answers are not tried in every combination. */
const MAX_RUN = 12

/**
 * Finds the messages that requests name by hash. Most are no line of the log: the client keeps there only what the
 * conversation does not hold in the same form. So each answer and each line is tried, then neighbours as one message
 * (results of calls made at once, a result with the text that the client put behind it). What still has no place was
 * changed since, by a redaction for example: then what stands between its neighbours is taken, and said not to fit.
 */
export class MessageFinder {
  private readonly log: RequestLog
  private readonly singles: readonly Unit[]
  private readonly runs: readonly (readonly ThreadEntry[])[]
  /** In file order: the same words may have been said twice. */
  private readonly known = new Map<string, Unit[]>()
  private readonly stored = new Map<string, FoundMessage>()
  private hasSingles = false
  private hasJoined = false

  constructor(log: RequestLog) {
    this.log = log
    const { thread } = log.source
    // Words that the client put into the model's mouth are sent as its own ("No response requested.").
    const answers = thread.messages
      .filter(({ entries }) => entries.length > 0)
      .map(({ entries }): Unit => ({ from: 'answer', entries }))
    this.runs = listRuns(thread.entries)
    const lines = this.runs.flat().map((entry): Unit => ({ from: 'line', entries: [entry] }))
    this.singles = [...answers, ...lines].sort((a, b) => firstOf(a) - firstOf(b))
  }

  /** In the order of the hashes; undefined where nothing is known of a message. `before` is the line of the request. */
  findAll(hashes: readonly (string | undefined)[], before: ThreadEntry): readonly (FoundMessage | undefined)[] {
    let after = -1
    let bytes = 0
    const found = hashes.map(hash => {
      const one = hash === undefined || bytes > MAX_BYTES ? undefined : this.find(hash, after)
      for (const { start, end } of one?.entries ?? []) bytes += end - start
      if (one) after = Math.max(after, lastPlace(one) ?? after)
      return one
    })
    return found.includes(undefined) ? this.fillGaps(found, before) : found
  }

  /** Of equal ones the first behind `after`, else the last. */
  private find(hash: string, after: number): FoundMessage | undefined {
    const stored = this.findStored(hash)
    if (stored) return stored
    this.indexSingles()
    if (!this.known.has(hash)) this.indexJoined()
    const units = this.known.get(hash) ?? []
    const unit = units.find(one => firstOf(one) > after) ?? units.at(-1)
    return unit && { ...unit, message: this.readUnit(unit), fits: true }
  }

  /** A line of the log may be named many times: it is read once. */
  private findStored(hash: string): FoundMessage | undefined {
    const known = this.stored.get(hash)
    if (known) return known
    const { source } = this.log
    const blob = this.log.findBlob(hash)
    const message = blob && asObject(source.read(blob)?.message)
    if (!blob || !message) return undefined
    const found: FoundMessage = {
      message,
      from: 'blob',
      entries: [blob],
      fits: hashMessage(message, source.sha256) === hash,
    }
    this.stored.set(hash, found)
    return found
  }

  private indexSingles(): void {
    if (this.hasSingles) return
    this.hasSingles = true
    for (const unit of this.singles) this.index(unit)
  }

  private indexJoined(): void {
    if (this.hasJoined) return
    this.hasJoined = true
    for (const run of this.runs) {
      if (run.length > MAX_RUN) this.index({ from: 'lines', entries: run })
      else for (const entries of listParts(run)) this.index({ from: 'lines', entries })
    }
  }

  private index(unit: Unit): void {
    const hash = hashMessage(this.readUnit(unit), this.log.source.sha256)
    if (hash === undefined) return
    const units = this.known.get(hash)
    if (units) units.push(unit)
    else this.known.set(hash, [unit])
  }

  private readUnit(unit: Unit): JsonObject {
    const lines = unit.entries.map(entry => this.log.source.read(entry))
    return joinMessages(roleOf(unit), lines)
  }

  /**
   * Between two messages whose places are known, each gap is one of the answers and prompts that stand there, in order;
   * those right before the second one, as what comes first may be told by a line of the log.
   */
  private fillGaps(
    found: readonly (FoundMessage | undefined)[],
    before: ThreadEntry,
  ): readonly (FoundMessage | undefined)[] {
    const filled = [...found]
    const wholes = this.listWholes()
    let after = -1
    for (let at = 0; at < filled.length; at++) {
      const here = filled[at]
      if (here) after = Math.max(after, lastPlace(here) ?? after)
      else {
        let end = at
        while (end < filled.length && placeOf(filled[end]) === undefined) end++
        const limit = placeOf(filled[end]) ?? before.index
        const between = wholes.filter(unit => firstOf(unit) > after && firstOf(unit) < limit)
        this.fillGap(filled, { at, end }, between)
        at = end - 1
      }
    }
    return filled
  }

  private fillGap(
    filled: (FoundMessage | undefined)[],
    gap: { readonly at: number; readonly end: number },
    units: readonly Unit[],
  ): void {
    const places: number[] = []
    for (let at = gap.at; at < gap.end; at++) if (filled[at]?.message.role !== 'system') places.push(at)
    const taken = units.slice(-places.length)
    const isLikely =
      taken.length === places.length &&
      places.every((at, nth) => !filled[at] || filled[at].message.role === roleOf(taken[nth] as Unit))
    if (!isLikely) return
    for (const [nth, unit] of taken.entries()) {
      const at = places[nth] as number
      filled[at] ??= { ...unit, message: this.readUnit(unit), fits: false }
    }
  }

  /** The conversation as messages: answers of the model, and all lines between two of them as one. */
  private listWholes(): readonly Unit[] {
    const { messages } = this.log.source.thread
    const answers = this.singles.filter(
      ({ from, entries }) => from === 'answer' && !messages[entries[0]?.message ?? -1]?.isSynthetic,
    )
    const runs = this.runs.map((entries): Unit => ({ from: entries.length > 1 ? 'lines' : 'line', entries }))
    return [...answers, ...runs].sort((a, b) => firstOf(a) - firstOf(b))
  }
}

/** `user` lines between two answers. An answer may come in several lines with results of its first calls between them. */
function listRuns(entries: readonly ThreadEntry[]): readonly (readonly ThreadEntry[])[] {
  const runs: ThreadEntry[][] = []
  let answer: number | undefined
  let isOpen = false
  for (const entry of entries) {
    if (entry.kind === 'assistant' && entry.message !== answer) {
      answer = entry.message
      isOpen = false
    } else if (entry.kind === 'user' && !entry.isRepeat) {
      const run = runs.at(-1)
      if (run && isOpen) run.push(entry)
      else runs.push([entry])
      isOpen = true
    }
  }
  return runs
}

/** Every two and more neighbours of a run. */
function listParts(run: readonly ThreadEntry[]): readonly (readonly ThreadEntry[])[] {
  return run.flatMap((_, from) => run.slice(from + 1).map((__, length) => run.slice(from, from + length + 2)))
}

function firstOf({ entries }: Pick<Unit, 'entries'>): number {
  return entries[0]?.index ?? 0
}

function roleOf({ from }: Unit): 'assistant' | 'user' {
  return from === 'answer' ? 'assistant' : 'user'
}

/** In the conversation; lines of the log stand anywhere. */
function placeOf(found: FoundMessage | undefined): number | undefined {
  return found === undefined || found.from === 'blob' ? undefined : found.entries[0]?.index
}

function lastPlace(found: FoundMessage): number | undefined {
  return placeOf(found) === undefined ? undefined : found.entries.at(-1)?.index
}
