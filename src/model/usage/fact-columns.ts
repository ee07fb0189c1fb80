import { ByteReader } from './packed-bytes.ts'
import {
  ADVISOR,
  HAS_COST,
  HAS_TIME,
  IS_BUNDLE,
  PLAIN_CONTEXT,
  type RequestFact,
  splitList,
  UNFINISHED,
} from './request-facts.ts'
import { contextOf } from './totals.ts'

/**
 * Packed requests for reports that read all of them: numbers side by side in one array, texts read when they are asked
 * for, and a small object for each request that knows where its numbers are. `unpackFacts` is the plain version.
 */
export class FactColumns {
  values: Float64Array
  private count = 0
  private readonly lists: (readonly string[] | undefined)[] = []
  private readonly readers: ByteReader[] = []
  private readonly places: number[] = []

  /** How many requests there will be; more are no harm. */
  constructor(capacity: number) {
    this.values = new Float64Array(capacity * WIDTH)
  }

  /** Unpacks one part, to the end of a list. */
  add(bytes: Uint8Array, facts: RequestFact[]): void {
    const reader = new ByteReader(bytes)
    const first = reader.number()
    const count = reader.number()
    const firstList = this.noteTexts(reader)
    this.reserve(count)
    let before = 0
    for (let at = 0; at < count; at++) {
      const row = this.count++ * WIDTH
      before = readRow(reader, this.values, { row, before, firstList })
      facts.push(new PackedFact(this, row, first + at))
    }
  }

  list(place: number): readonly string[] {
    let list = this.lists[place]
    if (!list) {
      list = splitList((this.readers[place] as ByteReader).textAt(this.places[place] as number))
      this.lists[place] = list
    }
    return list
  }

  addList(list: readonly string[]): number {
    this.readers.push(EMPTY)
    this.places.push(0)
    return this.lists.push(list) - 1
  }

  private noteTexts(reader: ByteReader): number {
    const first = this.lists.length
    for (let left = reader.number(); left > 0; left--) {
      this.lists.push(undefined)
      this.readers.push(reader)
      this.places.push(reader.skipText())
    }
    return first
  }

  private reserve(count: number): void {
    const needed = (this.count + count) * WIDTH
    if (needed <= this.values.length) return
    const larger = new Float64Array(Math.max(needed, this.values.length * 2))
    larger.set(this.values)
    this.values = larger
  }
}

const EMPTY = new ByteReader(new Uint8Array(0))

/** Where each number of a request stands, from its row on. */
const FLAGS = 0
const FIRST_AT = 1
const COST = 2
const CONTEXT = 3
const INPUT = 4
const OUTPUT = 5
const CACHE_READ = 6
const CACHE_WRITE_5M = 7
const CACHE_WRITE_1H = 8
const THINKING = 9
const WEB_SEARCHES = 10
const WEB_FETCHES = 11
const TURN = 12
const LINES = 13
const NAMES = 14
const CALLS = 15
const PATHS = 16
const REQUESTS = 17
const LAST_AT = 18
const WIDTH = 19

interface RowPlace {
  readonly row: number
  /** Time of the row before. */
  readonly before: number
  /** Of the part. */
  readonly firstList: number
}

/** Returns the time that the next row counts from. */
function readRow(reader: ByteReader, values: Float64Array, { row, before, firstList }: RowPlace): number {
  const flags = reader.number()
  values[row + FLAGS] = flags
  const isBundle = (flags & IS_BUNDLE) !== 0
  values[row + REQUESTS] = isBundle ? reader.number() : 1
  const spanMs = isBundle ? reader.number() : 0
  const at = (flags & HAS_TIME) === 0 ? before : before + reader.signed()
  values[row + FIRST_AT] = at
  values[row + LAST_AT] = at + spanMs
  if ((flags & HAS_COST) !== 0) values[row + COST] = reader.float()
  if ((flags & PLAIN_CONTEXT) === 0) values[row + CONTEXT] = reader.number()
  for (let column = row + INPUT; column <= row + LINES; column++) values[column] = reader.number()
  for (let column = row + NAMES; column <= row + PATHS; column++) values[column] = firstList + reader.number()
  return at
}

