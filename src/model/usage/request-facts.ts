/**
 * What reports need of a request, packed: SQLite takes 1.5 microseconds for each value of a row, so that a report over a
 * hundred thousand requests would take seconds. Packed, a request is about 30 bytes and read in a tenth of that.
 */

import { ByteReader, ByteWriter } from './packed-bytes.ts'
import { contextOf } from './totals.ts'

export interface RequestFact {
  /** `requests.number` of its session. */
  readonly number: number
  /** 1, or how many were added up (bundle-facts.ts). */
  readonly requests: number
  /** First line of the group, epoch milliseconds (R10). Of several requests, the earliest. */
  readonly firstAt: number | undefined
  /** The same; of several requests, the latest. */
  readonly lastAt: number | undefined
  /** Texts are empty where nothing is recorded. */
  readonly model: string
  readonly speed: string
  readonly geo: string
  readonly serviceTier: string
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  readonly thinking: number
  /** Largest context of one pass (R14). */
  readonly contextTokens: number
  readonly webSearches: number
  readonly webFetches: number
  readonly recordedCostUsd: number | undefined
  readonly isUnfinished: boolean
  readonly isAdvisor: boolean
  readonly branch: string
  /** Empty in the main thread. */
  readonly agent: string
  /** Turn of the main thread; 0 where unknown. */
  readonly turn: number
  /** Lines with usage in the group; all but one repeat it. */
  readonly lines: number
  /** Tools it called, a name for each call. */
  readonly calls: readonly string[]
  /** Files that these calls read or changed, each once. */
  readonly paths: readonly string[]
}

export const UNFINISHED = 1
export const ADVISOR = 2
export const HAS_TIME = 4
export const HAS_COST = 8
/** The context is what the tokens add up to, as for all but a few. */
export const PLAIN_CONTEXT = 16
/** More than one request. */
export const IS_BUNDLE = 32

/** `first` is the number of the first one; the others follow it. */
export function packFacts(facts: readonly RequestFact[]): Uint8Array {
  const texts = new TextTable()
  const rows = new ByteWriter()
  let before = 0
  for (const fact of facts) {
    const isPlain = fact.contextTokens === contextOf(fact)
    rows.number(
      (fact.isUnfinished ? UNFINISHED : 0) +
        (fact.isAdvisor ? ADVISOR : 0) +
        (fact.firstAt === undefined ? 0 : HAS_TIME) +
        (fact.recordedCostUsd === undefined ? 0 : HAS_COST) +
        (isPlain ? PLAIN_CONTEXT : 0) +
        (fact.requests > 1 ? IS_BUNDLE : 0),
    )
    if (fact.requests > 1) {
      rows.number(fact.requests)
      rows.number((fact.lastAt ?? 0) - (fact.firstAt ?? 0))
    }
    if (fact.firstAt !== undefined) {
      rows.signed(fact.firstAt - before)
      before = fact.firstAt
    }
    if (fact.recordedCostUsd !== undefined) rows.float(fact.recordedCostUsd)
    if (!isPlain) rows.number(fact.contextTokens)
    rows.number(fact.input)
    rows.number(fact.output)
    rows.number(fact.cacheRead)
    rows.number(fact.cacheWrite5m)
    rows.number(fact.cacheWrite1h)
    rows.number(fact.thinking)
    rows.number(fact.webSearches)
    rows.number(fact.webFetches)
    rows.number(fact.turn)
    rows.number(fact.lines)
    rows.number(texts.indexOf([fact.model, fact.speed, fact.geo, fact.serviceTier, fact.branch, fact.agent].join('\0')))
    rows.number(texts.indexOf(fact.calls.join('\0')))
    rows.number(texts.indexOf(fact.paths.join('\0')))
  }
  const packed = new ByteWriter()
  packed.number(facts[0]?.number ?? 0)
  packed.number(facts.length)
  packed.number(texts.list.length)
  for (const text of texts.list) packed.text(text)
  packed.bytes(rows.take())
  return packed.take()
}

/** The other way round, in the same order. */
export function unpackFacts(bytes: Uint8Array): readonly RequestFact[] {
  const reader = new ByteReader(bytes)
  const first = reader.number()
  const count = reader.number()
  const lists = Array.from({ length: reader.number() }, () => splitList(reader.text()))
  const facts: RequestFact[] = []
  let before = 0
  for (let at = 0; at < count; at++) {
    const flags = reader.number()
    const hasTime = (flags & HAS_TIME) !== 0
    const isBundle = (flags & IS_BUNDLE) !== 0
    const requests = isBundle ? reader.number() : 1
    const spanMs = isBundle ? reader.number() : 0
    if (hasTime) before += reader.signed()
    const recordedCostUsd = (flags & HAS_COST) === 0 ? undefined : reader.float()
    const context = (flags & PLAIN_CONTEXT) === 0 ? reader.number() : -1
    const input = reader.number()
    const output = reader.number()
    const cacheRead = reader.number()
    const cacheWrite5m = reader.number()
    const cacheWrite1h = reader.number()
    const thinking = reader.number()
    const webSearches = reader.number()
    const webFetches = reader.number()
    const turn = reader.number()
    const lines = reader.number()
    const names = lists[reader.number()] as readonly string[]
    facts.push({
      number: first + at,
      requests,
      firstAt: hasTime ? before : undefined,
      lastAt: hasTime ? before + spanMs : undefined,
      model: names[0] as string,
      speed: names[1] as string,
      geo: names[2] as string,
      serviceTier: names[3] as string,
      input,
      output,
      cacheRead,
      cacheWrite5m,
      cacheWrite1h,
      thinking,
      contextTokens: context < 0 ? contextOf({ input, cacheRead, cacheWrite5m, cacheWrite1h }) : context,
      webSearches,
      webFetches,
      recordedCostUsd,
      isUnfinished: (flags & UNFINISHED) !== 0,
      isAdvisor: (flags & ADVISOR) !== 0,
      branch: names[4] as string,
      agent: names[5] as string,
      turn,
      lines,
      calls: lists[reader.number()] as readonly string[],
      paths: lists[reader.number()] as readonly string[],
    })
  }
  return facts
}

const NONE: readonly string[] = []

export function splitList(text: string): readonly string[] {
  return text === '' ? NONE : text.split('\0')
}

/** Each text once. */
class TextTable {
  readonly list: string[] = []
  private readonly places = new Map<string, number>()

  indexOf(text: string): number {
    const known = this.places.get(text)
    if (known !== undefined) return known
    this.places.set(text, this.list.length)
    return this.list.push(text) - 1
  }
}
