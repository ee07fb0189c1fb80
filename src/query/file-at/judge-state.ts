import { type FileContent, isSameContent } from './file-content.ts'

/**
 * How sure a state is. `exact`: all of it is recorded, and nothing came between that record and the moment. `derived`:
 * recorded changes were made to a recorded file, and all of them fit. `doubtful`: something may have changed the file
 * in between. `unknown`: no record tells.
 */
export type Sureness = 'exact' | 'derived' | 'doubtful' | 'unknown'

/** Why: from what the content is known, and what speaks for or against it. */
export type Reason =
  /** A record before the moment has the whole file. */
  | 'recorded-before'
  /** Changes were made to it of which only the change is recorded. */
  | 'edits-applied'
  /** A record after the moment has the whole file as it was before that. */
  | 'recorded-after'
  /** The next record has the same content. */
  | 'confirmed'
  /** The next record has another content, and nothing is known that changed it. */
  | 'contradicted'
  /** Something in between may have changed it. */
  | 'may-have-changed'
  /** A file of Windows, and the client records texts with LF whatever the file has. */
  | 'line-ends-not-recorded'
  /** No backup tells them, and what it is compared with on disk has CRLF: so has this. */
  | 'line-ends-as-on-disk'
  /** A change does not fit what was known, or records too little. */
  | 'lost'
  | 'no-record'

/** What the records before a moment make of a file. */
export interface Earlier {
  readonly content: FileContent
  readonly isDerived: boolean
  /** Something between the record and the moment may have changed the file. */
  readonly isDisturbed: boolean
}

/** What the next record says it was. */
export interface Later {
  readonly content: FileContent
  readonly isDisturbed: boolean
  /** Nobody was at work between: what a later session found says nothing about long before it. */
  readonly isFar: boolean
  /** Something between may have put it back as it was. */
  readonly mayBeRestored: boolean
}

export interface Judgement {
  readonly content: FileContent | undefined
  readonly sureness: Sureness
  readonly reasons: readonly Reason[]
}

export function judgeState(earlier: Earlier | undefined, later: Later | undefined, isLost: boolean): Judgement {
  if (!earlier) return judgeByLater(later, isLost)
  const how: readonly Reason[] = earlier.isDerived ? ['recorded-before', 'edits-applied'] : ['recorded-before']
  const isSame = later && isSameContent(earlier.content, later.content)
  if (isSame && earlier.isDisturbed && later.mayBeRestored) {
    return { content: earlier.content, sureness: 'doubtful', reasons: [...how, 'confirmed', 'may-have-changed'] }
  }
  if (isSame) return { content: earlier.content, sureness: 'exact', reasons: [...how, 'confirmed'] }
  const isLaterSound = later && !later.isDisturbed
  if (!earlier.isDisturbed) {
    // Both records are sound and differ: somebody changed the file and left no trace, before the moment or after it.
    if (isLaterSound) return { content: earlier.content, sureness: 'doubtful', reasons: [...how, 'contradicted'] }
    return { content: earlier.content, sureness: earlier.isDerived ? 'derived' : 'exact', reasons: how }
  }
  if (isLaterSound) return { content: later.content, sureness: 'exact', reasons: ['recorded-after'] }
  return { content: earlier.content, sureness: 'doubtful', reasons: [...how, 'may-have-changed'] }
}

function judgeByLater(later: Later | undefined, isLost: boolean): Judgement {
  const lost: readonly Reason[] = isLost ? ['lost'] : []
  if (!later || later.isFar) {
    return { content: undefined, sureness: 'unknown', reasons: isLost ? lost : ['no-record'] }
  }
  if (!later.isDisturbed) return { content: later.content, sureness: 'exact', reasons: ['recorded-after'] }
  return { content: later.content, sureness: 'doubtful', reasons: ['recorded-after', 'may-have-changed'] }
}
