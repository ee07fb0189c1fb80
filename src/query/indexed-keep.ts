import type { Store } from '../store/store.ts'
import { UserError } from '../user-error.ts'
import type { Keep } from './keep.ts'

/** What is kept, with an index that can be asked: what search and lookups need. */
export interface IndexedKeep extends Keep {
  readonly store: Store
}

/** Throws what is wrong with the index, or that there is none. */
export function requireIndex(keep: Keep | undefined): IndexedKeep {
  const { store, indexProblem } = keep ?? {}
  if (keep && store) return { ...keep, store }
  if (indexProblem) throw indexProblem
  throw new UserError({
    code: 'index-missing',
    message: 'there is no index to search yet',
    hint: 'Make it with `backscroll sync`.',
  })
}

/** False while a first sync is at its beginning, and where there was nothing to keep. */
export function hasSessions({ store }: Pick<IndexedKeep, 'store'>): boolean {
  return store.get('SELECT 1 FROM sessions LIMIT 1') !== undefined
}
