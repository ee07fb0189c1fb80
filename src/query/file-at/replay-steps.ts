import { type FileContent, isSameContent } from './file-content.ts'
import type { StepRecord } from './step-record.ts'

/** One thing that is known of a file, in the order of time. Its record is read when it is asked for. */
export interface ReplayStep {
  record(): StepRecord
}

/** What a file was after some of its steps, and how that follows. */
export interface Replayed {
  /** Undefined where the steps do not tell. */
  readonly content: FileContent | undefined
  /** The step that records all of the file; -1 where there is none. */
  readonly base: number
  /** Changes made to that, of which only the change itself is recorded. */
  readonly applied: readonly number[]
  /** The change after which the file is not known. */
  readonly lostAt: number | undefined
}

/** Goes back from a step to the nearest one that records the whole file, and forth again. Reads no more than that. */
export function replayUpTo(steps: readonly ReplayStep[], last: number): Replayed {
  const pending: number[] = []
  for (let at = last; at >= 0; at--) {
    const { before, after, change } = (steps[at] as ReplayStep).record()
    if (after) return applyAll(steps, { base: at, content: after, pending: pending.reverse() })
    // It records the file before, and its own change does not fit that.
    if (before) return { content: undefined, base: -1, applied: [], lostAt: at }
    if (change) pending.push(at)
  }
  return { content: undefined, base: -1, applied: [], lostAt: pending.at(-1) }
}

function applyAll(
  steps: readonly ReplayStep[],
  start: { readonly base: number; readonly content: FileContent; readonly pending: readonly number[] },
): Replayed {
  let content = start.content
  for (const at of start.pending) {
    const next = steps[at]?.record().change?.(content)
    if (!next) return { content: undefined, base: start.base, applied: [], lostAt: at }
    content = next
  }
  return { content, base: start.base, applied: start.pending, lostAt: undefined }
}

/** What a later record says the file was before it: the first that tells, unless a change comes first that does not. */
export interface LaterEvidence {
  readonly at: number
  readonly content: FileContent
}

export function findLaterEvidence(steps: readonly ReplayStep[], after: number): LaterEvidence | undefined {
  for (let at = after + 1; at < steps.length; at++) {
    const { before, after: seen, change } = (steps[at] as ReplayStep).record()
    const content = change ? before : seen
    if (content) return { at, content }
    if (change) return undefined
  }
  return undefined
}

export type Agreement = 'same' | 'differs' | 'unchecked'

/** Whether what a step records of the file before it is what the steps before made of it. */
export function compareWithRecord(known: FileContent | undefined, recorded: FileContent | undefined): Agreement {
  if (!known || !recorded) return 'unchecked'
  return isSameContent(known, recorded) ? 'same' : 'differs'
}
