import type { Store } from '../../store/store.ts'
import { clip } from '../../text/clip.ts'
import type { SessionFacts } from './thread-rows.ts'

/** A session in which a conversation went on. */
export interface Continuation {
  readonly kind: 'conversation' | 'plan'
  /** It holds all that the other one held, so that its own account is about both. */
  readonly holdsAll: boolean
  /** The first prompt that the other one has not. */
  readonly text: string
  readonly session: number
  readonly agent: ''
  readonly turn: number
  readonly entry: number | null
  readonly at: number | null
}

/**
 * Resumes and forks repeat the conversation under the same uuids and go on from its last turn; others only say whom they
 * continue. A few index lookups.
 */
export function findContinuations(store: Store, { session, id, endedAt }: SessionFacts): readonly Continuation[] {
  const held = store.all(HOLDING, [session]).flatMap(row => {
    const next = findTurn(store, row.session as number, row.turn as number)
    return next ? [{ ...next, kind: 'conversation' as const, holdsAll: true }] : []
  })
  const known = new Set(held.map(next => next.session))
  const linked = store.all(LINKED, [id, session]).flatMap(row => {
    const other = row.session as number
    const next = known.has(other) || (row.started_at as number) < endedAt ? undefined : findTurn(store, other, -1)
    return next
      ? [{ ...next, kind: row.kind === 'plan-from' ? ('plan' as const) : ('conversation' as const), holdsAll: false }]
      : []
  })
  return [...held, ...linked]
}

/** Sessions with the last turn of this one, and where it stands there. */
const HOLDING = `SELECT u.session, u.number AS turn FROM (
  SELECT number, text, prompt_entry FROM turns
  WHERE session = ?1 AND agent = '' AND number > 0 AND is_rewound = 0 ORDER BY number DESC LIMIT 1
) AS t
CROSS JOIN entries AS p ON p.session = ?1 AND p.agent = '' AND p.number = t.prompt_entry AND p.uuid IS NOT NULL
CROSS JOIN entries AS e ON e.uuid = p.uuid AND e.is_repeat = 0 AND e.session <> ?1 AND e.agent = ''
CROSS JOIN turns AS u ON u.session = e.session AND u.agent = '' AND u.number = e.turn AND u.text = t.text
ORDER BY u.session`

const LINKED = `SELECT l.session, l.kind, coalesce(s.started_at, 0) AS started_at
FROM lineage AS l JOIN sessions AS s ON s.session = l.session
WHERE l.other_id = ? AND l.session <> ? AND l.kind IN ('resumed-from', 'forked-from', 'continues', 'plan-from')
ORDER BY l.session`

function findTurn(store: Store, session: number, after: number): Omit<Continuation, 'kind' | 'holdsAll'> | undefined {
  const row = store.get(NEXT, [session, after])
  return (
    row && {
      text: clip(row.text as string, MAX_TEXT),
      session,
      agent: '',
      turn: row.number as number,
      entry: (row.prompt_entry ?? null) as number | null,
      at: (row.at ?? null) as number | null,
    }
  )
}

const MAX_TEXT = 300

const NEXT = `SELECT t.number, t.text, t.prompt_entry, coalesce(p.at, t.started_at) AS at
FROM turns AS t LEFT JOIN entries AS p ON p.session = t.session AND p.agent = '' AND p.number = t.prompt_entry
WHERE t.session = ? AND t.agent = '' AND t.number > ? AND t.is_rewound = 0 AND (t.number > 0 OR t.messages > 0)
ORDER BY t.number LIMIT 1`
