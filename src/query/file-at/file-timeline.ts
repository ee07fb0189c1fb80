/**
 * query/file-at answers what a file was at a moment, over all kept sessions that touched it. Steps (`list-steps.ts`) are
 * what is known of the file; their records are replayed from the nearest one that has the whole file
 * (`replay-steps.ts`); what may have changed the file unrecorded is looked for around the moment
 * (`find-disturbances.ts`); both together say how sure the answer is (`judge-state.ts`). Nothing here opens a path that
 * a transcript names.
 */
import type { IndexedKeep } from '../indexed-keep.ts'
import { type KeptSession, readKeptSessions } from '../lookups/kept-sessions.ts'
import { type Disturbance, mayRestore } from './disturbance.ts'
import { type FileContent, withStyleOf } from './file-content.ts'
import { type FileStep, isChange } from './file-step.ts'
import { createDisturbanceFinder, type DisturbanceFinder } from './find-disturbances.ts'
import { type Judgement, judgeState } from './judge-state.ts'
import { createBackupLog } from './list-backups.ts'
import { listSteps, type StepSource } from './list-steps.ts'
import { findLaterEvidence, type Replayed, replayUpTo } from './replay-steps.ts'
import { createWorkLog, type WorkLog } from './work-log.ts'

/** A point in time, what happens in that millisecond included, or not. */
export interface Moment {
  readonly at: number
  readonly isBefore: boolean
}

export interface FileTimeline {
  readonly path: string
  readonly steps: readonly FileStep[]
  readonly sessions: ReadonlyMap<number, KeptSession>
  readonly disturbances: DisturbanceFinder
}

/** What a file was, and from which steps that is known. */
export interface TimelineState extends Judgement {
  /** The record it is built on. */
  readonly base: FileStep | undefined
  /** How many recorded changes were made to that. */
  readonly appliedEdits: number
  /** The next record that tells what the file was. */
  readonly next: FileStep | undefined
  /** The change after which the file was lost. */
  readonly lostAt: FileStep | undefined
  /** What may have changed the file, between the records on both sides and the moment. */
  readonly before: readonly Disturbance[]
  readonly after: readonly Disturbance[]
  /** A backup tells its line ends and byte order mark. */
  readonly hasLineEnds: boolean
}

/** What timelines of many files share. */
export interface TimelineSource extends StepSource {
  readonly log: WorkLog
}

export function openTimelines(keep: IndexedKeep): TimelineSource {
  return { keep, sessions: readKeptSessions(keep.store), log: createWorkLog(keep), backups: createBackupLog(keep) }
}

export function openTimeline(source: TimelineSource, path: string): FileTimeline {
  const { sessions, log } = source
  const steps = listSteps(source, path)
  const disturbances = createDisturbanceFinder({ log, path, steps })
  return { path, steps, sessions, disturbances }
}

/** What happened up to a moment: the number of the last step; -1 for none. */
export function lastStepAt(steps: readonly FileStep[], { at, isBefore }: Moment): number {
  return steps.findLastIndex(step => (isBefore ? step.at < at : step.at <= at))
}

export function stateAt(timeline: FileTimeline, moment: Moment): TimelineState {
  return stateAfterStep(timeline, lastStepAt(timeline.steps, moment), moment)
}

/** After one step and before the next, at a moment between them. */
export function stateAfterStep(
  { path, steps, disturbances }: FileTimeline,
  last: number,
  { at, isBefore }: Moment,
): TimelineState {
  const replayed = replayUpTo(steps, last)
  const later = findLaterEvidence(steps, last)
  const base = replayed.content ? steps[replayed.base] : undefined
  const next = later && steps[later.at]
  const before = base ? listBefore({ steps, disturbances }, replayed, isBefore ? at - 1 : at) : []
  const after = next ? disturbances.list({ from: at, to: next.at }) : []
  const judged = judgeState(
    replayed.content && {
      content: replayed.content,
      isDerived: replayed.applied.length > 0,
      isDisturbed: before.length > 0,
    },
    later && {
      content: later.content,
      isDisturbed: after.length > 0,
      isFar: after.some(({ kind }) => kind === 'gap'),
      mayBeRestored: after.some(mayRestore),
    },
    replayed.lostAt !== undefined,
  )
  const style = judged.content && findStyle(steps, last)
  return {
    ...judged,
    ...(style || !mayHaveCrlf(path, judged.content) ? {} : { reasons: [...judged.reasons, 'line-ends-not-recorded'] }),
    content: judged.content && withStyleOf(judged.content, style),
    base,
    appliedEdits: replayed.applied.length,
    next,
    lostAt: replayed.lostAt === undefined ? undefined : steps[replayed.lostAt],
    before,
    after,
    hasLineEnds: style !== undefined,
  }
}

/** Right before one step: what it records of the file, or else what the steps before it make of it. */
export function stateBeforeStep(timeline: FileTimeline, index: number): TimelineState {
  const step = timeline.steps[index] as FileStep
  const { before, change } = step.record()
  const state = stateAfterStep(timeline, index - 1, { at: change && before ? step.at : step.startedAt, isBefore: true })
  if (!change || !before) return state
  const content = withStyleOf(before, findStyle(timeline.steps, index - 1))
  return { ...state, content, sureness: 'exact', reasons: ['recorded-after'], next: step, before: [], after: [] }
}

function listBefore(
  { steps, disturbances }: Pick<FileTimeline, 'steps' | 'disturbances'>,
  { base, applied }: Replayed,
  at: number,
): readonly Disturbance[] {
  const record = steps[base] as FileStep
  const made = applied.flatMap(index => disturbances.ofStep(steps[index] as FileStep))
  return [...new Set([...disturbances.list({ from: record.at, to: at }, record), ...made])]
}

function mayHaveCrlf(path: string, content: FileContent | undefined): boolean {
  return /^[a-z]:[\\/]/i.test(path) && content?.kind === 'text' && /(?<!\r)\n/.test(content.text)
}

/**
 * Only the client's own copies tell line ends and a byte order mark. One that was made before the next change is the
 * file itself; else the last one before counts: not every release of the client keeps CRLF, but most do.
 */
function findStyle(steps: readonly FileStep[], last: number): FileContent | undefined {
  const isTelling = ({ kind, record }: FileStep): boolean => kind === 'backup' && record().after?.kind === 'text'
  const later = steps.slice(last + 1)
  const change = later.findIndex(isChange)
  const own = (change < 0 ? later : later.slice(0, change)).find(isTelling)
  const step = own ?? steps.slice(0, last + 1).findLast(isTelling) ?? later.find(isTelling)
  return step?.record().after
}
