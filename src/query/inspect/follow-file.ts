import type { LoadedSession } from '../../source/load-session.ts'
import { type FileChange, readFileChange, readWholeFile } from './file-change.ts'
import { isByShell, type PlacedTouch } from './inspect-files.ts'
import { readCall, sizeOfCall } from './session-threads.ts'

/** A file over a session: what it was before the first change of it and after the last. */
export interface FollowedFile {
  /** Undefined where it is not known whole. */
  readonly before: string | undefined
  readonly after: string | undefined
  /** Changes before which somebody else had changed the file: a person, a formatter, a command. */
  readonly outside: readonly PlacedTouch[]
  /** The first change after which the file is not known, unless a later one tells. */
  readonly lostAt: PlacedTouch | undefined
  /** Not everything was read: there is too much of it. */
  readonly isSkipped: boolean
}

/** Bytes of entries that are read for one answer: each edit may hold all of a large file. */
const MAX_BYTES = 24_000_000

/** Goes through everything done to a file. What a call records of the file wins over what was known before. */
export function followFile(loaded: LoadedSession, touches: readonly PlacedTouch[]): FollowedFile {
  const isRead = chooseTouches(touches)
  const outside: PlacedTouch[] = []
  let before: string | undefined
  let current: string | undefined
  let lastRead: PlacedTouch | undefined
  let lostAt: PlacedTouch | undefined
  let isFirst = true
  let isSkipped = false
  for (const placed of touches) {
    if (placed.touch.action === 'read') {
      lastRead = placed
      continue
    }
    if (!isRead.has(placed)) {
      isSkipped = true
      current = undefined
    } else {
      const change = readChange(loaded, placed)
      if (isOther(change.before, current)) outside.push(placed)
      const known = change.before ?? current ?? readLast(loaded, lastRead)
      if (isFirst) before = known
      current = change.after(known)
      lostAt = current === undefined ? (lostAt ?? placed) : undefined
    }
    isFirst = false
    lastRead = undefined
  }
  const after = current ?? readLast(loaded, lastRead)
  return { before, after, outside, lostAt: after === undefined ? lostAt : undefined, isSkipped }
}

export function readChange(loaded: LoadedSession, { touch, by }: PlacedTouch): FileChange {
  return readFileChange(touch, readCall(loaded, by, touch.call))
}

function isOther(recorded: string | undefined, known: string | undefined): boolean {
  return recorded !== undefined && known !== undefined && recorded !== known
}

function readLast(loaded: LoadedSession, placed: PlacedTouch | undefined): string | undefined {
  return placed && readWholeFile(readCall(loaded, placed.by, placed.touch.call))
}

/** All changes, or the first and the last ones: they tell what the file was and became. */
function chooseTouches(touches: readonly PlacedTouch[]): ReadonlySet<PlacedTouch> {
  const changes = touches.filter(({ touch }) => touch.action !== 'read')
  const chosen = new Set<PlacedTouch>()
  let bytes = 0
  for (let at = 0; at < changes.length; at++) {
    // From both ends: first, last, second, last but one …
    const next = changes[at % 2 === 0 ? at / 2 : changes.length - (at + 1) / 2]
    if (!next) break
    bytes += sizeOfCall(next.touch.call)
    if (bytes > MAX_BYTES && chosen.size >= 2) break
    chosen.add(next)
  }
  return chosen
}

/** Why a file is not known whole; one sentence. */
export function whyUnknown({ before, lostAt }: FollowedFile, touches: readonly PlacedTouch[]): string {
  const lost = before === undefined ? touches.find(({ touch }) => touch.action !== 'read') : lostAt
  if (!lost) return 'The session does not hold the whole file.'
  const place = lost.turn === undefined ? '' : ` in turn ${lost.turn}`
  if (isByShell(lost.touch)) return `A command changed it${place}, and only the changed lines are recorded.`
  if (lost.touch.call.name === 'NotebookEdit') return `Only the changed cell is recorded${place}.`
  if (lost.touch.isUserModified) return `A person changed the edit${place}, and only the changed lines are recorded.`
  if (lost.touch.action === 'write') return `What it was before it was written over${place} is not recorded.`
  return `Only the changed words are recorded${place}, not the file around them.`
}
