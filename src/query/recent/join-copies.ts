import type { Store } from '../../store/store.ts'

/** A session with those that hold nothing but a beginning of it. */
export interface JoinedSession<Row> {
  readonly row: Row
  readonly copies: readonly number[]
}

/**
 * A resume or fork repeats what it goes on from, often under the same uuids, else at the same times. Of sessions given
 * with the newest first, those whose last turn stands in a newer one are part of it, and what the session `asking` holds
 * is left out. A fork that went on by itself stays.
 */
export function joinCopies<Row extends { readonly session: number }>(
  store: Store,
  rows: readonly Row[],
  asking: string | undefined,
): readonly JoinedSession<Row>[] {
  const names = readTurnNames(
    store,
    rows.map(({ session }) => session),
  )
  const owners = new Map<string, number[] | undefined>()
  for (const turn of asking === undefined ? [] : readTurnNames(store, listPieces(store, asking)).values()) {
    for (const name of turn.flat()) owners.set(name, undefined)
  }
  const joined: { readonly row: Row; readonly copies: number[] }[] = []
  for (const row of rows) {
    const turns = names.get(row.session) ?? []
    const known = turns.at(-1)?.find(name => owners.has(name))
    if (known !== undefined) {
      owners.get(known)?.push(row.session)
      continue
    }
    const copies: number[] = []
    joined.push({ row, copies })
    for (const name of turns.flat()) if (!owners.has(name)) owners.set(name, copies)
  }
  return joined
}

function listPieces(store: Store, id: string): readonly number[] {
  return store.all('SELECT session FROM sessions WHERE id = ?', [id]).map(row => row.session as number)
}

/** What each turn of a session is known by: uuids that somebody made up, and times, say nothing without the words. */
function readTurnNames(store: Store, sessions: readonly number[]): ReadonlyMap<number, readonly (readonly string[])[]> {
  const names = new Map<number, string[][]>()
  for (const { session, text, uuid, at } of store.all(TURNS, [JSON.stringify(sessions)])) {
    const turn = [...(uuid === null ? [] : [`${uuid} ${text}`]), ...(at === null ? [] : [`${at} ${text}`])]
    const known = names.get(session as number)
    if (known) known.push(turn)
    else names.set(session as number, [turn])
  }
  return names
}

const TURNS = `SELECT t.session, t.text, p.uuid, p.at FROM json_each(?) AS j
CROSS JOIN turns AS t ON t.session = j.value AND t.agent = ''
JOIN entries AS p ON p.session = t.session AND p.agent = '' AND p.number = t.prompt_entry
ORDER BY t.session, t.number`
