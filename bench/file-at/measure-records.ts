import { type FileContent, recordedForm } from '../../src/query/file-at/file-content.ts'
import type { FileStep } from '../../src/query/file-at/file-step.ts'
import { type FileTimeline, openTimeline, openTimelines } from '../../src/query/file-at/file-timeline.ts'
import { replayUpTo } from '../../src/query/file-at/replay-steps.ts'
import type { IndexedKeep } from '../../src/query/indexed-keep.ts'

/** What came between the last record of a file and a change that records it again; the first that fits. */
export const CLASSES = [
  'nothing known before',
  'another session',
  'hook that may change files',
  'edit from outside',
  'rewind',
  'command that names the file',
  'command that may change any file',
  'other tool',
  'hook that only looks',
  'command that cannot change it',
  'nothing',
] as const
export type BetweenClass = (typeof CLASSES)[number]

export interface CaseResult {
  readonly path: string
  /** Session and turn of the change. */
  readonly place: string
  readonly between: BetweenClass
  /** Edits between the record and the change of which only the change is recorded. */
  readonly appliedEdits: number
  readonly outcome: 'same' | 'differs' | 'not told'
}

/**
 * For each recorded change with the whole file before it: what everything earlier makes of the file, against that record,
 * byte for byte. Any Bash call, hook or edit from outside in between is told apart.
 */
export function measureRecords(keep: IndexedKeep): readonly CaseResult[] {
  const { store } = keep
  const source = openTimelines(keep)
  const { sessions } = source
  const paths = store.all(`SELECT DISTINCT path FROM file_touches WHERE action IN ('edit', 'write') ORDER BY path`)
  return paths.flatMap(row => {
    const timeline = openTimeline(source, row.path as string)
    return timeline.steps.flatMap((step, at) => {
      const recorded = isTested(step) ? step.record().before : undefined
      if (recorded?.kind !== 'text') return []
      const { content, base: found, applied, lostAt } = replayUpTo(timeline.steps, at - 1)
      const base = found < 0 && lostAt !== undefined && hasRecord(timeline.steps[lostAt]) ? lostAt : found
      const outcome = compareTexts(content, recorded.text)
      return {
        path: timeline.path,
        place: `${sessions.get(step.session)?.shortId}:${step.turn}`,
        between: base < 0 ? 'nothing known before' : classify(keep, timeline, { base, at }),
        appliedEdits: applied.length,
        outcome,
      }
    })
  })
}

/** Byte for byte, in the form in which the client records texts. */
function compareTexts(content: FileContent | undefined, recorded: string): CaseResult['outcome'] {
  if (content?.kind !== 'text') return content ? 'differs' : 'not told'
  return content.text === recorded || recordedForm(content.text) === recorded ? 'same' : 'differs'
}

function isTested({ kind, tool }: FileStep): boolean {
  return (kind === 'edit' || kind === 'write') && /^(?:Edit|MultiEdit|NotebookEdit|Write)$/.test(tool)
}

/** A change whose own record has the whole file, and that could not be made to it: that is no file nobody knew. */
function hasRecord(step: FileStep | undefined): boolean {
  return step?.record().before !== undefined
}

function classify(
  { store }: IndexedKeep,
  { steps, disturbances }: FileTimeline,
  { base, at }: { readonly base: number; readonly at: number },
): BetweenClass {
  const [record, change] = [steps[base] as FileStep, steps[at] as FileStep]
  const found = steps.slice(base, at).flatMap(step => disturbances.list({ from: record.at, to: change.at }, step))
  const isFound = (kind: string): boolean => found.some(item => item.kind === kind)
  if (record.session !== change.session || isFound('gap')) return 'another session'
  const values = [record.session, record.at, change.at]
  if (isFound('hook')) return 'hook that may change files'
  if (isFound('outside-edit')) return 'edit from outside'
  if (isFound('rewind')) return 'rewind'
  if (found.some(({ kind, reach }) => /command/.test(kind) && reach === 'names')) return 'command that names the file'
  if (found.some(({ kind }) => /command/.test(kind))) return 'command that may change any file'
  if (isFound('tool')) return 'other tool'
  const hooks = store.all(`SELECT event, name FROM hooks WHERE session = ? AND at > ? AND at <= ?`, values)
  if (hooks.length > 0) return 'hook that only looks'
  const commands = store.all(COMMANDS, values)
  return commands.length > 0 ? 'command that cannot change it' : 'nothing'
}

const COMMANDS = `SELECT 1 FROM commands AS f
LEFT JOIN tool_calls AS c ON c.session = f.session AND c.agent = f.agent AND c.number = f.call
LEFT JOIN entries AS r ON r.session = f.session AND r.agent = f.agent AND r.number = c.result_entry
WHERE f.session = ?1 AND coalesce(r.at, f.at) > ?2 AND f.at <= ?3
UNION ALL SELECT 1 FROM prompts WHERE session = ?1 AND source = 'shell' AND at > ?2 AND at <= ?3`

export interface Rate {
  readonly same: number
  readonly differs: number
  readonly notTold: number
}

export function countByClass(cases: readonly CaseResult[]): ReadonlyMap<BetweenClass, Rate> {
  return new Map(
    CLASSES.map(name => {
      const own = cases.filter(({ between }) => between === name)
      const count = (outcome: CaseResult['outcome']): number => own.filter(item => item.outcome === outcome).length
      return [name, { same: count('same'), differs: count('differs'), notTold: count('not told') }]
    }),
  )
}

/** Of those that can be compared at all, in per cent; what is not told counts as wrong. */
export function rateOf({ same, differs, notTold }: Rate): number {
  const total = same + differs + notTold
  return total === 0 ? Number.NaN : (same / total) * 100
}
