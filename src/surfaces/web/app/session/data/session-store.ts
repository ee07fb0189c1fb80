import type { SessionChange } from '../../../../../query/reading/reading.ts'
import type { Row } from '../../../../../render/view/row.ts'
import type { IndexAgent, IndexTurn } from '../../../../../render/view/session-index.ts'
import type { PlaceAnswer } from '../../../routes/session-entry.ts'
import type { OpenSession } from '../../../routes/session-open.ts'
import type { RowAnswer } from '../../../routes/session-row.ts'
import { getJson } from '../../api.ts'
import { RowCache } from './row-cache.ts'
import { askRows, RowLoader, type Want } from './row-loader.ts'
import { settledUntil } from './settled-until.ts'
import { nextTurnOf, TurnLoader, type TurnsFrom } from './turn-loader.ts'
import { type DataLevel, type LoadedRow, turnUnit, type UnitName, unitQuery } from './unit.ts'

/** Which rows of a unit the page shows. */
export interface ShownUnit {
  readonly unit: UnitName
  readonly level: DataLevel
}

export interface StoreListener {
  /** Rows came, or went. */
  onRows(): void
  /** Another index: turns came, numbers changed. */
  onIndex(): void
  /** More of the turns that were there already. */
  onTurns(): void
  onProblem(error: unknown): void
}

/** One session as far as it is here: its index, and the rows that were asked for. */
export class SessionStore {
  readonly id: string
  open: OpenSession
  readonly cache = new RowCache()
  listener: StoreListener | undefined
  private readonly loader: RowLoader
  private turnsByNumber = new Map<number, IndexTurn>()
  private agentsById = new Map<string, IndexAgent>()
  private pending: SessionChange | undefined
  private isRefreshing = false
  private readonly rest: TurnLoader
  private readonly loose = new WeakMap<Row, LoadedRow>()

  /** `id`: as the address of the page has it. */
  constructor(id: string, open: OpenSession) {
    this.id = id
    this.open = open
    this.takeIndex(open)
    this.loader = new RowLoader({
      id: this.id,
      onPages: (pages, sizeBytes) => {
        for (const page of pages) this.cache.put(page, sizeBytes / pages.length)
        this.cache.trim()
        this.listener?.onRows()
      },
      onProblem: error => this.listener?.onProblem(error),
    })
    this.rest = new TurnLoader(this.path, {
      onWindow: window => {
        this.open = withWindow(this.open, this.open, window)
        this.takeIndex(this.open)
        this.listener?.onTurns()
      },
      onProblem: error => this.listener?.onProblem(error),
    })
    this.rest.goOnFrom(nextTurnOf(open.index))
  }

  get path(): string {
    return `/sessions/${encodeURIComponent(this.id)}`
  }

  turn(number: number): IndexTurn | undefined {
    return this.turnsByNumber.get(number)
  }

  agent(id: string): IndexAgent | undefined {
    return this.agentsById.get(id)
  }

  get lastTurn(): number {
    return this.open.index.turns.at(-1)?.number ?? 0
  }

  want(wants: readonly Want[]): void {
    this.loader.want(wants)
  }

  /** Resolves when the turn is here, or there is none. */
  untilTurn(number: number): Promise<void> {
    return this.rest.until(number)
  }

  close(): void {
    this.listener = undefined
    this.rest.close()
    this.loader.close()
  }

  /** One row of a unit, asked for if it is not here. */
  async row(unit: UnitName, level: DataLevel, index: number): Promise<LoadedRow | undefined> {
    const known = this.cache.get(unit, level)?.rows[index]
    if (known) return known
    const { pages, sizeBytes } = await askRows(this.id, [{ unit, level, offset: Math.max(0, index - AROUND) }])
    for (const page of pages) this.cache.put(page, sizeBytes)
    return this.cache.get(unit, level)?.rows[index]
  }

  /** A row with all that is recorded of it. */
  async whole(loaded: LoadedRow): Promise<LoadedRow> {
    if (!loaded.isCut) return loaded
    const index = loaded.name.includes('/~') ? await this.placeOf(loaded) : loaded.index
    if (index === undefined) return loaded
    const level = loaded.level === 'raw' ? 'raw' : undefined
    const answer = await getJson<RowAnswer>(`${this.path}/row`, { ...unitQuery(loaded.unit), index, level })
    return this.cache.putWhole(loaded, answer.row)
  }

