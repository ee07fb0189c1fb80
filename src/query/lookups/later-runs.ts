import { asObject, asObjects } from '../../format/json.ts'
import { readResultText } from '../../model/tools/read-result-text.ts'
import { coversRun, readShellLine } from '../../narrative/shell/shell-line.ts'
import { nameError, showsError } from '../../narrative/wording/error-name.ts'
import type { Store } from '../../store/store.ts'
import type { EntryReader } from '../search/entry-reader.ts'
import { callSubject } from './call-subject.ts'
import type { FactRow } from './collapse-copies.ts'

/** A call that met an error. */
export interface FailedCall extends FactRow {
  readonly message: string
  readonly tool: string | null
  readonly headline: string | null
}

/** What became of the same call later on. */
export interface LaterRuns {
  /** The first that worked. */
  readonly success: LaterRun | undefined
  /** The last before it that showed the error and ended well all the same, as `npm test | tail` does. */
  readonly shown: LaterRun | undefined
}

export interface LaterRun {
  readonly turn: number
  readonly entry: number
}

export function findLaterRuns(store: Store, entries: EntryReader, failed: FailedCall): LaterRuns {
  const isShell = failed.tool === 'Bash' || failed.tool === 'PowerShell'
  return isShell ? findCommands(store, entries, failed) : { success: findCall(store, failed), shown: undefined }
}

function findCall(store: Store, failed: FailedCall): LaterRun | undefined {
  const subject = callSubject(failed.tool ?? '', failed.headline ?? '')
  for (const row of store.iterate(LATER_CALLS, [failed.session, failed.agent, failed.call])) {
    if (callSubject(row.name as string, row.headline as string) === subject) return toRun(row)
  }
  return undefined
}

const RUN = `c.turn, c.call_id, c.result_entry, coalesce(c.result_entry, c.use_entry, 0) AS entry`

/** Exit codes that were not 0 are errors, or unknown where they mean none. */
const LATER_CALLS = `SELECT c.name, c.headline, ${RUN} FROM tool_calls AS c
WHERE c.session = ? AND c.agent = ? AND c.number > ? AND c.status = 'ok' AND c.background_task_id IS NULL
ORDER BY c.number`

const MAX_OUTPUTS = 20

function findCommands(store: Store, entries: EntryReader, failed: FailedCall): LaterRuns {
  const { session, agent, call } = failed
  const text = store.get(COMMAND, [session, agent, call])?.text ?? failed.headline
  const steps = readShellLine(text as string)
  const name = nameError(failed.message)
  let shown: LaterRun | undefined
  let outputs = 0
  for (const row of store.iterate(LATER_COMMANDS, [session, agent, call])) {
    const line = row.text as string
    // Most lines run something else: that is known without reading them.
    if (!steps.every(({ program }) => line.includes(program))) continue
    const later = readShellLine(line)
    if (!coversRun(later, steps)) continue
    if (++outputs > MAX_OUTPUTS) break
    const isSure = coversRun(
      later.filter(step => !step.isMasked),
      steps,
    )
    const output = readOutput(entries, failed, row as unknown as ResultRow)
    if (output !== undefined && showsError(output, name)) shown = toRun(row)
    else if (isSure || (output !== undefined && !SAYS_FAILED.test(output))) return { success: toRun(row), shown }
  }
  return { success: undefined, shown }
}

const COMMAND = 'SELECT text FROM commands WHERE session = ? AND agent = ? AND call = ?'
const LATER_COMMANDS = `SELECT m.text, ${RUN} FROM commands AS m
JOIN tool_calls AS c ON c.session = m.session AND c.agent = m.agent AND c.number = m.call
WHERE m.session = ? AND m.agent = ? AND m.call > ? AND c.status = 'ok' AND m.background_task_id IS NULL
ORDER BY m.number`

/** Where no exit code says whether a run failed, its output may. */
const SAYS_FAILED =
  /\b[1-9]\d* (?:\w+ )?(?:fail|error|problem)|\bFAIL(?:ED|URE|URES)?\b|ERR!|\berror(?:\[\w+\])?:|\berror TS\d|\bpanic:|^Traceback \(|\bexit(?:ed with)?(?: code| status) [1-9]/im

function toRun(row: { readonly [column: string]: unknown }): LaterRun {
  return { turn: row.turn as number, entry: row.entry as number }
}

interface ResultRow {
  readonly call_id: string
  readonly result_entry: number | null
}

/** Undefined where it cannot be read any more. */
function readOutput(entries: EntryReader, { session, agent }: FactRow, row: ResultRow): string | undefined {
  const [entry] = entries.list({ session, agent }, 'number = ?', [row.result_entry])
  const blocks = asObjects(asObject(entry && entries.read(entry)?.message)?.content)
  const result = blocks.find(block => block.type === 'tool_result' && block.tool_use_id === row.call_id)
  return result && readResultText(result.content)
}
