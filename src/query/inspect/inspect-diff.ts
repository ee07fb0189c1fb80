import type { FileTouch } from '../../model/facts/facts.ts'
import type { LoadedSession } from '../../source/load-session.ts'
import { head } from '../../text/head.ts'
import { UserError } from '../../user-error.ts'
import { cutHunks, MAX_LINES } from './cut-hunks.ts'
import { compareWhole, type DiffHunk } from './file-change.ts'
import { followFile, readChange, whyUnknown } from './follow-file.ts'
import { isByShell, listTouches, type PlacedTouch } from './inspect-files.ts'
import { type InspectPlace, placeOfCall, type Range } from './session-threads.ts'

/** What a session made of one file, all changes together; or each change, where the whole is not known. */
export interface InspectDiff {
  readonly schema: 'backscroll.inspect-diff/1'
  readonly path: string
  /** The file is known before its first change and after its last one: `hunks` is the difference. */
  readonly isWhole: boolean
  /** One sentence. */
  readonly whyNot: string | undefined
  readonly isNew: boolean
  readonly isDeleted: boolean
  readonly hunks: readonly DiffHunk[]
  /** Lines of this difference; of the single changes where it is not whole. */
  readonly added: number
  readonly removed: number
  /** More lines differ than are here. */
  readonly isCut: boolean
  /** Something else changed the file, too, before these turns: such changes are among the lines. */
  readonly outsideTurns: readonly number[]
  /** Every change in order, from number `from` on. */
  readonly changes: readonly DiffChange[]
  readonly from: number
  readonly totalChanges: number
}

export interface DiffChange extends InspectPlace {
  readonly tool: string
  readonly action: FileTouch['action']
  readonly added: number
  readonly removed: number
  readonly isUserModified: boolean
  readonly isByShell: boolean
  /** Absent where the difference is whole and nobody asked for each. */
  readonly hunks?: readonly DiffHunk[]
  readonly isCut: boolean
}

export interface DiffRequest extends Range {
  readonly path: string
  /** The lines of each change, even where the whole is known. */
  readonly isEach: boolean
}

export function inspectDiff(loaded: LoadedSession, request: DiffRequest): InspectDiff {
  const { path, from } = request
  const touches = listTouches(loaded.session, path)
  const changes = touches.filter(({ touch }) => touch.action !== 'read')
  if (changes.length === 0) throw unknownFile(path, touches.length > 0)
  const followed = followFile(loaded, touches)
  const { before, after } = followed
  const isKnown = before !== undefined && after !== undefined
  const hunks = isKnown ? compareWhole(before, after) : undefined
  const tooDifferent = 'It is too large, or too little of it stayed, to compare it as a whole.'
  const isWhole = hunks !== undefined
  const shown = cutHunks(hunks ?? [])
  return {
    schema: 'backscroll.inspect-diff/1',
    path,
    isWhole,
    whyNot: isWhole ? undefined : isKnown ? tooDifferent : whyUnknown(followed, touches),
    isNew: changes[0]?.touch.action === 'create',
    isDeleted: changes.at(-1)?.touch.action === 'delete',
    hunks: shown.hunks,
    added: isWhole ? countLines(hunks, '+') : sum(changes, ({ added }) => added),
    removed: isWhole ? countLines(hunks, '-') : sum(changes, ({ removed }) => removed),
    isCut: shown.isCut,
    outsideTurns: [...new Set(followed.outside.flatMap(({ turn }) => (turn === undefined ? [] : [turn])))],
    changes: describeChanges(loaded, changes, { ...request, isEach: request.isEach || !isWhole }),
    from,
    totalChanges: changes.length,
  }
}

function unknownFile(path: string, isRead: boolean): UserError {
  const name = head(path, 200)
  const message = isRead ? `this session only read "${name}"` : `this session did not touch "${name}"`
  return new UserError({ code: 'no-such-file', message, hint: 'Choose one of the files that it changed.' })
}

function sum(changes: readonly PlacedTouch[], count: (touch: FileTouch) => number): number {
  return changes.reduce((total, { touch }) => total + count(touch), 0)
}

function countLines(hunks: readonly DiffHunk[], sign: string): number {
  return hunks.reduce((total, { lines }) => total + lines.filter(line => line.startsWith(sign)).length, 0)
}

const MAX_CHANGE_LINES = 400

function describeChanges(
  loaded: LoadedSession,
  changes: readonly PlacedTouch[],
  { from, limit, isEach }: DiffRequest,
): readonly DiffChange[] {
  let left = isEach ? MAX_LINES : 0
  return changes.slice(from, from + limit).map(placed => {
    const { touch, by } = placed
    const shown = left > 0 ? cutHunks(readChange(loaded, placed).hunks(), Math.min(left, MAX_CHANGE_LINES)) : undefined
    left -= shown?.hunks.reduce((total, { lines }) => total + lines.length, 0) ?? 0
    return {
      ...placeOfCall(by, touch.call),
      tool: touch.call.name,
      action: touch.action,
      added: touch.added,
      removed: touch.removed,
      isUserModified: touch.isUserModified,
      isByShell: isByShell(touch),
      ...(shown ? { hunks: shown.hunks } : {}),
      isCut: isEach && (shown?.isCut ?? true),
    }
  })
}
