/**
 * Counts each API response once (R1 to R14). Everything it decides is a maximum or minimum under a total order, so lines
 * may come in any order, from any file, in any number of runs, and the result is the same.
 */

import { advisorKey } from './advisor-key.ts'
import { NO_TIME } from './compare-winners.ts'
import type { AdvisorReading, UsageReading } from './read-usage.ts'
import type { Request, RequestPlace, UsageTotals } from './request.ts'
import { contextOf, Totals } from './totals.ts'

/** One `assistant` line with usage. */
export interface UsageLine {
  readonly messageId: string | undefined
  readonly requestId: string | undefined
  readonly uuid: string | undefined
  /** For ids that are no proof of identity: which run of lines it stands in (R5). */
  readonly run: string
  readonly model: string
  readonly stopReason: string | undefined
  readonly recordedCostUsd: number | undefined
  readonly at: number | undefined
  readonly place: RequestPlace
  /** The line stands in the file of the session that wrote it, and names no other that it was forked from. */
  readonly isOriginal: boolean
  readonly usage: UsageReading
}

export type Owner = Pick<UsageLine, 'at' | 'place' | 'isOriginal'>

/** The lines of one response. */
export interface Group {
  /** Of all keys its lines could give it the least. */
  key: string
  winner: UsageLine
  /** R7: the line that the spend belongs to; only what that takes is kept of it. */
  owner: Owner
  requestId: string | undefined
  firstAt: number | undefined
  lastAt: number | undefined
  lines: number
  /** Set once it has become part of another: some line belongs to both. */
  partOf: Group | undefined
}

/** No agent has an empty id. */
const MAIN = ''

interface Scoped {
  isGlobal: boolean
  readonly runs: Map<string, Group>
}

export class UsageLedger {
  /** By their keys. */
  readonly groups = new Map<string, Group>()
  /** Ids that may be a gateway's constant (R5), by id. */
  private readonly scoped = new Map<string, Scoped>()
  /** R5, R6: the same line in another file is a copy. Keyed by message id and uuid. */
  private readonly byUuid = new Map<string, Group>()
  private readonly sum = new Totals()
  private readonly byAgent = new Map<string, Totals>()

  add(line: UsageLine): void {
    const group = this.findGroup(line)
    if (group) this.join(group, line)
    else this.open(line)
  }

  /** What a thread did before its first turn turned out to belong to that: its prompt stands behind the answer. */
  moveStart(thread: Pick<RequestPlace, 'file' | 'agentId' | 'turn'>): void {
    for (const { winner, owner } of this.groups.values()) {
      for (const place of [winner.place, owner.place]) {
        if (place.turn === 0 && place.file === thread.file && place.agentId === thread.agentId) place.turn = thread.turn
      }
    }
  }

  get totals(): UsageTotals {
    return this.sum.value
  }

  /** What belongs to one subagent. */
  totalsOf(agentId: string): UsageTotals {
    return (this.byAgent.get(agentId) ?? new Totals()).value
  }

  /** In the order of their first lines. */
  *requests(): Iterable<Request> {
    for (const group of this.groups.values()) {
      yield toRequest(group)
      yield* advisorRequests(group)
    }
  }

  private findGroup(line: UsageLine): Group | undefined {
    const id = line.messageId
    if (id === undefined) return this.byUuid.get(lineKey(line))
    if (looksGlobal(id)) return this.groups.get(id)
    const scoped = this.scopedOf(id)
    if (line.requestId !== undefined && !scoped.isGlobal) this.makeGlobal(id, scoped)
    if (scoped.isGlobal) return this.groups.get(id)
    const byLine = wholeOf(this.byUuid.get(lineKey(line)))
    const byRun = wholeOf(scoped.runs.get(runKey(line)))
    if (byLine && byRun && byLine !== byRun) this.unite(byLine, byRun)
    return byLine ?? byRun
  }

  private open(line: UsageLine): void {
    const group: Group = {
      key: this.keyOf(line),
      winner: line,
      owner: ownerOf(line),
      requestId: line.requestId,
      firstAt: line.at,
      lastAt: line.at,
      lines: 1,
      partOf: undefined,
    }
    this.groups.set(group.key, group)
    this.remember(line, group)
    this.count(group, 1)
  }

