import { asString } from '../../format/json.ts'
import type { Store } from '../../store/store.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { createEntryReader } from '../search/entry-reader.ts'

/**
 * A turn that goes on from an earlier one than the last: what came between was taken back. The transcript does not say
 * whether the code was taken back with it.
 */
export interface Rewind {
  /** The turn that goes another way, and when it began. */
  readonly turn: number
  readonly at: number
  /** When the turn that it goes on from had ended: all later changes may be taken back. */
  readonly since: number
}

interface TurnRow {
  readonly number: number
  readonly prompt: number | undefined
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
  readonly isRewound: boolean
}

/**
 * All rewinds of a session, also those to and on a side that was itself taken back. Reads the prompts of sessions in which
 * anything was taken back, and no others.
 */
export function listRewinds(keep: IndexedKeep, session: number): readonly Rewind[] {
  const turns = listTurns(keep.store, session)
  if (!turns.some(({ isRewound }) => isRewound)) return []
  const parentOf = createParentFinder(keep, session)
  return turns.flatMap((turn): readonly Rewind[] => {
    const parent = parentOf(turn)
    if (turn.startedAt === undefined || parent === undefined) return []
    const between = turns.filter(({ number }) => number > parent.turn && number < turn.number)
    // A chain begins anew at a compaction too.
    if (parent.isNone ? !between.some(({ isRewound }) => isRewound) : between.length === 0) return []
    const since = turns.find(({ number }) => number === parent.turn)?.endedAt ?? 0
    return [{ turn: turn.number, at: turn.startedAt, since }]
  })
}

function listTurns(store: Store, session: number): readonly TurnRow[] {
  return store.all(TURNS, [session]).map(row => ({
    number: row.number as number,
    prompt: (row.prompt_entry as number | null) ?? undefined,
    startedAt: (row.started_at as number | null) ?? undefined,
    endedAt: (row.ended_at as number | null) ?? undefined,
    isRewound: row.is_rewound === 1,
  }))
}

const TURNS = `SELECT number, prompt_entry, started_at, ended_at, is_rewound FROM turns
WHERE session = ? AND agent = '' ORDER BY number`

interface ParentTurn {
  readonly turn: number
  /** Its prompt names no entry before it. */
  readonly isNone: boolean
}

/** The turn that a turn goes on from; undefined where that is not to be found. */
function createParentFinder(keep: IndexedKeep, session: number): (turn: TurnRow) => ParentTurn | undefined {
  const entries = createEntryReader(keep)
  const rows = keep.store.all(UUIDS, [session])
  const turnOf = new Map(rows.map(row => [row.uuid as string, row.turn as number]))
  return ({ prompt }) => {
    const [entry] = prompt === undefined ? [] : entries.list({ session, agent: '' }, 'number = ?', [prompt])
    const json = entry && entries.read(entry)
    if (!json) return undefined
    const uuid = asString(json.parentUuid)
    const turn = uuid === undefined ? 0 : turnOf.get(uuid)
    return turn === undefined ? undefined : { turn, isNone: uuid === undefined }
  }
}

const UUIDS = `SELECT uuid, turn FROM entries WHERE session = ? AND agent = '' AND uuid IS NOT NULL AND is_repeat = 0`
