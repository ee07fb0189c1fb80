import { readFileSync, statSync } from 'node:fs'
import { formatPatch } from '../../text/unified-patch.ts'
import { UserError } from '../../user-error.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { unifySlashes } from '../lookups/path-query.ts'
import type { ChosenPath } from './choose-path.ts'
import { type FileAt, fileAt } from './file-at.ts'
import { ABSENT, contentOfBytes, type FileContent, withStyleOf } from './file-content.ts'
import type { AskedMoment } from './resolve-moment.ts'
import { chooseRootOf, listWorkFolders, placeBelow } from './work-root.ts'

/** What changed in a file from one moment to another; what `--json` prints. */
export interface FileDiff {
  readonly schema: 'backscroll.file-diff/1'
  readonly path: string
  readonly from: DiffSide
  readonly to: DiffSide
  /** Both sides are known, and text or not there: `patch` is the difference. */
  readonly isKnown: boolean
  readonly patch: string
  readonly added: number
  readonly removed: number
}

/** How sure a side is; without the text, which the other question gives. `now`: as it is on disk. */
export type DiffSide = 'now' | Omit<FileAt, 'schema' | 'path' | 'text' | 'base64'>

export type DiffMoment = AskedMoment | { readonly kind: 'now' }

export interface FileDiffRequest {
  readonly chosen: ChosenPath
  readonly from: DiffMoment
  readonly to: DiffMoment
}

export function fileDiff(keep: IndexedKeep, { chosen, from, to }: FileDiffRequest): FileDiff {
  const sides = [readSide(keep, chosen, from), readSide(keep, chosen, to)] as const
  const [old, made] = [likeOnDisk(sides[0], sides[1]), likeOnDisk(sides[1], sides[0])]
  const [before, after] = [textOf(old.content), textOf(made.content)]
  const isKnown = before !== undefined && after !== undefined
  const root = chooseRootOf(chosen.path, listWorkFolders(keep.store, chosen.path))
  const path = placeBelow(chosen.path, root) ?? unifySlashes(chosen.path).replace(/^\/+/, '')
  const patch = isKnown
    ? formatPatch({ path, before: before ?? undefined, after: after ?? undefined })
    : { text: '', added: 0, removed: 0 }
  return {
    schema: 'backscroll.file-diff/1',
    path: chosen.path,
    from: old.side,
    to: made.side,
    isKnown,
    patch: patch.text,
    added: patch.added,
    removed: patch.removed,
  }
}

interface ReadSide {
  readonly side: DiffSide
  readonly content: FileContent | undefined
  readonly hasLineEnds: boolean
}

/** The client records texts with LF: against a file with CRLF every line would differ. */
function likeOnDisk(own: ReadSide, other: ReadSide): ReadSide {
  if (own.side === 'now' || other.side !== 'now' || own.hasLineEnds || !own.content) return own
  const content = withStyleOf(own.content, other.content)
  if (content === own.content) return own
  const reasons = own.side.reasons.filter(reason => reason !== 'line-ends-not-recorded')
  return { ...own, content, side: { ...own.side, reasons: [...reasons, 'line-ends-as-on-disk'] } }
}

function readSide(keep: IndexedKeep, chosen: ChosenPath, moment: DiffMoment): ReadSide {
  if (moment.kind === 'now') return { side: 'now', content: readNow(chosen), hasLineEnds: true }
  const { answer, content, hasLineEnds } = fileAt(keep, { path: chosen.path, moment })
  const { schema: _schema, path: _path, text: _text, base64: _base64, ...side } = answer
  return { side, content, hasLineEnds }
}

/** Null for a file that is not there, undefined for one that is not known or no text. */
function textOf(content: FileContent | undefined): string | null | undefined {
  if (content?.kind === 'absent') return null
  return content?.kind === 'text' ? content.text : undefined
}

const MAX_BYTES = 32 * 1024 * 1024

/** Only a file that somebody named, or that lies in the working tree they stand in, is ever opened. */
export function readNow({ path, file, isHere }: ChosenPath): FileContent {
  if (file === undefined) {
    if (isHere) return ABSENT
    throw new UserError({
      code: 'not-here',
      message: `where ${path} is now cannot be told from here`,
      hint: 'Run it in the working tree of the file, or type its whole path.',
    })
  }
  try {
    if (statSync(file).size <= MAX_BYTES) return contentOfBytes(readFileSync(file))
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code ?? 'it failed'
    throw new UserError({
      code: 'unreadable-file',
      message: `${file} cannot be read (${why})`,
      hint: 'Check the file.',
      cause,
    })
  }
  throw new UserError({
    code: 'too-large',
    message: `${file} is too large to compare`,
    hint: 'Compare it by other means.',
  })
}
