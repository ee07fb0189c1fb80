import { join } from 'node:path'
import { asString } from '../format/json.ts'
import { TOP_BYTES } from '../model/summary-leaves.ts'
import { listFolder } from './list-folder.ts'
import { readHead } from './read-head.ts'
import type { SessionSource } from './session-source.ts'

/** Titles that stand at the top of the other transcripts of a project folder, by the uuid of the entry they name. */
export function readSiblingSummaries(source: SessionSource): ReadonlyMap<string, string> {
  const summaries = new Map<string, string>()
  if (!source.main) return summaries
  for (const name of listFolder(source.folder, []).files) {
    if (!name.endsWith('.jsonl') || name === `${source.name}.jsonl` || name.startsWith('agent-')) continue
    for (const { kind, json } of readHead(join(source.folder, name), TOP_BYTES).entries) {
      const leaf = asString(json?.leafUuid)
      const text = asString(json?.summary)
      if (kind === 'summary' && leaf !== undefined && text !== undefined) summaries.set(leaf, text)
    }
  }
  return summaries
}
