import { UNASKED } from '../../model/turn-origin.ts'
import type { Store } from '../../store/store.ts'
import { formatIso } from '../../time/day.ts'

/** What was asked for last. */
export interface LastPrompt {
  readonly turn: number
  /** Head of its words; the title, where nobody asked for anything. */
  readonly prompt: string
  /** ISO 8601 in UTC. */
  readonly at: string | undefined
  readonly entryUuid: string | undefined
}

/** The last turn of the main thread that was not taken back. */
export interface LastTurn {
  readonly session: number
  readonly turn: number
  readonly prompt: LastPrompt
  readonly answerEntry: number | undefined
  readonly isInterrupted: boolean
}

export function findLastTurn(store: Store, { session, title }: { session: number; title: string }): LastTurn {
  const row = store.get(lastOf(''), [session])
  // A background task or a timer that woke the model asked for nothing: what it went on with was asked before.
  const asked = store.get(lastOf(`AND t.origin NOT IN (${[...UNASKED].map(origin => `'${origin}'`).join(', ')})`), [
    session,
  ])
  const turn = (row?.number ?? 0) as number
  const from = asked ?? row
  return {
    session,
    turn,
    prompt: {
      turn: (from?.number ?? 0) as number,
      prompt: asked ? (asked.text as string) : title,
      at: formatIso((from?.at ?? undefined) as number | undefined),
      entryUuid: (from?.uuid ?? undefined) as string | undefined,
    },
    answerEntry: (row?.answer_entry ?? undefined) as number | undefined,
    isInterrupted: row?.is_interrupted === 1,
  }
}

function lastOf(condition: string): string {
  return `SELECT t.number, t.text, t.answer_entry, t.is_interrupted, coalesce(p.at, t.started_at) AS at, p.uuid
FROM turns AS t LEFT JOIN entries AS p ON p.session = t.session AND p.agent = '' AND p.number = t.prompt_entry
WHERE t.session = ? AND t.agent = '' AND t.is_rewound = 0 ${condition} ORDER BY t.number DESC LIMIT 1`
}
