import { clearFilter, isFiltering } from '../../../../page/filter.ts'
import { foldKey } from '../../../../page/rows/fold-key.ts'
import { agentUnit, type LoadedRow, type UnitName, unitOf } from './data/unit.ts'
import { isTurnOpen } from './list/view-state.ts'
import type { Reading } from './reading.ts'

/** A row by its place at level `all`. */
export interface RowSpot {
  readonly turn?: number | undefined
  readonly agent?: string | undefined
  readonly index: number
}

/** Opens what hides a row, and asks for what is not here; gives the key of the item that shows it. */
export async function revealRow(
  reading: Reading,
  spot: RowSpot,
  { opensRow = false } = {},
): Promise<string | undefined> {
  const { state, store } = reading
  leaveFilter(reading, spot)
  if (state.level === 'raw') state.level = 'answers'
  const row = await loadSpot(reading, spot)
  if (!row) return undefined
  const whole = opensRow ? await store.whole(row) : row
  if (spot.turn !== undefined) openTurn(reading, spot.turn, whole)
  for (const agent of agentsAround(reading, spot.agent)) await openAgent(reading, agent)
  openAttempt(reading, whole)
  if (whole.row.kind !== 'turn') state.revealed.add(whole.name)
  if (opensRow) state.folds.set(foldKey(whole.name), true)
  reading.refresh()
  return keyOf(reading, whole, spot)
}

function leaveFilter({ state }: Reading, spot: RowSpot): void {
  if (!isFiltering(state.filter) || state.matches.get(unitOf(spot))?.includes(spot.index)) return
  clearFilter(state.filter)
}

/** A turn's prompt has the entry of its heading: the prompt is what is meant. */
async function loadSpot({ store }: Reading, spot: RowSpot): Promise<LoadedRow | undefined> {
  const unit = unitOf(spot)
  const row = await store.row(unit, 'all', spot.index)
  if (row?.row.kind !== 'turn') return row
  const next = await store.row(unit, 'all', spot.index + 1)
  return next && 'uuid' in next.row && next.row.uuid === row.row.uuid ? next : row
}

/** Opens the rewound side a turn stands on, if it does. */
export function openSide({ state, store }: Reading, number: number): void {
  if (store.turn(number)?.isRewound) state.sides.set(sideStart(store.open.index.turns, number), true)
}

function openTurn(reading: Reading, number: number, row: LoadedRow): void {
  const { state } = reading
  openSide(reading, number)
  const isInTurn = row.unit.startsWith('t')
  // What a closed turn shows anyway need not open it.
  if (isInTurn && isShownClosed(row, state.level)) return
  if (!isTurnOpen(state, number)) state.turns.set(number, true)
}

function isShownClosed({ row }: LoadedRow, level: string): boolean {
  if (row.kind === 'turn') return true
  if (!('minLevel' in row) || row.isRewound) return false
  return row.minLevel === 'prompts' || (row.minLevel === 'answers' && level !== 'prompts')
}

/** A side is named by the first of its turns. */
function sideStart(turns: Reading['store']['open']['index']['turns'], number: number): number {
  let at = turns.findIndex(turn => turn.number === number)
  while (at > 0 && turns[at - 1]?.isRewound && turns[at - 1]?.side === turns[at]?.side) at--
  return turns[at]?.number ?? number
}

/** Outermost first. */
function agentsAround({ store }: Reading, agent: string | undefined): readonly string[] {
  const around: string[] = []
  for (let id = agent; id !== undefined && !around.includes(id); id = store.agent(id)?.parent) around.unshift(id)
  return around
}

async function openAgent({ state, store }: Reading, agent: string): Promise<void> {
  const loose = store.open.index.loose.findIndex(row => row.kind === 'agent' && row.agentId === agent)
  if (loose >= 0) {
    if (state.level === 'prompts' || state.level === 'answers') state.level = 'tools'
    state.insides.set(`loose/${loose}`, true)
    return
  }
  const line = await store.place(agent)
  const row = await store.row(unitOf(line), 'all', line.index)
  if (!row) return
  state.revealed.add(row.name)
  state.insides.set(row.name, true)
}

/** What was tried inside a turn stands behind its own line. */
function openAttempt({ state, store }: Reading, row: LoadedRow): void {
  const rows = store.cache.get(row.unit, 'all')?.rows ?? []
  const open: string[] = []
  for (const loaded of rows.slice(0, row.index)) {
    if (loaded?.row.kind !== 'rewound') continue
    if (loaded.row.edge === 'begin') open.push(loaded.name)
    else if (loaded.row.edge === 'end') open.pop()
  }
  for (const name of open) state.insides.set(name, true)
}

/** The row itself; in a closed turn, the same entry there; in a run, after opening it. */
function keyOf(reading: Reading, row: LoadedRow, spot: RowSpot): string | undefined {
  if (reading.find(row.name) >= 0) return row.name
  const run = reading.items.find(item => item.kind === 'run' && item.rows.some(({ key }) => key === row.name))
  if (run) {
    reading.state.insides.set(run.key, true)
    reading.refresh()
    return row.name
  }
  const uuid = 'uuid' in row.row ? row.row.uuid : undefined
  const same = reading.items.find(
    item =>
      item.kind === 'row' &&
      item.loaded.unit === row.unit &&
      item.row.kind === row.row.kind &&
      'uuid' in item.row &&
      item.row.uuid === uuid,
  )
  const head: UnitName = spot.agent === undefined ? unitOf(spot) : agentUnit(spot.agent)
  return same?.key ?? (reading.find(head) >= 0 ? head : undefined)
}
