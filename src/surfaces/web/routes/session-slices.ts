import { matchRow, type RowMatch } from '../../../render/view/find-rows.ts'
import type { PreparedView } from '../../../render/view/prepare-view.ts'
import type { Row } from '../../../render/view/row.ts'
import { keyOf, type ListedUnit, type RowUnit, unitRows } from '../../../render/view/row-units.ts'
import { type RowFact, RowSurveyor } from '../../../render/view/survey-rows.ts'
import { UserError } from '../../../user-error.ts'
import { EntryMemory } from './entry-memory.ts'

/** As long as one answer may keep the others waiting. */
export const SLICE_MS = 40

/** A session as it is now, of which turns and agents are looked at. */
export interface SlicedSession {
  readonly prepared: PreparedView
  units(): readonly ListedUnit[]
  /** Another text when what the rows follow from is another. */
  fingerprint(unit: RowUnit): string
}

/** What a look at the rows of one turn or agent found. */
export interface Look<Found> {
  readonly unit: RowUnit
  readonly found: readonly Found[]
}

/** A part of a walk over all turns and agents. */
export interface Slice<Found> {
  readonly looks: readonly Look<Found>[]
  /** Where to go on; undefined at the end. */
  readonly next: string | undefined
  /** Turns and agents that were looked at so far, and all of them. */
  readonly done: number
  readonly total: number
}

/** Turns and agents, and rows found, in one answer. */
const MAX_LOOKS = 500
const MAX_FOUND = 10_000

/**
 * Looks at the rows of turns and agents for as long as one answer may take, and says where it ended. What was found
 * stays known until the turn or agent changes; one that takes longer than an answer is gone on with in the next.
 */
export function takeSlice<Found>(
  desk: SlicedSession,
  memory: LookMemory<Found>,
  { from, now }: { readonly from: string | undefined; now(): number },
): Slice<Found> {
  const units = desk.units()
  const start = from === undefined ? 0 : units.findIndex(unit => unit.cursor === from)
  if (start < 0) throw badCursor()
  const looks: Look<Found>[] = []
  const until = now() + SLICE_MS
  let count = 0
  for (let at = start; at < units.length; at++) {
    const unit = units[at] as ListedUnit
    const isFull = looks.length >= MAX_LOOKS || count >= MAX_FOUND
    const found = isFull ? undefined : memory.look(desk, unit, () => now() >= until)
    if (!found) return { looks, next: unit.cursor, done: at, total: units.length }
    looks.push({ unit, found })
    count += found.length
  }
  return { looks, next: undefined, done: units.length, total: units.length }
}

function badCursor(): UserError {
  return new UserError({
    code: 'bad-cursor',
    message: 'there is nothing to go on from there',
    hint: 'The session was written anew: begin without `from`.',
  })
}

interface Known<Found> {
  readonly fingerprint: string
  readonly found: readonly Found[]
}

/** A look that an answer ended in the middle of. */
interface Running<Found> {
  readonly desk: SlicedSession
  readonly rows: Iterator<Row>
  readonly found: Found[]
  index: number
}

/** What one way of looking at rows found, by turn and agent. */
export class LookMemory<Found> {
  readonly #lookAt: (row: Row, index: number) => Found | undefined
  readonly #known = new Map<string, Known<Found>>()
  readonly #running = new Map<string, Running<Found>>()

  constructor(lookAt: (row: Row, index: number) => Found | undefined) {
    this.#lookAt = lookAt
  }

  /** Undefined where the time was up before the end. At least one row is looked at. */
  look(desk: SlicedSession, unit: RowUnit, isOver: () => boolean): readonly Found[] | undefined {
    const key = keyOf(unit)
    const known = this.find(desk, unit)
    if (known) return known
    // What was begun in an earlier state of the session is of no use, and would keep that state in memory.
    for (const [other, { desk: old }] of this.#running) if (old !== desk) this.#running.delete(other)
    const before = this.#running.get(key)
    const running = before ?? startLook<Found>(desk, unit)
    this.#running.delete(key)
    for (let step = running.rows.next(); !step.done; step = running.rows.next()) {
      const found = this.#lookAt(step.value, running.index++)
      if (found !== undefined) running.found.push(found)
      if (!isOver()) continue
      this.#running.set(key, running)
      return undefined
    }
    this.#known.set(key, { fingerprint: desk.fingerprint(unit), found: running.found })
    return running.found
  }

  /** What is known already of a turn or agent as it is now. */
  find(desk: SlicedSession, unit: RowUnit): readonly Found[] | undefined {
    const known = this.#known.get(keyOf(unit))
    return known?.fingerprint === desk.fingerprint(unit) ? known.found : undefined
  }

  /** Takes note of what follows from another look. */
  learn(desk: SlicedSession, unit: RowUnit, found: readonly Found[]): void {
    this.#known.set(keyOf(unit), { fingerprint: desk.fingerprint(unit), found })
  }
}

function startLook<Found>(desk: SlicedSession, unit: RowUnit): Running<Found> {
  return { desk, rows: unitRows(desk.prepared, unit, 'all')[Symbol.iterator](), found: [], index: 0 }
}

/** Texts whose places stay known: somebody types a word letter by letter. */
const MAX_TEXTS = 6

/** What was found in the rows of a session. */
export class SessionMemory {
  /** Entries of turns that grow are read for each answer about them. */
  readonly entries = new EntryMemory()
  readonly #surveyor = new RowSurveyor()
  readonly #texts = new Map<string, LookMemory<RowMatch>>()
  readonly facts = new LookMemory<RowFact>(row => this.#surveyor.factOf(row))

  /** Places of a text, which is in lower case. */
  matches(desk: SlicedSession, text: string): LookMemory<RowMatch> {
    const memory = this.#texts.get(text) ?? this.#startFrom(desk, text)
    this.#texts.delete(text)
    this.#texts.set(text, memory)
    for (const oldest of this.#texts.keys()) if (this.#texts.size > MAX_TEXTS) this.#texts.delete(oldest)
    return memory
  }

  /** Where a part of the text is not, the text is not. */
  #startFrom(desk: SlicedSession, text: string): LookMemory<RowMatch> {
    const memory = new LookMemory<RowMatch>((row, index) => matchRow(row, index, text))
    for (const [shorter, known] of this.#texts) {
      if (!text.includes(shorter)) continue
      for (const unit of desk.units()) if (known.find(desk, unit)?.length === 0) memory.learn(desk, unit, [])
    }
    return memory
  }
}
