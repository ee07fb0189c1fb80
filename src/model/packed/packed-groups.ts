import type { Group, Owner, UsageLine } from '../usage/ledger.ts'
import type { AdvisorReading } from '../usage/read-usage.ts'
import type { RequestPlace, Tokens } from '../usage/request.ts'

/** The requests of a ledger, value after value: each is six objects, whose keys are known. */
export type PackedGroups = readonly unknown[]

export function packGroups(groups: ReadonlyMap<string, Group>): PackedGroups {
  const values: unknown[] = []
  for (const { key, winner, owner, requestId, firstAt, lastAt, lines } of groups.values()) {
    values.push(key, requestId, firstAt, lastAt, lines)
    packLine(winner, values)
    values.push(owner.at, owner.isOriginal, owner.place === winner.place)
    if (owner.place !== winner.place) packPlace(owner.place, values)
  }
  return values
}

function packLine(line: UsageLine, values: unknown[]): void {
  const { tokens, speed, geo, serviceTier, webSearches, webFetches, contextTokens, advisors } = line.usage
  values.push(line.messageId, line.requestId, line.uuid, line.run, line.model, line.stopReason)
  values.push(line.recordedCostUsd, line.at, line.isOriginal)
  values.push(speed, geo, serviceTier, webSearches, webFetches, contextTokens, advisors.length)
  packPlace(line.place, values)
  packTokens(tokens, values)
  for (const advisor of advisors) {
    values.push(advisor.model)
    packTokens(advisor.tokens, values)
  }
}

function packPlace(
  { sessionId, agentId, isSidechain, turn, file, start, line }: RequestPlace,
  values: unknown[],
): void {
  values.push(sessionId, agentId, isSidechain, turn, file, start, line)
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
  #at = 0

  constructor(values: PackedGroups) {
    this.#values = values
  }

  read(): ReadonlyMap<string, Group> {
    const groups = new Map<string, Group>()
    while (this.#at < this.#values.length) {
      const key = this.#next<string>()
      const requestId = this.#next<Group['requestId']>()
      const firstAt = this.#next<Group['firstAt']>()
      const lastAt = this.#next<Group['lastAt']>()
      const lines = this.#next<number>()
      const winner = this.#readLine()
      groups.set(key, {
        key,
        winner,
        owner: this.#readOwner(winner),
        requestId,
        firstAt,
        lastAt,
        lines,
        partOf: undefined,
      })
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
    while (advisors.length < advisorCount) advisors.push({ model: this.#next(), tokens: this.#readTokens() })
    const usage = { tokens, speed, geo, serviceTier, webSearches, webFetches, contextTokens, advisors }
    return { messageId, requestId, uuid, run, model, stopReason, recordedCostUsd, at, place, isOriginal, usage }
  }

  #readOwner(winner: UsageLine): Owner {
    const at = this.#next<Owner['at']>()
    const isOriginal = this.#next<boolean>()
    return { at, place: this.#next() ? winner.place : this.#readPlace(), isOriginal }
  }

  #readPlace(): RequestPlace {
    return {
      sessionId: this.#next(),
      agentId: this.#next(),
      isSidechain: this.#next(),
      turn: this.#next(),
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

  #next<Value>(): Value {
    return this.#values[this.#at++] as Value
  }
}
