import { isAbsolute } from 'node:path'

/** Not a path of another system, and not a network path: merely looking at one would talk to its server. */
export function isLocalPath(path: string): boolean {
  return isAbsolute(path) && !/^[\\/]{2}/.test(path) && !path.includes('\0')
}