  /** How later lines find the group, where their id alone does not tell. */
  private remember(line: UsageLine, group: Group): void {
    const scoped = line.messageId === undefined ? undefined : this.scoped.get(line.messageId)
    if (scoped && !scoped.isGlobal) scoped.runs.set(runKey(line), group)
    if (line.messageId === undefined || scoped) this.byUuid.set(lineKey(line), group)
  }

  private join(group: Group, line: UsageLine): void {
    this.count(group, -1)
    merge(group, { winner: line, owner: line, requestId: line.requestId, firstAt: line.at, lastAt: line.at, lines: 1 })
    this.count(group, 1)
    this.rename(group, this.keyOf(line))
    this.remember(line, group)
  }

  /** A line that stands in two runs, as its own copy, makes them one. */
  private unite(whole: Group, part: Group): void {
    this.count(whole, -1)
    this.count(part, -1)
    merge(whole, part)
    this.count(whole, 1)
    this.groups.delete(part.key)
    part.partOf = whole
    this.rename(whole, part.key)
  }

  /** The least key, so that it does not depend on which line came first. */
  private rename(group: Group, key: string): void {
    if (key >= group.key) return
    this.groups.delete(group.key)
    group.key = key
    this.groups.set(key, group)
  }

  /** A request id has shown up: the id is real after all, so its runs were one response. */
  private makeGlobal(id: string, scoped: Scoped): void {
    scoped.isGlobal = true
    let whole: Group | undefined
    for (const known of scoped.runs.values()) {
      const run = wholeOf(known)
      // Several runs may have become one, which is gone by now.
      if (!this.groups.delete(run.key)) continue
      this.count(run, -1)
      if (whole) merge(whole, run)
      else whole = { ...run, key: id }
    }
    scoped.runs.clear()
    if (!whole) return
    this.groups.set(id, whole)
    this.count(whole, 1)
  }

  private count(group: Group, sign: 1 | -1): void {
    const owner = group.owner.place.agentId ?? MAIN
    let agent = this.byAgent.get(owner)
    if (!agent) {
      agent = new Totals()
      this.byAgent.set(owner, agent)
    }
    const { tokens, advisors } = group.winner.usage
    const unfinished = isUnfinished(group.winner)
    for (const totals of [this.sum, agent]) {
      totals.apply(tokens, unfinished, sign)
      totals.addCopies(sign * (group.lines - 1))
      for (const advisor of advisors) totals.apply(advisor.tokens, false, sign)
    }
  }

  private scopedOf(id: string): Scoped {
    let scoped = this.scoped.get(id)
    if (!scoped) {
      scoped = { isGlobal: false, runs: new Map() }
      this.scoped.set(id, scoped)
    }
    return scoped
  }

  /** Where the id is no proof, the lines are: a copy in another session has the same uuids (R5). */
  private keyOf(line: UsageLine): string {
    const id = line.messageId
    return id !== undefined && (looksGlobal(id) || this.scoped.get(id)?.isGlobal) ? id : lineKey(line)
  }
}

function ownerOf({ at, place, isOriginal }: Owner): Owner {
  return { at, place, isOriginal }
}

function wholeOf<Found extends Group | undefined>(group: Found): Found
function wholeOf(group: Group | undefined): Group | undefined {
  let whole = group
  while (whole?.partOf) whole = whole.partOf
  // Next time the way is short.
  for (let part = group; part?.partOf; ) {
    const next: Group = part.partOf
    if (next !== whole) part.partOf = whole
    part = next
  }
  return whole
}

function merge(group: Group, other: Omit<Group, 'key' | 'partOf'>): void {
  if (wins(other.winner, group.winner)) group.winner = other.winner
  if (owns(other.owner, group.owner)) group.owner = ownerOf(other.owner)
  group.requestId = leastText(group.requestId, other.requestId)
  group.firstAt = least(group.firstAt, other.firstAt)
  group.lastAt = greatest(group.lastAt, other.lastAt)
  group.lines += other.lines
}

/** R5: Anthropic's own ids, Bedrock's and Vertex's among them, are unique in the world. */
export function looksGlobal(messageId: string): boolean {
  return messageId.startsWith('msg_')
}

