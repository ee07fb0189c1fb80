import { diffWordsWithSpace } from 'diff'
import { type Html, html } from './safe-html.ts'

const MAX_LINE = 400
const MAX_EDITS = 60
/** Where less than this share of a line stayed, marks on the rest would only be noise. */
const MIN_KEPT = 0.4

export interface WordDiff {
  readonly before: Html
  readonly after: Html
}

/** Two versions of a line with the words that differ marked; undefined where they have too little in common. */
export function diffWords(before: string, after: string): WordDiff | undefined {
  if (before.length > MAX_LINE || after.length > MAX_LINE) return undefined
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS })
  if (!changes) return undefined
  const kept = changes.reduce(
    (sum, change) => sum + (change.added || change.removed ? 0 : change.value.trim().length),
    0,
  )
  if (kept < MIN_KEPT * Math.max(before.trim().length, after.trim().length)) return undefined
  return {
    before: html`${changes.filter(change => !change.added).map(change => word(change.value, change.removed))}`,
    after: html`${changes.filter(change => !change.removed).map(change => word(change.value, change.added))}`,
  }
}

function word(text: string, isChanged: boolean): Html {
  return isChanged ? html`<mark>${text}</mark>` : html`${text}`
}
