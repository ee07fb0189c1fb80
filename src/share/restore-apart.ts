import { isAbsolute, resolve } from 'node:path'
import { realOf } from '../archive/real-of.ts'
import { UserError } from '../user-error.ts'

/**
 * The real place of a folder that files may be written to: one that has nothing to do with any folder in which work
 * goes on. It is neither such a folder, nor inside one, nor around one. Throws where it is.
 */
export function requireApart(folder: string, workFolders: readonly string[]): string {
  const [asTyped, real] = [resolve(folder), realOf(folder)]
  // Folders of another kind of machine are nowhere on this one.
  for (const work of workFolders.filter(work => isAbsolute(work))) {
    const places = [resolve(work), realOf(work)]
    const isNear = places.some(place => [asTyped, real].some(own => isInside(own, place) || isInside(place, own)))
    if (isNear) throw tooNear(asTyped, work)
  }
  return real
}

function tooNear(folder: string, work: string): UserError {
  return new UserError({
    code: 'restore-into-work',
    message: `${folder} is part of ${work}, where work goes on, or holds it: nothing was written`,
    hint: 'Name a folder elsewhere, such as /tmp/before.',
  })
}

/** Capitals make no difference: on some disks they are the same folder. */
function isInside(path: string, folder: string): boolean {
  const [inner, outer] = [path, folder].map(text => `${text.replaceAll('\\', '/').replace(/\/+$/, '')}/`.toLowerCase())
  return (inner as string).startsWith(outer as string)
}
