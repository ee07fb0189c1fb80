import type { Agent, Session, Thread } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { Reading } from '../../query/reading/reading.ts'
import type { TargetTurns } from '../../query/session-target.ts'
import type { Level } from '../../render/level.ts'
import { buildView } from '../../render/view/build-view.ts'
import { type PreparedView, prepareView } from '../../render/view/prepare-view.ts'
import type { Row } from '../../render/view/row.ts'
import { sourcedRows } from '../../render/view/row-entries.ts'
import { type RowUnit, unitOfAgent, unitOfTurn } from '../../render/view/row-units.ts'
import { agentThreadRows } from '../../render/view/turn-view.ts'
import { readersOf } from '../../render/view/view-options.ts'
import { formatNumberOf } from '../../text/count.ts'
import { UserError } from '../../user-error.ts'
import { oneLine } from './lines.ts'

/** A session that can be read. */
type Readable = Pick<Reading, 'loaded' | 'isKeptOnly'>

/** The main conversation, or some turns of it, each agent as one line; what was left out comes last. */
export function sessionRows(
  { loaded, isKeptOnly }: Readable,
  { turns, level }: { readonly turns: TargetTurns | undefined; readonly level: Level },
): Iterable<Row> {
  return buildView(loaded.session, { ...readersOf(loaded), level, turns, agents: 'none', isKeptOnly })
}

/** What one agent did; those that it started itself are one line each. */
export function agentRows(reading: Readable, agent: string, level: Level): Iterable<Row> {
  return agentThreadRows(prepare(reading), requireAgent(reading.loaded.session, agent), level)
}

function prepare({ loaded, isKeptOnly }: Readable): PreparedView {
  return prepareView(loaded.session, { ...readersOf(loaded), isKeptOnly })
}

const MAX_NAMED = 5

function requireAgent({ agents }: Session, id: string): Agent {
  const exact = agents.find(agent => agent.id === id)
  const [begun, ...others] = exact ? [exact] : agents.filter(agent => agent.id.startsWith(id))
  if (begun && others.length === 0) return begun
  const named = agents.slice(0, MAX_NAMED).map(agent => oneLine(agent.id, 60))
  throw new UserError({
    code: 'no-such-agent',
    message: `${begun ? 'several agents' : 'no agent'} of this session ${begun ? 'begin with' : 'is called'} "${oneLine(id, 60)}"`,
    hint:
      agents.length === 0
        ? 'It has no agents: leave agent out.'
        : `It has ${formatNumberOf(agents.length, 'agent')}: ${named.join(', ')}${agents.length > MAX_NAMED ? ' …' : ''}.`,
  })
}

export interface EntryWish {
  /** Beginning of its uuid. */
  readonly entry: string
  /** Where it stands, as far as that is known. */
  readonly turns: TargetTurns | undefined
  readonly agent: string | undefined
}

/** The rows that tell of one entry, opened; the entry as it is recorded where none does. */
export function* entryRows(reading: Readable, wish: EntryWish): Iterable<Row> {
  const prepared = prepare(reading)
  const { unit, entry } = requireEntry(prepared, wish)
  let isFound = false
  for (const level of ['all', 'raw'] as const) {
    for (const { row, entries } of sourcedRows(prepared, unit, level)) {
      const isAbout = entries.some(one => one.entry === entry)
      if (row.kind === 'turn' || isAbout) yield row
      if (row.kind !== 'turn' && isAbout) isFound = true
    }
    if (isFound) return
  }
}

interface FoundEntry {
  readonly unit: RowUnit
  readonly entry: ThreadEntry
}

function requireEntry(prepared: PreparedView, wish: EntryWish): FoundEntry {
  const all = listEntries(prepared, wish)
  const near = all.filter(({ unit: { turn } }) => isInTurns(turn, wish.turns))
  const [found, ...others] = near.length > 0 ? near : all
  if (found && others.length === 0) return found
  const names = [found, ...others].flatMap(one => (one?.entry.uuid === undefined ? [] : [one.entry.uuid]))
  throw new UserError({
    code: 'no-such-entry',
    message: found
      ? `${formatNumberOf(names.length, 'entry', 'entries')} of this session begin with "${oneLine(wish.entry, 64)}"`
      : `no entry of this session begins with "${oneLine(wish.entry, 64)}"`,
    hint: found
      ? `Give more of it: ${names
          .slice(0, MAX_NAMED)
          .map(name => oneLine(name, 60))
          .join(', ')}.`
      : 'Read the turn at level "tools": entry= stands behind each call.',
  })
}

function isInTurns(turn: number | undefined, turns: TargetTurns | undefined): boolean {
  return turns === undefined || (turn !== undefined && turn >= turns.from && turn <= turns.to)
}

function listEntries(prepared: PreparedView, { entry, agent }: EntryWish): readonly FoundEntry[] {
  const { main, agents } = prepared.session
  const threads: (readonly [Thread, Agent | undefined])[] =
    agent === undefined
      ? [[main, undefined], ...agents.map(one => [one.thread, one] as const)]
      : [requireAgent(prepared.session, agent)].map(one => [one.thread, one] as const)
  const found = new Map<string, FoundEntry>()
  for (const [thread, owner] of threads) {
    for (const one of thread.entries) {
      if (one.isRepeat || !one.uuid?.startsWith(entry) || found.has(one.uuid)) continue
      const turn = prepared.turns.get(one.turn)
      const unit = owner ? unitOfAgent(owner) : turn && unitOfTurn(turn)
      if (unit) found.set(one.uuid, { unit, entry: one })
    }
  }
  // Exactly this one, where others begin with it.
  const exact = found.get(entry)
  return exact ? [exact] : [...found.values()]
}