  /** A row of the index itself, as one that is here. */
  looseRow(row: Row, index: number): LoadedRow {
    const known = this.loose.get(row) ?? {
      name: `loose/${index}`,
      unit: 'loose',
      level: 'all',
      index,
      row,
      isCut: false,
    }
    this.loose.set(row, known)
    return known
  }

  /** Where an entry, a tool call or an agent stands. */
  async place(name: string): Promise<PlaceAnswer> {
    const place = await getJson<PlaceAnswer>(`${this.path}/entries/${encodeURIComponent(name)}`)
    await this.untilTurn(place.turn ?? 0)
    return place
  }

  /** Takes up what a running session wrote: the index and the rows that are shown, at once. */
  async refresh(change: SessionChange, shown: () => readonly ShownUnit[]): Promise<void> {
    const before = this.pending
    this.pending = before
      ? {
          ...change,
          fromTurn: Math.min(before.fromTurn, change.fromTurn),
          isFresh: before.isFresh || change.isFresh,
        }
      : change
    if (this.isRefreshing) return
    this.isRefreshing = true
    try {
      while (this.pending) {
        const next: SessionChange = this.pending
        this.pending = undefined
        await this.refreshOnce(next, shown())
      }
    } catch (error) {
      this.listener?.onProblem(error)
    } finally {
      this.isRefreshing = false
    }
  }

  private async refreshOnce(change: SessionChange, shown: readonly ShownUnit[]): Promise<void> {
    if (change.isFresh) this.cache.clear()
    const stale = shown.filter(({ unit }) => this.isStale(unit, change))
    const [open, ...answers] = await Promise.all([
      getJson<OpenSession>(this.path, { from: change.isFresh ? undefined : change.fromTurn }),
      ...stale.map(want =>
        askRows(this.id, [{ ...want, offset: settledUntil(this.cache.get(want.unit, want.level)) }]),
      ),
    ])
    const names = new Set(stale.map(({ unit }) => unit))
    for (const unit of this.cache.names()) if (this.isStale(unit, change) && !names.has(unit)) this.cache.drop(unit)
    for (const { pages, sizeBytes } of answers) for (const page of pages) this.cache.put(page, sizeBytes, true)
    // Turns before the change are still to come, and it with them.
    const isAhead = !change.isFresh && this.rest.isBefore(change.fromTurn)
    if (change.isFresh) this.open = open
    else if (isAhead) this.open = { ...open, index: { ...open.index, turns: this.open.index.turns, hasMore: true } }
    else this.open = withWindow(open, this.open, { from: change.fromTurn, ...open.index })
    // Where a change begins far back, what stands behind the answer is asked for again.
    if (!isAhead) this.rest.goOnFrom(nextTurnOf(open.index))
    this.takeIndex(this.open)
    this.listener?.onIndex()
  }

  /** An agent may work for any turn; what is behind the change is new. */
  private isStale(unit: UnitName, { fromTurn }: SessionChange): boolean {
    const { turn, agent } = unitQuery(unit)
    if (agent === undefined) return (turn ?? 0) >= fromTurn
    const works = this.agent(agent)
    return works?.status !== 'completed' || (works.turn ?? fromTurn) >= fromTurn
  }

  private takeIndex({ index }: OpenSession): void {
    this.turnsByNumber = new Map(index.turns.map(turn => [turn.number, turn]))
    this.agentsById = new Map(index.agents.map(agent => [agent.id, agent]))
  }

  private async placeOf(loaded: LoadedRow): Promise<number | undefined> {
    const uuid = 'uuid' in loaded.row ? loaded.row.uuid : undefined
    const place = uuid === undefined ? undefined : await this.place(uuid)
    return place && turnUnit(place.turn ?? 0) === loaded.unit ? place.index : undefined
  }
}

/** Rows that come along before the one that is asked for. */
const AROUND = 20

/** What a window does not hold stays as it was; behind the last window there is nothing. */
function withWindow(open: OpenSession, before: OpenSession, { from, turns, hasMore }: TurnsFrom): OpenSession {
  const last = hasMore ? (turns.at(-1)?.number ?? from) : Number.POSITIVE_INFINITY
  const kept = before.index.turns
  const all = [...kept.filter(({ number }) => number < from), ...turns, ...kept.filter(({ number }) => number > last)]
  return { ...open, index: { ...open.index, turns: all, hasMore } }
}
