import type { Level } from '../level.ts'
import type { Row } from '../view/row.ts'
import { type Bond, isFolded, isShown, type RowMark } from './row-mark.ts'

/** Numbers of the rows that are seen together, in order. */
export type StepRows = readonly number[]

/** Small rows in one step; more would be a wall. */
const MAX_CROWD = 40

/**
 * Puts rows into steps as they come: a prompt under its heading, a call with its hooks and what was said to it, a command
 * with what it printed, small rows of the client together. Each row that a level shows stands in exactly one step.
 */
export class StepGrouper {
  readonly #level: Level
  readonly #steps: number[][] = []
  #last: { readonly kind: Row['kind']; readonly bond: Bond } | undefined
  #isFinished = false

  constructor(level: Level) {
    this.#level = level
  }

  add(index: number, mark: RowMark): void {
    if (!isShown(mark, this.#level)) return
    const bond = isFolded(mark, this.#level) ? 'alone' : mark.bond
    const open = this.#steps.at(-1)
    if (open && this.#joins(mark.kind, bond, open.length)) open.push(index)
    else this.#steps.push([index])
    this.#last = { kind: mark.kind, bond }
  }

  #joins(kind: Row['kind'], bond: Bond, length: number): boolean {
    const last = this.#last
    if (!last) return false
    if (last.bond === 'next' || bond === 'end') return true
    if (bond === 'call')
      return last.kind === 'tool' || last.kind === 'agent' || (last.bond === 'call' && kind === 'hook')
    if (bond === 'input') return last.kind === 'input' || last.kind === 'output'
    return (bond === 'crowd' || bond === 'retry') && last.bond === bond && length < MAX_CROWD
  }

  /** No more rows come. */
  finish(): void {
    this.#isFinished = true
  }

  /** Steps that nothing is added to any more. */
  get sure(): number {
    return this.#isFinished ? this.#steps.length : Math.max(0, this.#steps.length - 1)
  }

  /** Those that are sure. */
  at(step: number): StepRows | undefined {
    return step < this.sure ? this.#steps[step] : undefined
  }
}
