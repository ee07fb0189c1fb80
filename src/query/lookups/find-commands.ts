import type { IndexedKeep } from '../indexed-keep.ts'
import type { FactRow, SoleFact } from './collapse-copies.ts'
import { createPlaceFinder, type FactPlace } from './fact-place.ts'
import { groupFacts } from './group-facts.ts'
import { readKeptSessions } from './kept-sessions.ts'
import { countScopedSessions, type LookupScope } from './scope.ts'
import { selectFacts } from './select-facts.ts'
import { hasWords, mayHaveWords, splitWords } from './words.ts'

/** Commands that were run; what `--json` prints. */
export interface FoundCommands {
  readonly schema: 'backscroll.commands/1'
  readonly query: { readonly text: string }
  readonly coverage: { readonly sessions: number }
  /** Newest first. */
  readonly commands: readonly FoundCommand[]
  /** Those beyond the limit included; a lower bound where `isMore` is true. */
  readonly total: number
  readonly isMore: boolean
}

/** A command line, once per session however often it was run there. */
export interface FoundCommand extends FactPlace {
  /** Head of the command line, up to 2,000 characters. */
  readonly command: string
  /** How the last run ended. */
  readonly outcome: CommandOutcome
  /** Of the last run, where it is known: no client records those of commands that went to the background. */
  readonly exitCode: number | undefined
  /** The last run went on in the background. */
  readonly isBackground: boolean
  /** How often it was run in this session, and of those, how often it failed. */
  readonly count: number
  readonly failed: number
  readonly firstAt: string | undefined
}

/** `refused`: the person did not let it run. `unknown`: no result stands in the transcript, or it is in the background. */
export type CommandOutcome = 'ok' | 'failed' | 'interrupted' | 'refused' | 'unknown'

interface CommandRow extends FactRow {
  readonly text: string
  readonly exit_code: number | null
  readonly is_interrupted: number
  readonly background_task_id: string | null
  readonly status: string | null
}

/** Command lines that hold all words of the text; all command lines where there is none. */
export function findCommands(keep: IndexedKeep, request: { text: string; scope: LookupScope }): FoundCommands {
  const { store } = keep
  const { text, scope } = request
  const words = splitWords(text)
  const sessions = readKeptSessions(store)
  const { facts, isMore } = selectFacts<CommandRow>(store, sessions, {
    table: 'commands',
    columns: ['f.text', 'f.exit_code', 'f.is_interrupted', 'f.background_task_id', 'c.status'],
    scope,
    where: mayHaveWords('f.text', words),
    fits: row => hasWords(row.text, words),
    contentOf: row => row.text,
  })
  const groups = groupFacts(facts, ({ session, text }) => `${session} ${text}`)
  const { placeOf } = createPlaceFinder(store, sessions)
  return {
    schema: 'backscroll.commands/1',
    query: { text },
    coverage: { sessions: countScopedSessions(store, scope) },
    commands: groups.slice(0, scope.limit).map(group => describe(group, placeOf)),
    total: groups.length,
    isMore,
  }
}

function describe(
  group: readonly [SoleFact<CommandRow>, ...SoleFact<CommandRow>[]],
  placeOf: (fact: SoleFact<CommandRow>) => FactPlace,
): FoundCommand {
  const [last] = group
  const first = group.at(-1) ?? last
  return {
    command: last.row.text,
    outcome: outcomeOf(last.row),
    exitCode: last.row.exit_code ?? undefined,
    isBackground: last.row.background_task_id !== null,
    count: group.length,
    failed: group.filter(({ row }) => outcomeOf(row) === 'failed').length,
    firstAt: placeOf(first).at,
    ...placeOf(last),
  }
}

function outcomeOf({ status, exit_code, is_interrupted, background_task_id }: CommandRow): CommandOutcome {
  if (status === 'rejected' || status === 'denied' || status === 'skipped') return 'refused'
  if (is_interrupted === 1 || status === 'interrupted') return 'interrupted'
  if (status === 'error' || (exit_code !== null && exit_code !== 0)) return 'failed'
  return status === 'ok' && background_task_id === null ? 'ok' : 'unknown'
}
