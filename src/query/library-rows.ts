import type { Library } from './library.ts'
import { buildRows, type RankedRow } from './session-row.ts'
import { nameSources } from './short-ids.ts'
import { type LibrarySummary, summarizeLibrary } from './summarize-library.ts'

/** All sessions of a library as rows, newest first, and what they were made of. */
export interface LibraryRows {
  readonly rows: readonly RankedRow[]
  readonly summary: LibrarySummary
}

/** A library is one look at what there is: whoever asks it several questions has its rows made once. */
export async function listLibraryRows(
  library: Library,
  { threads }: { readonly threads: number },
): Promise<LibraryRows> {
  const known = made.get(library)
  if (known) return await known
  const rows = makeRows(library, threads)
  made.set(library, rows)
  // Whatever went wrong may go well the next time.
  rows.catch(() => made.delete(library))
  return await rows
}

const made = new WeakMap<Library, Promise<LibraryRows>>()

async function makeRows(library: Library, threads: number): Promise<LibraryRows> {
  const summary = await summarizeLibrary(library, { threads })
  return { summary, rows: buildRows(summary.sessions, nameSources(library.sources)) }
}
