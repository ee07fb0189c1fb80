import { formatPatch } from '../../text/unified-patch.ts'
import { type FileContent, isSameContent } from './file-content.ts'

export interface UndoPatch {
  readonly did: 'created' | 'changed' | 'deleted' | 'same' | 'unknown'
  /** Lines that were added and removed: the patch takes them back. */
  readonly added: number
  readonly removed: number
  /** Undefined where there is none to be had. */
  readonly text: string | undefined
}

/** From what a file became back to what it was. */
export function buildUndoPatch(
  path: string,
  before: FileContent | undefined,
  after: FileContent | undefined,
): UndoPatch {
  if (!before || !after) return { did: 'unknown', added: 0, removed: 0, text: undefined }
  const did = howChanged(before, after)
  if (did === 'same' || before.kind === 'binary' || after.kind === 'binary') {
    return { did, added: 0, removed: 0, text: undefined }
  }
  const patch = formatPatch({ path, before: textOf(after), after: textOf(before) })
  return { did, added: patch.removed, removed: patch.added, text: patch.text }
}

function textOf(content: FileContent): string | undefined {
  return content.kind === 'text' ? content.text : undefined
}

function howChanged(before: FileContent, after: FileContent): UndoPatch['did'] {
  if (isSameContent(before, after)) return 'same'
  if (before.kind === 'absent') return 'created'
  return after.kind === 'absent' ? 'deleted' : 'changed'
}
