import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'

/** A program or a script that is named in full, and was removed since, as a problem. */
export function findGone(words: readonly string[] | undefined): string | undefined {
  const gone = words?.find(word => isAbsolute(word) && !existsSync(word))
  return gone === undefined ? undefined : `${gone} is gone`
}