/** What one copy of a request knows better than the one it belongs to. */
export type CountedFields = Omit<
  RequestFact,
  'number' | 'requests' | 'firstAt' | 'lastAt' | 'isAdvisor' | 'branch' | 'agent' | 'turn' | 'lines' | 'calls' | 'paths'
>

/** Looks like any other fact, but has no fields that `...` would copy. */
export class PackedFact implements RequestFact {
  readonly number: number
  private readonly columns: FactColumns
  private readonly row: number

  constructor(columns: FactColumns, row: number, number: number) {
    this.columns = columns
    this.row = row
    this.number = number
  }

  get firstAt() {
    return this.hasFlag(HAS_TIME) ? this.value(FIRST_AT) : undefined
  }
  get lastAt() {
    return this.hasFlag(HAS_TIME) ? this.value(LAST_AT) : undefined
  }
  get requests() {
    return this.value(REQUESTS)
  }
  get model() {
    return this.name(0)
  }
  get speed() {
    return this.name(1)
  }
  get geo() {
    return this.name(2)
  }
  get serviceTier() {
    return this.name(3)
  }
  get input() {
    return this.value(INPUT)
  }
  get output() {
    return this.value(OUTPUT)
  }
  get cacheRead() {
    return this.value(CACHE_READ)
  }
  get cacheWrite5m() {
    return this.value(CACHE_WRITE_5M)
  }
  get cacheWrite1h() {
    return this.value(CACHE_WRITE_1H)
  }
  get thinking() {
    return this.value(THINKING)
  }
  get contextTokens() {
    if (!this.hasFlag(PLAIN_CONTEXT)) return this.value(CONTEXT)
    return contextOf(this)
  }
  get webSearches() {
    return this.value(WEB_SEARCHES)
  }
  get webFetches() {
    return this.value(WEB_FETCHES)
  }
  get recordedCostUsd() {
    return this.hasFlag(HAS_COST) ? this.value(COST) : undefined
  }
  get isUnfinished() {
    return this.hasFlag(UNFINISHED)
  }
  get isAdvisor() {
    return this.hasFlag(ADVISOR)
  }
  get branch() {
    return this.name(4)
  }
  get agent() {
    return this.name(5)
  }
  get turn() {
    return this.value(TURN)
  }
  get lines() {
    return this.value(LINES)
  }
  get calls() {
    return this.columns.list(this.value(CALLS))
  }
  get paths() {
    return this.columns.list(this.value(PATHS))
  }

  /** Takes over the counts of another copy. All facts stay of one shape, on which the speed of reports depends. */
  take(other: CountedFields): void {
    const { columns, row } = this
    const { values } = columns
    values[row + FLAGS] =
      (this.value(FLAGS) & (HAS_TIME | ADVISOR)) |
      (other.isUnfinished ? UNFINISHED : 0) |
      (other.recordedCostUsd === undefined ? 0 : HAS_COST)
    values[row + COST] = other.recordedCostUsd ?? 0
    values[row + CONTEXT] = other.contextTokens
    values[row + INPUT] = other.input
    values[row + OUTPUT] = other.output
    values[row + CACHE_READ] = other.cacheRead
    values[row + CACHE_WRITE_5M] = other.cacheWrite5m
    values[row + CACHE_WRITE_1H] = other.cacheWrite1h
    values[row + THINKING] = other.thinking
    values[row + WEB_SEARCHES] = other.webSearches
    values[row + WEB_FETCHES] = other.webFetches
    const names = [other.model, other.speed, other.geo, other.serviceTier, this.branch, this.agent]
    values[row + NAMES] = columns.addList(names)
  }

  private value(column: number): number {
    return this.columns.values[this.row + column] as number
  }

  private hasFlag(flag: number): boolean {
    return (this.value(FLAGS) & flag) !== 0
  }

  private name(at: number): string {
    return this.columns.list(this.value(NAMES))[at] as string
  }
}
