import { openLibrary } from '../../query/library.ts'
import type { RootEnvironment } from '../../source/roots.ts'
import { UserError } from '../../user-error.ts'
import type { World } from './world.ts'
import type { SharedKeep } from './world-keep.ts'

/** Asks all sessions; where index or archive turn out to be damaged, without them. */
export async function askSharedLibrary<Answer>(
  shared: SharedKeep,
  roots: RootEnvironment,
  question: Parameters<World['askLibrary']>[0] extends (...args: infer Args) => unknown
    ? (...args: Args) => Answer | Promise<Answer>
    : never,
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
