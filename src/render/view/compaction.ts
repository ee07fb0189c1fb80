import { asObject, asString, asStrings, type JsonObject } from '../../format/json.ts'
import type { Segment } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import { joinText, readBlocks } from './content.ts'
import type { Part } from './part.ts'
import type { CompactionRow } from './row.ts'
import { placeOf, readJson, type Scene, sees } from './scene.ts'

/** Where the context was made smaller; opened, with the summary that took its place. */
export function compactionRow(scene: Scene, entry: ThreadEntry, segment: Segment): CompactionRow {
  const isOpen = sees(scene, 'all')
  if (!isOpen && segment.summary) scene.view.losses.add('summary-text')
  const json = isOpen && segment.summary ? readJson(scene, segment.summary) : undefined
  const text = json ? joinText(readBlocks(json)) : ''
  const boundary = isOpen && segment.boundary ? readJson(scene, segment.boundary) : undefined
  const kept = boundary ? keptWords(scene, asObject(boundary.compactMetadata) ?? {}) : ''
  const parts: Part[] = kept === '' ? [] : [{ kind: 'fields', fields: [['kept', kept]] }]
  if (text.trim() !== '') parts.push({ kind: 'markdown', text })
  return {
    ...placeOf(scene, entry, 'tools'),
    kind: 'compaction',
    scope: 'whole',
    trigger: segment.trigger ?? '',
    preTokens: segment.preTokens,
    postTokens: segment.postTokens,
    parts,
  }
}

/** Entries that newer releases carry over as they are, by where they stand: `3 entries, lines 12 to 14`. */
function keptWords(scene: Scene, metadata: JsonObject): string {
  const entries = keptEntries(scene, metadata)
  const [first] = entries
  const last = entries.at(-1)
  if (!first || !last) return ''
  if (first === last) return `1 entry, line ${first.line}`
  return `${entries.length} entries, lines ${first.line} to ${last.line}`
}

function keptEntries({ thread }: Scene, metadata: JsonObject): readonly ThreadEntry[] {
  const { uuids, allUuids } = asObject(metadata.preservedMessages) ?? {}
  const named = new Set([...asStrings(uuids), ...asStrings(allUuids)])
  if (named.size > 0) {
    const found = [...named].map(uuid => thread.findEntry(uuid)).filter(entry => entry !== undefined)
    return found.sort((first, second) => first.index - second.index)
  }
  const { headUuid, tailUuid } = asObject(metadata.preservedSegment) ?? {}
  const head = thread.findEntry(asString(headUuid) ?? '')
  const tail = thread.findEntry(asString(tailUuid) ?? '')
  return head && tail ? thread.entries.slice(head.index, tail.index + 1) : []
}
