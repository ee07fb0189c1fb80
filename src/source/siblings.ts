import { basename, join } from 'node:path'
import { asString } from '../format/json.ts'
import type { SiblingHead } from '../model/session-builder.ts'
import { TOP_BYTES } from '../model/summary-leaves.ts'
import { parseTimestamp } from '../time/parse-timestamp.ts'
import { listFolder } from './list-folder.ts'
import { readHead } from './read-head.ts'
import type { SessionSource } from './session-source.ts'

/** What the other transcripts of a project folder tell about a session. */
export interface Siblings {
  /** Titles that stand at the top of another file, by the uuid of the entry they name. */
  readonly summaries: ReadonlyMap<string, string>
  readonly heads: readonly SiblingHead[]
}

/** A copy repeats its original from the first entry on, so a few entries tell. */
const HEAD_ENTRIES = 8

export function readSiblings(source: SessionSource): Siblings {
  const summaries = new Map<string, string>()
  const heads: SiblingHead[] = []
  const names = source.main ? listFolder(source.folder, []).files : []
  for (const name of names) {
    if (!name.endsWith('.jsonl') || name === `${source.name}.jsonl` || name.startsWith('agent-')) continue
    const times = new Map<string, number | undefined>()
    for (const { kind, json } of readHead(join(source.folder, name), TOP_BYTES).entries) {
      const leaf = asString(json?.leafUuid)
      const text = asString(json?.summary)
      if (kind === 'summary' && leaf !== undefined && text !== undefined) summaries.set(leaf, text)
      const uuid = asString(json?.uuid)
      if (uuid !== undefined && times.size < HEAD_ENTRIES) times.set(uuid, parseTimestamp(json?.timestamp))
    }
    heads.push({ sessionId: basename(name, '.jsonl'), times })
  }
  return { summaries, heads }
}
