import { head } from '../../text/head.ts'
import { UserError } from '../../user-error.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { cutHunks } from '../inspect/cut-hunks.ts'
import { compareWhole, type DiffHunk } from '../inspect/file-change.ts'
import { describeState, type NamedState } from './describe-state.ts'
import type { FileContent } from './file-content.ts'
import { type ToldStep, tellStep } from './file-steps.ts'
import { type FileTimeline, openTimeline, openTimelines, stateAfterStep, type TimelineState } from './file-timeline.ts'

/** A file after one step, or what differs there from another step. */
export interface FileState {
  readonly schema: 'backscroll.file-state/1'
  readonly path: string
  readonly step: ToldStep
  /** What it is compared with; undefined where the file itself was asked for. */
  readonly from: NamedState | undefined
  /** The file; undefined where it is not known, not there, no text, or compared. */
  readonly text: string | undefined
  /** The difference; undefined where nothing is compared, or a side is not known, no text or too different. */
  readonly hunks: readonly DiffHunk[] | undefined
  readonly added: number
  readonly removed: number
  /** There is more of it than is here. */
  readonly isCut: boolean
}

export interface FileStateRequest {
  /** As recorded. */
  readonly path: string
  readonly number: number
  /** Another step, or right before this one. */
  readonly from: number | 'before' | undefined
}

const MAX_CHARS = 500_000

/** Throws `no-such-step` where there is none of that number. */
export function fileState(keep: IndexedKeep, { path, number, from }: FileStateRequest): FileState {
  const timeline = openTimeline(openTimelines(keep), path)
  requireStep(timeline, number)
  if (typeof from === 'number') requireStep(timeline, from)
  const after = textOf(stateAfter(timeline, number).content)
  const found = { schema: 'backscroll.file-state/1', path, step: tellStep(keep.store, timeline, number) } as const
  if (from === undefined) {
    const text = after === undefined || after === null ? undefined : after
    const isCut = (text?.length ?? 0) > MAX_CHARS
    const shown = text === undefined ? undefined : head(text, MAX_CHARS)
    return { ...found, from: undefined, text: shown, hunks: undefined, added: 0, removed: 0, isCut }
  }
  const old = from === 'before' ? stateBefore(timeline, number) : stateAfter(timeline, from)
  const before = textOf(old.content)
  const hunks = before === undefined || after === undefined ? undefined : compareWhole(before ?? '', after ?? '')
  const shown = cutHunks(hunks ?? [])
  return {
    ...found,
    from: describeState({ store: keep.store, sessions: timeline.sessions }, old),
    text: undefined,
    hunks: hunks && shown.hunks,
    added: countLines(hunks, '+'),
    removed: countLines(hunks, '-'),
    isCut: shown.isCut,
  }
}

function requireStep({ steps }: FileTimeline, number: number): void {
  if (number < steps.length) return
  throw new UserError({
    code: 'no-such-step',
    message: `nothing of number ${number} is known to have happened to this file`,
    hint: 'Choose one of its steps.',
  })
}

function stateAfter(timeline: FileTimeline, number: number): TimelineState {
  return stateAfterStep(timeline, number, { at: timeline.steps[number]?.at ?? 0, isBefore: false })
}

/** What the step itself found, where it says so: something else may have changed the file since the one before it. */
function stateBefore(timeline: FileTimeline, number: number): TimelineState {
  return stateAfterStep(timeline, number - 1, { at: timeline.steps[number]?.startedAt ?? 0, isBefore: true })
}

/** Null for a file that is not there. */
function textOf(content: FileContent | undefined): string | null | undefined {
  if (content?.kind === 'absent') return null
  return content?.kind === 'text' ? content.text : undefined
}

function countLines(hunks: readonly DiffHunk[] | undefined, sign: string): number {
  return (hunks ?? []).reduce((sum, { lines }) => sum + lines.filter(line => line.startsWith(sign)).length, 0)
}
