import { openLibrary } from '../../query/library.ts'
import type { App } from './app.ts'
import { isOwn } from './freshen.ts'
import { type LookFolder, makeLookFolder } from './look-folder.ts'

/** Where a server finds what is kept. */
export interface ServerPlace extends LookFolder {
  /** Made for this server alone: nothing is in it yet. */
  readonly isNew: boolean
}

/** Folders that somebody only looks at get an index of their own, gone when the server ends. Throws as `ls` does. */
export function openServerPlace(app: App): ServerPlace {
  if (isOwn(app)) return { keepDir: app.keepDir, remove: () => {}, isNew: false }
  openLibrary(app.roots)
  return { ...makeLookFolder(app), isNew: true }
}
