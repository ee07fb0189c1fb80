import { formatIso } from '../../time/day.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { describeState, type NamedState } from './describe-state.ts'
import type { FileContent } from './file-content.ts'
import { type Moment, openTimeline, openTimelines, stateAt } from './file-timeline.ts'
import { type AskedMoment, resolveMoment } from './resolve-moment.ts'

/** A file as it was at a moment; what `--json` prints, the content beside it. */
export interface FileAt extends NamedState {
  readonly schema: 'backscroll.file-at/1'
  /** As recorded. */
  readonly path: string
  /** The moment, ISO 8601 in UTC. */
  readonly at: string | undefined
  /** Right before that moment. */
  readonly isBefore: boolean
  /** All of the file; undefined where it is not known, not there, or no text. */
  readonly text: string | undefined
  /** The same in base64, for what is no text. */
  readonly base64: string | undefined
}

export interface FileAtRequest {
  /** As recorded. */
  readonly path: string
  readonly moment: AskedMoment
}

export interface FoundFile {
  readonly answer: FileAt
  readonly content: FileContent | undefined
  /** A backup tells its line ends. */
  readonly hasLineEnds: boolean
}

export function fileAt(keep: IndexedKeep, { path, moment: asked }: FileAtRequest): FoundFile {
  const moment = resolveMoment(keep.store, asked)
  const timeline = openTimeline(openTimelines(keep), path)
  const state = stateAt(timeline, moment)
  const { content } = state
  const named = describeState({ store: keep.store, sessions: timeline.sessions }, state)
  return {
    answer: { schema: 'backscroll.file-at/1', path, ...momentFields(moment), ...named, ...contentFields(content) },
    content,
    hasLineEnds: state.hasLineEnds,
  }
}

function momentFields({ at, isBefore }: Moment): Pick<FileAt, 'at' | 'isBefore'> {
  return { at: formatIso(at), isBefore }
}

export function contentFields(content: FileContent | undefined): Pick<FileAt, 'text' | 'base64'> {
  return {
    text: content?.kind === 'text' ? content.text : undefined,
    base64: content?.kind === 'binary' ? Buffer.from(content.bytes).toString('base64') : undefined,
  }
}
