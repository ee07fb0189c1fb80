import type { Zone } from '../../time/zone.ts'
import type { TallyName } from './trend-metrics.ts'

/** What one session added to a week, and where most of it was. */
export interface Contribution {
  readonly session: number
  readonly amount: number
  /** Thread and turn of the largest single piece. */
  readonly agent: string
  readonly turn: number
}

export interface TallyPlace {
  readonly session: number
  readonly agent: string
  readonly turn: number
  readonly at: number | null
}

/** Sums by week, kind and session. */
export class WeekTally {
  readonly #weekOf: (at: number) => string
  readonly #sums = new Map<string, Map<number, Piece>>()
  readonly #seen = new Set<string>()
  readonly #weeks = new Set<string>()

  constructor(zone: Zone) {
    this.#weekOf = zone.weekOf
  }

  add(name: TallyName, place: TallyPlace, amount: number): void {
    if (place.at !== null) this.addTo(this.#weekOf(place.at), name, place, amount)
  }

  /** Each key once in its week: files are changed many times. */
  addOnce(name: TallyName, place: TallyPlace, key: string): void {
    if (place.at === null) return
    const week = this.#weekOf(place.at)
    const known = `${name} ${week} ${key}`
    if (this.#seen.has(known)) return
    this.#seen.add(known)
    this.addTo(week, name, place, 1)
  }

  addTo(week: string, name: TallyName, { session, agent, turn }: Omit<TallyPlace, 'at'>, amount: number): void {
    this.#weeks.add(week)
    const key = `${week} ${name}`
    const sessions = this.#sums.get(key) ?? new Map<number, Piece>()
    this.#sums.set(key, sessions)
    const known = sessions.get(session)
    if (!known) sessions.set(session, { amount, largest: amount, agent, turn })
    else {
      known.amount += amount
      if (amount > known.largest) Object.assign(known, { largest: amount, agent, turn })
    }
  }

  /** In order. */
  get weeks(): readonly string[] {
    return [...this.#weeks].sort()
  }

  sum(week: string, name: TallyName): number {
    let sum = 0
    for (const { amount } of this.#sums.get(`${week} ${name}`)?.values() ?? []) sum += amount
    return sum
  }

  /** The largest first. */
  list(week: string, name: TallyName): readonly Contribution[] {
    return [...(this.#sums.get(`${week} ${name}`) ?? [])]
      .map(([session, { amount, agent, turn }]) => ({ session, amount, agent, turn }))
      .sort((a, b) => b.amount - a.amount || a.session - b.session)
  }
}

interface Piece {
  amount: number
  largest: number
  agent: string
  turn: number
}
