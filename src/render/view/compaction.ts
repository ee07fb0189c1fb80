import type { Segment } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import { joinText, readBlocks } from './content.ts'
import type { CompactionRow } from './row.ts'
import { placeOf, readJson, type Scene, sees } from './scene.ts'

/** Where the context was made smaller; opened, with the summary that took its place. */
export function compactionRow(scene: Scene, entry: ThreadEntry, segment: Segment): CompactionRow {
  const isOpen = sees(scene, 'all')
  if (!isOpen && segment.summary) scene.view.losses.add('summary-text')
  const json = isOpen && segment.summary ? readJson(scene, segment.summary) : undefined
  const text = json ? joinText(readBlocks(json)) : ''
  return {
    ...placeOf(scene, entry),
    kind: 'compaction',
    scope: 'whole',
    trigger: segment.trigger ?? '',
    preTokens: segment.preTokens,
    postTokens: segment.postTokens,
    parts: text.trim() === '' ? [] : [{ kind: 'markdown', text }],
  }
}
