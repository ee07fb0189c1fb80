import type { Store } from '../../store/store.ts'
import { formatIso } from '../../time/day.ts'

/** What was asked for last. */
export interface LastPrompt {
  readonly turn: number
  /** Head of its words; of a session that begins with a plan or a command and has no prompt, those of that. */
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
  const row = store.get(LAST, [session])
  const turn = (row?.number ?? 0) as number
  const prompt = turn > 0 ? (row?.text as string) : (findCommand(store, session) ?? title)
  return {
    session,
    turn,
    prompt: {
      turn,
      prompt,
      at: formatIso((row?.at ?? undefined) as number | undefined),
      entryUuid: (row?.uuid ?? undefined) as string | undefined,
    },
    answerEntry: (row?.answer_entry ?? undefined) as number | undefined,
    isInterrupted: row?.is_interrupted === 1,
  }
}

const LAST = `SELECT t.number, t.text, t.answer_entry, t.is_interrupted, coalesce(p.at, t.started_at) AS at, p.uuid
FROM turns AS t LEFT JOIN entries AS p ON p.session = t.session AND p.agent = '' AND p.number = t.prompt_entry
WHERE t.session = ? AND t.agent = '' AND t.is_rewound = 0 ORDER BY t.number DESC LIMIT 1`

function findCommand(store: Store, session: number): string | undefined {
  const sql = `SELECT text FROM prompts WHERE session = ? AND agent = '' AND source = 'command' ORDER BY number DESC LIMIT 1`
  return store.get(sql, [session])?.text as string | undefined
}
