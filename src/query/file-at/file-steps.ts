import type { Store } from '../../store/store.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { createPlaceFinder, type FactPlace } from '../lookups/fact-place.ts'
import { describeStateStep, type FileStateStep } from './file-states.ts'
import { type FileStep, isChange } from './file-step.ts'
import { type FileTimeline, openTimeline, openTimelines } from './file-timeline.ts'

/** What happened to a file, step by step, each with its prompt and with how sure it is what the file was after it. */
export interface FileSteps {
  readonly schema: 'backscroll.file-steps/1'
  readonly path: string
  /** In the order in which they happened; the last ones where there are more. */
  readonly steps: readonly ToldStep[]
  /** How many there are before the first of these. */
  readonly earlier: number
  readonly total: number
}

export interface ToldStep extends FileStateStep, Pick<FactPlace, 'title' | 'prompt' | 'agentType' | 'isRewound'> {
  readonly entryUuid: string | undefined
  /** Lines that the call says it changed. */
  readonly added: number
  readonly removed: number
}

export interface FileStepsRequest {
  /** As recorded. */
  readonly path: string
  /** Only steps before this one; undefined: up to the last. */
  readonly before: number | undefined
  readonly limit: number
  /** Not those that only tell what the file was. */
  readonly isChangesOnly: boolean
}

export function fileSteps(keep: IndexedKeep, { path, before, limit, isChangesOnly }: FileStepsRequest): FileSteps {
  const timeline = openTimeline(openTimelines(keep), path)
  const { steps } = timeline
  const numbers = steps.flatMap((step, number) => (isChangesOnly && !isChange(step) ? [] : [number]))
  const open = numbers.filter(number => before === undefined || number < before)
  const shown = open.slice(-limit)
  return {
    schema: 'backscroll.file-steps/1',
    path,
    steps: shown.map(number => tellStep(keep.store, timeline, number)),
    earlier: open.length - shown.length,
    total: numbers.length,
  }
}

export function tellStep(store: Store, timeline: FileTimeline, number: number): ToldStep {
  const { sessions, path } = timeline
  const step = timeline.steps[number] as FileStep
  const { session, agent, turn, call, callId } = step
  const row = { session, agent, turn, number: 0, entry: step.entry ?? null, call: call ?? null, at: step.at }
  const named = { ...row, call_id: callId ?? null, uuid: null }
  const place = createPlaceFinder(store, sessions).placeOf({ row: named, copies: new Set() })
  const { title, prompt, agentType, isRewound, entryUuid } = place
  return {
    ...describeStateStep({ store, sessions }, timeline, number),
    title,
    prompt,
    agentType,
    isRewound,
    entryUuid,
    ...countLines(store, path, step),
  }
}

const LINES = `SELECT sum(added) AS added, sum(removed) AS removed FROM file_touches
WHERE session = ? AND agent = ? AND call = ? AND path = ?`

function countLines(store: Store, path: string, step: FileStep): Pick<ToldStep, 'added' | 'removed'> {
  const { session, agent, call } = step
  const row = call === undefined || !isChange(step) ? undefined : store.get(LINES, [session, agent, call, path])
  return { added: (row?.added ?? 0) as number, removed: (row?.removed ?? 0) as number }
}
