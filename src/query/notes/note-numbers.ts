import type { Pricer } from '../../pricing/pricer.ts'
import type { Store } from '../../store/store.ts'
import { sumSessions } from '../usage/sum-sessions.ts'
import type { UsageNumbers } from '../usage/usage-sum.ts'

/** What a note counts of a session. */
export interface NoteNumbers {
  readonly prompts: number
  /** Prompts and answers of the main thread. */
  readonly messages: number
  readonly tokens: number
  /** As `usage sessions` has it. Null where no price is known. */
  readonly costUsd: number | null
  readonly isLowerBound: boolean
  /** The most used first. */
  readonly tools: readonly string[]
  readonly toolCalls: number
}

/** By number of the session: counted for all of them at once. */
export function readNoteNumbers(
  store: Store,
  sessions: readonly number[],
  pricer: Pricer,
): (session: number) => NoteNumbers {
  const costs = sumSessions(store, pricer)
  const wanted = [JSON.stringify(sessions)]
  const turns = new Map(store.all(MESSAGES, wanted).map(row => [row.session as number, row]))
  const tools = Map.groupBy(store.all(TOOLS, wanted), row => row.session as number)
  return session => {
    const cost: UsageNumbers | undefined = costs.get(session)
    const counted = turns.get(session)
    const used = tools.get(session) ?? []
    const prompts = (counted?.prompts ?? 0) as number
    return {
      prompts,
      messages: prompts + ((counted?.answers ?? 0) as number),
      tokens: cost?.totalTokens ?? 0,
      costUsd: cost?.costUsd ?? null,
      isLowerBound: cost?.isLowerBound ?? false,
      tools: used.map(({ name }) => name as string),
      toolCalls: used.reduce((sum, { calls }) => sum + (calls as number), 0),
    }
  }
}

const MESSAGES = `SELECT session, sum(prompt_entry IS NOT NULL) AS prompts, sum(messages) AS answers FROM turns
WHERE agent = '' AND session IN (SELECT value FROM json_each(?)) GROUP BY session`

const TOOLS = `SELECT session, name, count(*) AS calls FROM tool_calls
WHERE session IN (SELECT value FROM json_each(?)) GROUP BY session, name ORDER BY session, calls DESC, name`
