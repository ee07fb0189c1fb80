import type { PagedRows } from '../../../../../render/view/paged-rows.ts'
import type { RowsAnswer } from '../../../routes/session-rows.ts'
import { getJson } from '../../api.ts'
import { type DataLevel, type UnitName, unitQuery } from './unit.ts'

/** Rows that are to be shown soon, most wanted first. */
export interface Want {
  readonly unit: UnitName
  readonly level: DataLevel
  readonly offset: number
  /** Roughly how many rows it will be. */
  readonly weight: number
}

export interface RowLoaderParts {
  readonly id: string
  readonly onPages: (pages: readonly PagedRows[], sizeBytes: number) => void
  readonly onProblem: (error: unknown) => void
}

interface Flight {
  readonly wants: readonly Want[]
  readonly controller: AbortController
}

const MAX_FLIGHTS = 2
const MAX_TURNS = 60
const MAX_WEIGHT = 400
/** Turns that nobody wants between two that are wanted cost less than another request. */
const MAX_STEP = 4
const RETRY_MS = 1500

/** Asks for rows: few requests at a time, neighbours in one, and none that nobody waits for any more. */
export class RowLoader {
  private readonly parts: RowLoaderParts
  private wants: readonly Want[] = []
  private readonly flights = new Set<Flight>()
  private isClosed = false
  private pausedUntil = 0

  constructor(parts: RowLoaderParts) {
    this.parts = parts
  }

  /** Says what is wanted now, all of it. */
  want(wants: readonly Want[]): void {
    this.wants = wants
    const names = new Set(wants.map(keyOf))
    for (const flight of this.flights) {
      if (!flight.wants.some(want => names.has(keyOf(want)))) flight.controller.abort()
    }
    this.pump()
  }

  close(): void {
    this.isClosed = true
    for (const { controller } of this.flights) controller.abort()
  }

  private pump(): void {
    if (this.isClosed || performance.now() < this.pausedUntil) return
    while (this.flights.size < MAX_FLIGHTS) {
      const wants = this.nextWants()
      if (wants.length === 0) return
      void this.fly({ wants, controller: new AbortController() })
    }
  }

  private nextWants(): readonly Want[] {
    const flying = new Set([...this.flights].flatMap(flight => flight.wants.map(keyOf)))
    const open = this.wants.filter(want => !flying.has(keyOf(want)))
    const [first] = open
    if (!first || first.unit.startsWith('a') || first.offset > 0) return open.slice(0, 1)
    const others = open.filter(want => want.level === first.level && want.unit.startsWith('t') && want.offset === 0)
    return aroundFirst(others, first)
  }

  private async fly(flight: Flight): Promise<void> {
    this.flights.add(flight)
    try {
      const { pages, sizeBytes } = await askRows(this.parts.id, flight.wants, flight.controller.signal)
      if (!flight.controller.signal.aborted) this.parts.onPages(pages, sizeBytes)
    } catch (error) {
      if (!flight.controller.signal.aborted) {
        this.pausedUntil = performance.now() + RETRY_MS
        setTimeout(() => this.pump(), RETRY_MS + 10)
        this.parts.onProblem(error)
      }
    } finally {
      this.flights.delete(flight)
      this.pump()
    }
  }
}

/** Turns next to the one wanted most, as far as one answer is likely to hold them. */
function aroundFirst(wants: readonly Want[], first: Want): readonly Want[] {
  const sorted = wants.toSorted((one, other) => turnOf(one) - turnOf(other))
  const at = sorted.indexOf(first)
  let from = at
  let to = at
  let weight = first.weight
  const fits = (next: Want | undefined, edge: Want | undefined): boolean =>
    next !== undefined &&
    edge !== undefined &&
    Math.abs(turnOf(next) - turnOf(edge)) <= MAX_STEP &&
    weight + next.weight <= MAX_WEIGHT &&
    to - from + 1 < MAX_TURNS
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false
    if (fits(sorted[to + 1], sorted[to])) {
      weight += sorted[++to]?.weight ?? 0
      isGrowing = true
    }
    // What was wanted most comes first in the answer: only what is wanted more than that may stand before it.
    if (from > 0 && wants.indexOf(sorted[from - 1] as Want) < wants.indexOf(sorted[to] as Want)) {
      if (fits(sorted[from - 1], sorted[from])) {
        weight += sorted[--from]?.weight ?? 0
        isGrowing = true
      }
    }
  }
  return sorted.slice(from, to + 1)
}

function turnOf({ unit }: Want): number {
  return unitQuery(unit).turn ?? 0
}

function keyOf({ unit, level, offset }: Want): string {
  return `${level} ${unit} ${offset}`
}

interface AskedRows {
  readonly pages: readonly PagedRows[]
  readonly sizeBytes: number
}

/** One request for one part of a unit, or for turns from their beginning. */
export async function askRows(
  id: string,
  wants: readonly Pick<Want, 'unit' | 'level' | 'offset'>[],
  signal?: AbortSignal,
): Promise<AskedRows> {
  const [first] = wants
  if (!first) return { pages: [], sizeBytes: 0 }
  const { level } = first
  const { agent } = unitQuery(first.unit)
  const offset = first.offset === 0 ? undefined : first.offset
  const turns = wants.map(want => unitQuery(want.unit).turn ?? 0)
  const unit = agent === undefined ? { turns: rangeText(turns) } : { agent }
  const path = `/sessions/${encodeURIComponent(id)}/rows`
  const { pages } = await getJson<RowsAnswer>(path, { ...unit, level, offset }, signal)
  return { pages, sizeBytes: guessBytes(pages) }
}

function rangeText(turns: readonly number[]): string {
  const from = Math.min(...turns)
  const to = Math.max(...turns)
  return from === to ? String(from) : `${from}-${to}`
}

/** Texts are most of it; a row has some words besides. */
function guessBytes(pages: readonly PagedRows[]): number {
  let bytes = 0
  const add = (value: unknown): void => {
    if (typeof value === 'string') bytes += value.length + 16
    else if (Array.isArray(value)) for (const item of value) add(item)
    else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) add(item)
    else bytes += 8
  }
  add(pages)
  return bytes
}
