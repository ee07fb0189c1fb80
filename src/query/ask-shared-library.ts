import type { RootEnvironment } from '../source/roots.ts'
import { UserError } from '../user-error.ts'
import type { Keep } from './keep.ts'
import { type Library, openLibrary } from './library.ts'
import type { SharedKeep } from './shared-keep.ts'

/** Asks all sessions; where index or archive turn out to be damaged, without them. */
export async function askSharedLibrary<Answer>(
  shared: SharedKeep,
  roots: RootEnvironment,
  question: (library: Library, keep: Keep | undefined) => Answer | Promise<Answer>,
): Promise<Answer> {
  const ask = () => shared.use(({ library, keep }) => question(library, keep))
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    // A damaged index was left aside by this: the second answer comes from disk and archive.
    if (error.code.startsWith('index-')) return await ask()
    if (!error.code.startsWith('archive-')) throw error
    return await question(openLibrary(roots), undefined)
  }
}
