/**
 * render/steps/ cuts a session into what a person sees one at a time. A step is some rows of the view at level `all`;
 * which rows make steps depends on the level, how they are drawn does not. A reel reads rows when they are asked for and
 * keeps those near by, so that a session of any size opens at once.
 */
import type { Level } from '../level.ts'
import type { Row } from '../view/row.ts'
import { RowCache } from './row-cache.ts'
import { Section, type SectionSource } from './section.ts'

export interface Place {
  /** Number of the section, counted from 0. */
  readonly section: number
  /** Number of the step in it, at the level that is looked at. */
  readonly step: number
}

/** What is known of a step without its rows. */
export interface StepMark {
  /** What it is: the kind of its first row that is no heading. */
  readonly kind: Row['kind']
  /** When, as recorded with one of its rows. */
  readonly at: number | undefined
  readonly isPrompt: boolean
  readonly isRewound: boolean
  /** The agent whose line it is. */
  readonly agentId: string | undefined
  /** Number of its first row in the section: the same at every level. */
  readonly firstRow: number
}

/** Characters of rows that are kept. */
const CACHE_CHARS = 32_000_000

export class Reel {
  readonly #sections: readonly Section[]
  #surveyed = 0

  constructor(sources: readonly SectionSource[], cacheChars = CACHE_CHARS) {
    const cache = new RowCache(cacheChars)
    this.#sections = sources.map((source, at) => new Section(source, String(at), cache))
  }

  get sectionCount(): number {
    return this.#sections.length
  }

  turnOf(section: number): number | undefined {
    return this.#sections[section]?.turn
  }

  has(level: Level, { section, step }: Place): boolean {
    return step >= 0 && this.#sections[section]?.stepAt(level, step) !== undefined
  }

  /** Reads all of the section. */
  countIn(level: Level, section: number): number {
    return this.#sections[section]?.count(level) ?? 0
  }

  markOf(level: Level, { section, step }: Place): StepMark | undefined {
    const holder = this.#sections[section]
    const rows = holder?.stepAt(level, step)
    if (!holder || !rows) return undefined
    const marks = rows.flatMap(row => holder.markAt(row) ?? [])
    const main = marks.find(({ bond }) => bond !== 'next') ?? marks[0]
    return {
      kind: main?.kind ?? 'notice',
      at: marks.find(({ at }) => at !== undefined)?.at,
      isPrompt: marks.some(({ isPrompt }) => isPrompt),
      isRewound: marks.some(({ isRewound, kind }) => isRewound || kind === 'rewound'),
      agentId: marks.find(({ agentId }) => agentId !== undefined)?.agentId,
      firstRow: rows[0] ?? 0,
    }
  }

  rowsOf(level: Level, { section, step }: Place): readonly Row[] {
    const holder = this.#sections[section]
    return (holder?.stepAt(level, step) ?? []).flatMap(index => holder?.rowAt(level, index) ?? [])
  }

  /** Reads one more row of what nobody has looked at; false where all is known. */
  survey(): boolean {
    while (this.#surveyed < this.#sections.length) {
      if (this.#sections[this.#surveyed]?.readOn()) return true
      this.#surveyed++
    }
    return false
  }

  /** Where a place stands among all steps, counted from 1, as far as that is known by now. */
  positionOf(level: Level, { section, step }: Place): { readonly number?: number; readonly total?: number } {
    let count = 0
    let number: number | undefined
    for (const [at, holder] of this.#sections.entries()) {
      if (at === section) number = count + step + 1
      const known = holder.knownCount(level)
      if (known === undefined) return number === undefined ? {} : { number }
      count += known
    }
    return number === undefined ? { total: count } : { number, total: count }
  }
}
