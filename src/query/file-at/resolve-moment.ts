import type { Store } from '../../store/store.ts'
import { UserError } from '../../user-error.ts'
import type { Moment } from './file-timeline.ts'

/** A moment as somebody named it. `session`: its number in the index. */
export type AskedMoment =
  | { readonly kind: 'time'; readonly at: number }
  | {
      readonly kind: 'session'
      readonly session: number
      /** Undefined: the whole session. */
      readonly turn: number | undefined
      /** Right before it began, instead of at its end. */
      readonly isBefore: boolean
    }

/** When that is. Throws where there is no such turn, or nothing says when it was. */
export function resolveMoment(store: Store, asked: AskedMoment): Moment {
  if (asked.kind === 'time') return { at: asked.at, isBefore: false }
  const { session, turn, isBefore } = asked
  const row =
    turn === undefined ? store.get(SESSION, [session]) : (store.get(TURN, [session, turn]) ?? noSuchTurn(store, asked))
  const at = isBefore ? row?.started_at : row?.ended_at
  if (typeof at === 'number') return { at, isBefore }
  throw new UserError({
    code: 'no-time',
    message:
      turn === undefined ? 'no line of this session says when it was' : `no line of turn ${turn} says when it was`,
    hint: 'Name another turn, or a time.',
  })
}

const SESSION = 'SELECT started_at, ended_at FROM sessions WHERE session = ?'
const TURN = `SELECT started_at, ended_at FROM turns WHERE session = ? AND agent = '' AND number = ?`

function noSuchTurn(
  store: Store,
  { session, turn }: { readonly session: number; readonly turn: number | undefined },
): never {
  const last = store.get(`SELECT max(number) AS last FROM turns WHERE session = ? AND agent = ''`, [session])?.last ?? 0
  throw new UserError({
    code: 'no-such-turn',
    message: `there is no turn ${turn}: the last one of this session is ${last}`,
    hint: 'Name a turn as id:3; without it, the end of the session is meant.',
  })
}
