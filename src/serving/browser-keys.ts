import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../user-error.ts'
import { signWith } from './token.ts'

/** Where the keys of browsers stand. */
export function browserKeysFolder(keepDir: string): string {
  return join(keepDir, 'page-keys')
}

/** How many browsers may look at the page. */
export function countBrowserKeys(keepDir: string): number {
  try {
    return readdirSync(browserKeysFolder(keepDir)).length
  } catch {
    return 0
  }
}

/** Private windows leave a key behind each: the one that was not used for longest makes room. */
const MAX_BROWSERS = 100

/**
 * The keys of browsers, one empty file for each: its name is all that is kept, and the key cannot be made from it. Names
 * follow from the token too: with another token no key of before fits, whatever files are there.
 */
export class BrowserKeys {
  readonly #folder: string
  /** Those that came since the server started. */
  readonly #seen = new Set<string>()

  constructor(keepDir: string) {
    this.#folder = browserKeysFolder(keepDir)
  }

  /** A new key, to be told to one browser and to nobody else. */
  make(token: string): string {
    const key = randomBytes(32).toString('base64url')
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      chmodSync(this.#folder, 0o700)
      this.#makeRoom()
      writeFileSync(this.#pathOf(token, key), '', { mode: 0o600, flag: 'wx' })
      return key
    } catch (cause) {
      throw new UserError({
        code: 'key-not-kept',
        message: 'the key of this browser cannot be kept',
        hint: 'Check that the disk is not full and the folder of backscroll is yours; `backscroll doctor` names it.',
        cause,
      })
    }
  }

  has(token: string, key: string): boolean {
    const path = this.#pathOf(token, key)
    if (!existsSync(path)) return false
    if (!this.#seen.has(path)) {
      this.#seen.add(path)
      touch(path)
    }
    return true
  }

  #makeRoom(): void {
    const known = readdirSync(this.#folder).map(name => {
      const path = join(this.#folder, name)
      return { path, usedMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }
    })
    known.sort((a, b) => b.usedMs - a.usedMs)
    for (const { path } of known.slice(MAX_BROWSERS - 1)) rmSync(path, { force: true, recursive: true })
  }

  #pathOf(token: string, key: string): string {
    const name = Buffer.from(signWith(token, ['browser', key]), 'base64url').toString('hex')
    return join(this.#folder, name)
  }
}

/** Takes away what no token fits any more. */
export function dropBrowserKeys(keepDir: string): void {
  rmSync(browserKeysFolder(keepDir), { force: true, recursive: true })
}

/** The order of use tells which one goes when there are too many; nothing else hangs on it. */
function touch(path: string): void {
  try {
    const now = new Date()
    utimesSync(path, now, now)
  } catch {
    // A disk that takes nothing keeps the order of before.
  }
}