/**
 * Which line it is, whatever file it was copied to; a line without uuid is only itself. Without an id it says what it is
 * made of: a uuid may be what another line has for its id.
 */
export function lineKey({ messageId, uuid, place }: Pick<UsageLine, 'messageId' | 'uuid' | 'place'>): string {
  const own = uuid ?? `${place.sessionId} ${place.file} ${place.start}`
  if (messageId !== undefined) return `${messageId} ${own}`
  return uuid === undefined ? `line:${own}` : `uuid:${own}`
}

function runKey(line: UsageLine): string {
  return `${line.place.sessionId} ${line.run}`
}

/** R8: most output wins, whole; of equals what a sidechain does not only replay, then the later line. */
function wins(line: UsageLine, other: UsageLine): boolean {
  const difference = line.usage.tokens.output - other.usage.tokens.output
  if (difference !== 0) return difference > 0
  if (line.place.isSidechain !== other.place.isSidechain) return other.place.isSidechain
  return comparePlaces(line, other) > 0
}

/** R7: earliest, outside sidechains, in the file of its own session. */
function owns(line: Owner, other: Owner): boolean {
  const difference = (line.at ?? Number.POSITIVE_INFINITY) - (other.at ?? Number.POSITIVE_INFINITY)
  if (difference < 0 || difference > 0) return difference < 0
  if (line.place.isSidechain !== other.place.isSidechain) return other.place.isSidechain
  if (line.isOriginal !== other.isOriginal) return line.isOriginal
  return comparePlaces(line, other) < 0
}

function comparePlaces(line: Owner, other: Owner): number {
  const times = (line.at ?? NO_TIME) - (other.at ?? NO_TIME)
  if (times !== 0) return times
  const a = line.place
  const b = other.place
  if (a.sessionId !== b.sessionId) return a.sessionId < b.sessionId ? -1 : 1
  // Before the files themselves: their numbers tell which one was found first.
  const [agent, otherAgent] = [a.agentId ?? MAIN, b.agentId ?? MAIN]
  if (agent !== otherAgent) return agent < otherAgent ? -1 : 1
  return a.file - b.file || a.start - b.start
}

/** R11. */
export function isUnfinished(line: UsageLine): boolean {
  return line.stopReason === undefined || line.usage.tokens.output < 10
}

function least(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.min(a, b)
}

function greatest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.max(a, b)
}

function leastText(a: string | undefined, b: string | undefined): string | undefined {
  return a === undefined ? b : b === undefined ? a : a < b ? a : b
}

function toRequest(group: Group): Request {
  const { winner, owner } = group
  return {
    key: group.key,
    messageId: winner.messageId,
    requestId: winner.requestId ?? group.requestId,
    uuid: winner.uuid,
    model: winner.model,
    tokens: winner.usage.tokens,
    speed: winner.usage.speed,
    geo: winner.usage.geo,
    serviceTier: winner.usage.serviceTier,
    webSearches: winner.usage.webSearches,
    webFetches: winner.usage.webFetches,
    stopReason: winner.stopReason,
    recordedCostUsd: winner.recordedCostUsd,
    firstAt: group.firstAt,
    lastAt: group.lastAt,
    isUnfinished: isUnfinished(winner),
    isAdvisor: false,
    contextTokens: winner.usage.contextTokens,
    at: owner.place,
    winner: winner.place,
    winnerAt: winner.at,
    rank: (owner.place.isSidechain ? 2 : 0) + (owner.isOriginal ? 0 : 1),
    lines: group.lines,
  }
}

/** R14: spend of another model, outside the numbers of the message that carries it. */
function* advisorRequests(group: Group): Iterable<Request> {
  const { advisors } = group.winner.usage
  for (let ordinal = 0; ordinal < advisors.length; ordinal++) {
    const { model, tokens, speed, geo, serviceTier } = advisors[ordinal] as AdvisorReading
    yield {
      ...toRequest(group),
      key: advisorKey(group.key, ordinal + 1),
      model,
      tokens,
      speed,
      geo,
      serviceTier,
      webSearches: 0,
      webFetches: 0,
      recordedCostUsd: undefined,
      isUnfinished: false,
      isAdvisor: true,
      contextTokens: contextOf(tokens),
      lines: 1,
    }
  }
}
