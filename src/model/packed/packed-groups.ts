import type { Group, Owner, UsageLine } from '../usage/ledger.ts'
import type { AdvisorReading } from '../usage/read-usage.ts'
import type { RequestPlace, Tokens } from '../usage/request.ts'

/**
 * The requests of a ledger, value after value: each is six objects, whose keys are known. First comes the session that
 * most of them name. Null stands for what can be told from another value.
 */
export type PackedGroups = readonly unknown[]

export function packGroups(groups: ReadonlyMap<string, Group>): PackedGroups {
  const [first] = groups.values()
  const sessionId = first?.winner.place.sessionId
  const values: unknown[] = [sessionId]
  for (const { key, winner, owner, requestId, firstAt, lastAt, lines } of groups.values()) {
    packLine(winner, sessionId, values)
    values.push(key === winner.messageId ? null : key)
    values.push(requestId === winner.requestId ? null : requestId)
    values.push(firstAt === winner.at ? null : firstAt, lastAt === winner.at ? null : lastAt, lines)
    values.push(owner.at === winner.at ? null : owner.at, owner.isOriginal, owner.place === winner.place)
    if (owner.place !== winner.place) packPlace(owner.place, sessionId, values)
  }
  return values
}

function packLine(line: UsageLine, sessionId: string | undefined, values: unknown[]): void {
  const { tokens, speed, geo, serviceTier, webSearches, webFetches, contextTokens, advisors } = line.usage
  values.push(line.messageId, line.requestId, line.uuid, line.run, line.model, line.stopReason)
  values.push(line.recordedCostUsd, line.at, line.isOriginal)
  values.push(speed, geo, serviceTier, webSearches, webFetches, contextTokens, advisors.length)
  packPlace(line.place, sessionId, values)
  packTokens(tokens, values)
  for (const advisor of advisors) {
    values.push(advisor.model, advisor.speed, advisor.geo, advisor.serviceTier)
    packTokens(advisor.tokens, values)
  }
}

function packPlace(place: RequestPlace, sessionId: string | undefined, values: unknown[]): void {
  values.push(place.sessionId === sessionId ? null : place.sessionId)
  values.push(
    place.agentId,
    place.isSidechain,
    place.turn,
    place.branch,
    place.version,
    place.file,
    place.start,
    place.line,
  )
}

function packTokens(tokens: Tokens, values: unknown[]): void {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, thinking } = tokens
  values.push(input, output, cacheRead, cacheWrite5m, cacheWrite1h, thinking)
}

export function unpackGroups(values: PackedGroups): ReadonlyMap<string, Group> {
  return new GroupReader(values).read()
}

/** Takes values in the order in which they were pushed. */
class GroupReader {
  readonly #values: PackedGroups
  readonly #sessionId: string
  #at = 1

  constructor(values: PackedGroups) {
    this.#values = values
    this.#sessionId = values[0] as string
  }

  read(): ReadonlyMap<string, Group> {
    const groups = new Map<string, Group>()
    while (this.#at < this.#values.length) {
      const winner = this.#readLine()
      const key = this.#nextOr<string | undefined>(winner.messageId) as string
      const requestId = this.#nextOr(winner.requestId)
      const firstAt = this.#nextOr(winner.at)
      const lastAt = this.#nextOr(winner.at)
      const lines = this.#next<number>()
      const owner = this.#readOwner(winner)
      groups.set(key, { key, winner, owner, requestId, firstAt, lastAt, lines, partOf: undefined })
    }
    return groups
  }

  #readLine(): UsageLine {
    const messageId = this.#next<UsageLine['messageId']>()
    const requestId = this.#next<UsageLine['requestId']>()
    const uuid = this.#next<UsageLine['uuid']>()
    const run = this.#next<string>()
    const model = this.#next<string>()
    const stopReason = this.#next<UsageLine['stopReason']>()
    const recordedCostUsd = this.#next<UsageLine['recordedCostUsd']>()
    const at = this.#next<UsageLine['at']>()
    const isOriginal = this.#next<boolean>()
    const speed = this.#next<UsageLine['usage']['speed']>()
    const geo = this.#next<UsageLine['usage']['geo']>()
    const serviceTier = this.#next<UsageLine['usage']['serviceTier']>()
    const webSearches = this.#next<number>()
    const webFetches = this.#next<number>()
    const contextTokens = this.#next<number>()
    const advisorCount = this.#next<number>()
    const place = this.#readPlace()
    const tokens = this.#readTokens()
    const advisors: AdvisorReading[] = []
    while (advisors.length < advisorCount) advisors.push(this.#readAdvisor())
    const usage = { tokens, speed, geo, serviceTier, webSearches, webFetches, contextTokens, advisors }
    return { messageId, requestId, uuid, run, model, stopReason, recordedCostUsd, at, place, isOriginal, usage }
  }

  #readAdvisor(): AdvisorReading {
    return {
      model: this.#next(),
      speed: this.#next(),
      geo: this.#next(),
      serviceTier: this.#next(),
      tokens: this.#readTokens(),
    }
  }

  #readOwner(winner: UsageLine): Owner {
    const at = this.#nextOr(winner.at)
    const isOriginal = this.#next<boolean>()
    return { at, place: this.#next() ? winner.place : this.#readPlace(), isOriginal }
  }

  #readPlace(): RequestPlace {
    return {
      sessionId: this.#nextOr(this.#sessionId),
      agentId: this.#next(),
      isSidechain: this.#next(),
      turn: this.#next(),
      branch: this.#next(),
      version: this.#next(),
      file: this.#next(),
      start: this.#next(),
      line: this.#next(),
    }
  }

  #readTokens(): Tokens {
    return {
      input: this.#next(),
      output: this.#next(),
      cacheRead: this.#next(),
      cacheWrite5m: this.#next(),
      cacheWrite1h: this.#next(),
      thinking: this.#next(),
    }
  }

  #nextOr<Value>(known: Value): Value {
    const value = this.#next<Value | null>()
    return value === null ? known : value
  }

  #next<Value>(): Value {
    return this.#values[this.#at++] as Value
  }
}
