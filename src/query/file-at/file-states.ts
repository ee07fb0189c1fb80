import type { IndexedKeep } from '../indexed-keep.ts'
import type { Range } from '../inspect/session-threads.ts'
import { describeState, describeStep, type NamedState, type NamedStep, type Namer } from './describe-state.ts'
import { contentFields } from './file-at.ts'
import { type FileStep, isChange } from './file-step.ts'
import { type FileTimeline, openTimeline, openTimelines, stateAfterStep } from './file-timeline.ts'
import { type Agreement, compareWithRecord, replayUpTo } from './replay-steps.ts'

/** All that is known of a file, in the order in which it happened, with what the file was after each step. */
export interface FileStates {
  readonly schema: 'backscroll.file-states/1'
  readonly path: string
  readonly steps: readonly FileStateStep[]
  /** Number of the first one here. */
  readonly from: number
  readonly total: number
}

export interface FileStateStep extends NamedStep {
  /** From 0; names the step to `fileStateText`. */
  readonly number: number
  /** It changed the file; else it only tells what the file was. */
  readonly isChange: boolean
  /** Whether what it records of the file before it is what the steps before made of it. */
  readonly agreement: Agreement
  /** Right after it. */
  readonly state: NamedState
}

export interface FileStatesRequest extends Range {
  /** As recorded. */
  readonly path: string
}

/** Reads the records of the steps asked for, and those that they build on. */
export function fileStates(keep: IndexedKeep, { path, from, limit }: FileStatesRequest): FileStates {
  const timeline = openTimeline(openTimelines(keep), path)
  const { steps, sessions } = timeline
  const namer = { store: keep.store, sessions }
  const shown = steps.slice(from, from + limit).map((_, at) => describeStateStep(namer, timeline, from + at))
  return { schema: 'backscroll.file-states/1', path, steps: shown, from, total: steps.length }
}

export function describeStateStep(namer: Namer, timeline: FileTimeline, number: number): FileStateStep {
  const step = timeline.steps[number] as FileStep
  return {
    ...describeStep(namer, step),
    number,
    isChange: isChange(step),
    agreement: agreementAt(timeline, number),
    state: describeState(namer, stateAfterStep(timeline, number, { at: step.at, isBefore: false })),
  }
}

/** The text after one step; undefined where it is not known, not there, or no text. */
export function fileStateText(keep: IndexedKeep, path: string, number: number): string | undefined {
  const timeline = openTimeline(openTimelines(keep), path)
  const step = timeline.steps[number]
  return step && contentFields(stateAfterStep(timeline, number, { at: step.at, isBefore: false }).content).text
}

function agreementAt({ steps }: FileTimeline, number: number): Agreement {
  const { before, after, change } = steps[number]?.record() ?? {}
  return compareWithRecord(replayUpTo(steps, number - 1).content, change ? before : after)
}
