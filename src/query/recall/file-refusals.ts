import { listRefused } from '../../narrative/wording/settled-words.ts'
import type { SqlValue } from '../../store/define-table.ts'
import type { Store } from '../../store/store.ts'
import { collapseCopies, type FactRow, type SoleFact } from '../lookups/collapse-copies.ts'
import type { KeptSession } from '../lookups/kept-sessions.ts'
import { ofLimits, type SessionLimits } from '../session-limits.ts'

/** A change of a file that a person refused, and what they said to it. */
export interface RefusalRow extends FactRow {
  readonly text: string
}

const MAX_REFUSALS = 10

/** Each once however many sessions repeat it, newest first; those that nothing was said to tell nothing. */
export function listRefusals(
  store: Store,
  sessions: ReadonlyMap<number, KeptSession>,
  { paths, limits }: { readonly paths: readonly string[]; readonly limits: SessionLimits },
): readonly SoleFact<RefusalRow>[] {
  const within = ofLimits(limits)
  const values = [JSON.stringify([...sessions.keys()]), JSON.stringify(paths), ...within.values, MAX_REFUSALS]
  const rows = store.all(refusalsOf(within.sql), values as SqlValue[]) as unknown as RefusalRow[]
  const told = rows.map(row => ({ ...row, text: wordsOf(row.text) })).filter(({ text }) => text !== '')
  return collapseCopies(told, sessions, ({ text }) => text)
}

function wordsOf(said: string): string {
  return listRefused(said)
    .map(({ text }) => text)
    .join(' ')
}

/** Calls that did not succeed have no row among the files: what they were about is their headline. */
function refusalsOf(within: string): string {
  return `SELECT f.session, f.agent, f.number, f.turn, f.entry, f.call, f.at, f.text, c.call_id, e.uuid
FROM json_each(?) AS j
CROSS JOIN sessions AS s ON s.session = j.value
CROSS JOIN prompts AS f ON f.session = s.session AND f.source = 'rejection'
CROSS JOIN tool_calls AS c ON c.session = f.session AND c.agent = f.agent AND c.number = f.call
LEFT JOIN entries AS e ON e.session = f.session AND e.agent = f.agent AND e.number = f.entry
WHERE c.headline IN (SELECT value FROM json_each(?)) AND (${within}) ORDER BY f.at DESC LIMIT ?`
}
