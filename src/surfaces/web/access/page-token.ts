import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { dropBrowserKeys } from '../../../serving/browser-keys.ts'
import { deriveToken, findToken, keepToken } from '../../../serving/token.ts'
import type { TokenSource } from './access.ts'

interface TokenOptions {
  readonly keepDir: string
  /** Where the person's own things are kept, if not there. */
  readonly ownKeepDir?: string
  readonly roots: { readonly override?: readonly string[] | undefined }
  readonly renewsKey?: boolean
}

/** The token of the server that is to start, and sentences for whoever starts it. */
export function findPageToken(options: TokenOptions): TokenSource & { readonly notes: readonly string[] } {
  const { ownKeepDir, keepDir, roots, renewsKey = false } = options
  const folders = roots.override ?? []
  const derived = ownKeepDir === undefined ? undefined : deriveToken(ownKeepDir, folders)
  if (ownKeepDir !== undefined && derived !== undefined) {
    const notes = renewsKey ? renew(ownKeepDir) : []
    const read = (): string | undefined => deriveToken(ownKeepDir, folders)
    return { token: read() ?? derived, path: tokenPath(ownKeepDir), read, notes }
  }
  dropOldToken(keepDir)
  const notes = renewsKey ? renew(keepDir) : []
  const { token, madeAnewBecause } = keepToken(keepDir, 'api-token')
  if (madeAnewBecause !== undefined) dropBrowserKeys(keepDir)
  return {
    token,
    path: tokenPath(keepDir),
    read: () => findToken(keepDir, 'api-token'),
    notes: madeAnewBecause === undefined ? notes : [...notes, madeAnew(madeAnewBecause)],
  }
}

function tokenPath(keepDir: string): string {
  return join(keepDir, 'api-token')
}

/** With another token no key of before fits; the files that are left are only tidied up. */
function renew(keepDir: string): readonly string[] {
  keepToken(keepDir, 'api-token', 'somebody asked for it')
  dropBrowserKeys(keepDir)
  return ['no key of before opens the page any more, in any browser; programs need the new token']
}

/** Earlier releases told this one to browsers as a cookie, and they to every server of this machine. */
function dropOldToken(keepDir: string): void {
  try {
    rmSync(join(keepDir, 'web-token'), { force: true })
  } catch {
    // It opens nothing, wherever it stays.
  }
}

function madeAnew(why: string): string {
  return `the page has new keys, because of the old token ${why}; each browser needs the new address once`
}
