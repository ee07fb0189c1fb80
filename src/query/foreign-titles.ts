import type { Title } from '../model/session.ts'
import { findLeafSummary, leafKey } from '../model/summary-leaves.ts'
import { isWeakTitle } from '../model/title.ts'
import type { Store } from '../store/store.ts'
import type { KnownSession } from './summarize-library.ts'

/**
 * Titles that old clients wrote into the file of another session of the same folder, for sessions without a better one.
 * In the order of `known`; undefined where the session's own title stays.
 */
export function findForeignTitles(
  known: readonly KnownSession[],
  store: Store | undefined,
): readonly (Title | undefined)[] {
  const foreign = store ? readForeign(store) : new Map<number, Leaves>()
  const folders = new Map<string, Map<number, string>>()
  const uuids = new Set<string>()
  for (const item of known) {
    const leaves = 'read' in item ? item.read.leaves.foreign : (foreign.get(item.session) ?? [])
    if (leaves.length === 0) continue
    const titles = folders.get(item.source.folder) ?? new Map<number, string>()
    folders.set(item.source.folder, titles)
    for (const [uuid, text] of leaves) {
      titles.set(leafKey(uuid), text)
      uuids.add(uuid)
    }
  }
  const own = store && uuids.size > 0 ? readOwnLeaves(store, uuids) : new Map<number, Float64Array>()
  return known.map(item => {
    const titles = folders.get(item.source.folder)
    const { summary } = 'read' in item ? item.read : item.indexed
    if (!titles || !isWeakTitle(summary.title.from)) return undefined
    const keys = 'read' in item ? item.read.leaves.keys : own.get(item.session)
    const text = keys && findLeafSummary(keys, titles)
    return text === undefined ? undefined : { text, from: 'summary' }
  })
}

type Leaves = readonly (readonly [leafUuid: string, text: string])[]

function readForeign(store: Store): ReadonlyMap<number, Leaves> {
  const found = new Map<number, (readonly [string, string])[]>()
  for (const row of store.iterate('SELECT session, leaf_uuid, text FROM foreign_summaries')) {
    const { session, leaf_uuid, text } = row as { session: number; leaf_uuid: string; text: string }
    const leaves = found.get(session)
    if (leaves) leaves.push([leaf_uuid, text])
    else found.set(session, [[leaf_uuid, text]])
  }
  return found
}

/** Which of these entries stand in the main thread of each session, in file order. */
function readOwnLeaves(store: Store, uuids: ReadonlySet<string>): ReadonlyMap<number, Float64Array> {
  const found = new Map<number, number[]>()
  for (const row of store.iterate(OWN_LEAVES, [JSON.stringify([...uuids])])) {
    const { session, uuid } = row as { session: number; uuid: string }
    const keys = found.get(session)
    if (keys) keys.push(leafKey(uuid))
    else found.set(session, [leafKey(uuid)])
  }
  return new Map([...found].map(([session, keys]) => [session, Float64Array.from(keys)]))
}

/** One statement for all: while another process fills the index for the first time there is no index on uuids. */
const OWN_LEAVES = `SELECT session, uuid FROM entries
  WHERE uuid IN (SELECT value FROM json_each(?)) AND is_repeat = 0 AND agent = '' ORDER BY session, number`
