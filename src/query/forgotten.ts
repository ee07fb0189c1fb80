import { readManifest } from '../archive/read-manifest.ts'
import type { Keep } from './keep.ts'

/** Ids of sessions that were taken out for good, and when, in epoch milliseconds. */
export function listForgotten({ store, archive }: Pick<Keep, 'store' | 'archive'>): ReadonlyMap<string, number> {
  if (!store) return readManifest(archive).forgotten
  return new Map(store.all('SELECT id, at FROM forgotten').map(row => [String(row.id), Number(row.at)]))
}

/** The one that somebody named by its id or the beginning of it; undefined where none or several are meant. */
export function findForgotten(
  keep: Pick<Keep, 'store' | 'archive'>,
  text: string,
): { readonly id: string; readonly at: number } | undefined {
  const wanted = text.toLowerCase()
  if (wanted === '') return undefined
  const found = [...listForgotten(keep)].filter(([id]) => id.toLowerCase().startsWith(wanted))
  const [id, at] = found.find(([other]) => other.toLowerCase() === wanted) ?? (found.length === 1 ? found[0] : []) ?? []
  return id === undefined || at === undefined ? undefined : { id, at }
}
