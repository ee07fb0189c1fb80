import { join } from 'node:path'
import { asString } from '../format/json.ts'
import type { SiblingHead } from '../model/session-builder.ts'
import { TOP_BYTES } from '../model/summary-leaves.ts'
import { parseTimestamp } from '../time/parse-timestamp.ts'
import { AGENT_PREFIX, stemOf, TRANSCRIPT_SUFFIX } from './agent-files.ts'
import { DISK, type FileAccess } from './file-access.ts'
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
export const HEAD_ENTRIES = 8

/** What one transcript tells about others, by its path: read once where many sessions are opened. */
export type KnownSiblings = Map<string, Siblings>

/** `gone` are transcripts that stood in the same folder and are kept elsewhere. */
export function readSiblings(
  source: SessionSource,
  gone: readonly Sibling[] = [],
  known: KnownSiblings = new Map(),
): Siblings {
  const summaries = new Map<string, string>()
  const heads: SiblingHead[] = []
  for (const sibling of source.main ? listSiblings(source, gone) : []) {
    const told = known.get(sibling.path) ?? readSibling(sibling)
    known.set(sibling.path, told)
    for (const [leaf, text] of told.summaries) summaries.set(leaf, text)
    heads.push(...told.heads)
  }
  return { summaries, heads }
}

/** With what came to be told since; what a neighbour that is gone told goes on to hold. Undefined where that is nothing. */
export function addSiblings(before: Siblings, now: Siblings): Siblings | undefined {
  const heads = new Map(before.heads.map(head => [head.sessionId, head]))
  const summaries = new Map(before.summaries)
  let isMore = false
  for (const head of now.heads) {
    if ((heads.get(head.sessionId)?.times.size ?? -1) >= head.times.size) continue
    heads.set(head.sessionId, head)
    isMore = true
  }
  for (const [leaf, text] of now.summaries) {
    if (summaries.get(leaf) === text) continue
    summaries.set(leaf, text)
    isMore = true
  }
  return isMore ? { summaries, heads: [...heads.values()].sort((a, b) => byFile(a.sessionId, b.sessionId)) } : undefined
}

function readSibling({ name, path, access }: Sibling): Siblings {
  const summaries = new Map<string, string>()
  const times = new Map<string, number | undefined>()
  for (const { kind, json } of readHead(path, TOP_BYTES, access).entries) {
    const leaf = asString(json?.leafUuid)
    const text = asString(json?.summary)
    if (kind === 'summary' && leaf !== undefined && text !== undefined) summaries.set(leaf, text)
    const uuid = asString(json?.uuid)
    if (uuid !== undefined && times.size < HEAD_ENTRIES) times.set(uuid, parseTimestamp(json?.timestamp))
  }
  return { summaries, heads: [{ sessionId: name, times }] }
}

/** Another main transcript of the same folder. */
export interface Sibling {
  /** Without `.jsonl`. */
  readonly name: string
  readonly path: string
  readonly access: FileAccess
}

/** By name, wherever they are kept: which text wins must not change when the client deletes one. */
function listSiblings(source: SessionSource, gone: readonly Sibling[]): readonly Sibling[] {
  const found = new Map(gone.map(sibling => [sibling.name, sibling]))
  for (const file of listFolder(source.folder, []).files) {
    if (!file.endsWith(TRANSCRIPT_SUFFIX) || file.startsWith(AGENT_PREFIX)) continue
    const name = stemOf(file)
    found.set(name, { name, path: join(source.folder, file), access: DISK })
  }
  found.delete(source.name)
  return [...found.values()].sort((a, b) => byFile(a.name, b.name))
}

function byFile(one: string, other: string): number {
  return one + TRANSCRIPT_SUFFIX < other + TRANSCRIPT_SUFFIX ? -1 : 1
}
