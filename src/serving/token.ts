import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { linkSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../user-error.ts'

/** The secret that opens a server: kept, so that bookmarks and settings go on working. */
export interface KeptToken {
  readonly token: string
  /** Why it is another one than before, in a few words; undefined where it is not. */
  readonly madeAnewBecause: string | undefined
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/
const TOKEN_BYTES = 32

/** Each server has its own, in a file of this name: who may look at the page need not be who may ask as a client. */
export type TokenName = 'api-token' | 'mcp-token'

/** Reads the token in this folder, or makes one that nobody else can read; with a reason, makes another in any case. */
export function keepToken(keepDir: string, name: TokenName, renewBecause?: string): KeptToken {
  const path = join(keepDir, name)
  try {
    mkdirSync(keepDir, { recursive: true, mode: 0o700 })
    if (renewBecause !== undefined) return replaceToken(path, renewBecause)
    const found = readToken(path)
    if ('token' in found) return { token: found.token, madeAnewBecause: undefined }
    return found.problem === undefined ? createToken(path) : replaceToken(path, found.problem)
  } catch (cause) {
    throw new UserError({
      code: 'token-not-kept',
      message: `the key to the server cannot be kept in ${keepDir}: ${(cause as Error).message}`,
      hint: 'Check that the folder is yours and the disk is not full, or set BACKSCROLL_HOME to another one.',
      cause,
    })
  }
}

/**
 * The token for folders that somebody only looks at: the same each time, so that bookmarks keep working, and not that of
 * the person's own page, which another server may show at the same port. Undefined where the person has none yet:
 * looking at folders keeps nothing.
 */
export function deriveToken(ownKeepDir: string, folders: readonly string[]): string | undefined {
  const own = findToken(ownKeepDir, 'api-token')
  return own === undefined ? undefined : signWith(own, ['folders', ...folders])
}

/** The token in this folder as it is now; undefined where there is none that can be relied on. */
export function findToken(keepDir: string, name: TokenName): string | undefined {
  const found = readToken(join(keepDir, name))
  return 'token' in found ? found.token : undefined
}

type FoundToken = { readonly token: string } | { readonly problem: string | undefined }

function readToken(path: string): FoundToken {
  try {
    const { mode, uid } = lstatSync(path)
    if (!lstatSync(path).isFile()) return { problem: 'it was no file' }
    if (process.getuid && uid !== process.getuid()) return { problem: 'it belonged to somebody else' }
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) return { problem: 'others could read it' }
    const token = readFileSync(path, 'utf8').trim()
    return TOKEN.test(token) ? { token } : { problem: 'it was damaged' }
  } catch (error) {
    return { problem: (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'it could not be read' }
  }
}

/** A link is there at once and whole, or it was there before: two servers that start together have one token. */
function createToken(path: string): KeptToken {
  const draft = writeDraft(path)
  try {
    linkSync(draft.path, path)
    return { token: draft.token, madeAnewBecause: undefined }
  } catch (error) {
    const found = readToken(path)
    if ('token' in found) return { token: found.token, madeAnewBecause: undefined }
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    // Some file systems know no links.
    renameSync(draft.path, path)
    return { token: draft.token, madeAnewBecause: undefined }
  } finally {
    rmSync(draft.path, { force: true })
  }
}

function replaceToken(path: string, madeAnewBecause: string): KeptToken {
  const draft = writeDraft(path)
  try {
    rmSync(path, { force: true, recursive: true })
    renameSync(draft.path, path)
    return { token: draft.token, madeAnewBecause }
  } finally {
    rmSync(draft.path, { force: true })
  }
}

function writeDraft(path: string): { readonly path: string; readonly token: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, `${token}\n`, { mode: 0o600, flag: 'wx' })
  return { path: draft, token }
}

/** What a request gives in the header for keys. */
export function bearerOf(headers: { get(name: string): string | null }): string | undefined {
  return /^Bearer +([\w-]{1,100})$/i.exec(headers.get('authorization') ?? '')?.[1]
}

/** Whether a request shows that it knows the token. */
export function isBearer(headers: { get(name: string): string | null }, token: string): boolean {
  const bearer = bearerOf(headers)
  return bearer !== undefined && isSameToken(bearer, token)
}

/** Takes as long for any other text. */
export function isSameToken(given: string, token: string): boolean {
  return timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** What only somebody who knows the token can make of these words, and nobody learns the token from. */
export function signWith(token: string, words: readonly (string | number)[]): string {
  return createHmac('sha256', token).update(JSON.stringify(words)).digest('base64url')
}
