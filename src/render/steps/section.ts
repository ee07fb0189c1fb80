import type { Level } from '../level.ts'
import type { Row } from '../view/row.ts'
import { StepGrouper, type StepRows } from './group-rows.ts'
import type { RowCache } from './row-cache.ts'
import { markRow, type RowMark, rowAt } from './row-mark.ts'

/** Rows that are read together: a turn, an agent, what stands around them. */
export interface SectionSource {
  /** Number of the turn; undefined for what stands in none. */
  readonly turn: number | undefined
  /** At level `all`. The same rows whenever it is asked. */
  rows(): Iterable<Row>
}

/** The steps of one section, read no further than somebody asks. */
export class Section {
  readonly turn: number | undefined
  readonly #source: SectionSource
  readonly #key: string
  readonly #cache: RowCache
  readonly #marks: RowMark[] = []
  readonly #groupers = new Map<Level, { readonly grouper: StepGrouper; next: number }>()
  #walk: Iterator<Row> | undefined
  #isWhole = false
  /** A second walk, for rows that gave way. */
  #again: { readonly walk: Iterator<Row>; next: number } | undefined

  constructor(source: SectionSource, key: string, cache: RowCache) {
    this.turn = source.turn
    this.#source = source
    this.#key = key
    this.#cache = cache
  }

  /** Undefined where there are fewer steps. */
  stepAt(level: Level, step: number): StepRows | undefined {
    let found = this.#grouperOf(level).at(step)
    while (!found && !this.#isWhole) {
      this.#read(true)
      found = this.#grouperOf(level).at(step)
    }
    return found
  }

  count(level: Level): number {
    while (this.#read(true)) {}
    return this.#grouperOf(level).sure
  }

  /** Undefined where it was not read to its end yet. */
  knownCount(level: Level): number | undefined {
    return this.#isWhole ? this.#grouperOf(level).sure : undefined
  }

  markAt(row: number): RowMark | undefined {
    return this.#marks[row]
  }

  /** Undefined where the file has changed under our hands. */
  rowAt(level: Level, index: number): Row | undefined {
    const row = this.#cache.find(`${this.#key}.${index}`) ?? this.#readAgain(index)
    return row && rowAt(row, level)
  }

  /** Reads one more row ahead of whoever looks; false where all are read. */
  readOn(): boolean {
    return this.#read(false)
  }

  #read(isWanted: boolean): boolean {
    if (this.#isWhole) return false
    this.#walk ??= this.#source.rows()[Symbol.iterator]()
    const { value, done } = this.#walk.next()
    if (done) {
      this.#isWhole = true
      this.#walk = undefined
      return false
    }
    const key = `${this.#key}.${this.#marks.length}`
    if (isWanted) this.#cache.keep(key, value)
    else this.#cache.keepIfRoom(key, value)
    this.#marks.push(markRow(value))
    return true
  }

  #readAgain(index: number): Row | undefined {
    if (!this.#again || this.#again.next > index) {
      this.#again = { walk: this.#source.rows()[Symbol.iterator](), next: 0 }
    }
    const { walk } = this.#again
    while (true) {
      const { value, done } = walk.next()
      if (done) {
        this.#again = undefined
        return undefined
      }
      const at = this.#again.next++
      this.#cache.keep(`${this.#key}.${at}`, value)
      if (at === index) return value
    }
  }

  #grouperOf(level: Level): StepGrouper {
    let known = this.#groupers.get(level)
    if (!known) {
      known = { grouper: new StepGrouper(level), next: 0 }
      this.#groupers.set(level, known)
    }
    for (; known.next < this.#marks.length; known.next++) {
      known.grouper.add(known.next, this.#marks[known.next] as RowMark)
    }
    if (this.#isWhole) known.grouper.finish()
    return known.grouper
  }
}
