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
export type TokenName = 'web-token' | 'mcp-token'

/** Reads the token in this folder, or makes one that nobody else can read. */
export function keepToken(keepDir: string, name: TokenName): KeptToken {
  const path = join(keepDir, name)
  try {
    mkdirSync(keepDir, { recursive: true, mode: 0o700 })
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
  const own = readToken(join(ownKeepDir, 'web-token'))
  if (!('token' in own)) return undefined
  return createHmac('sha256', own.token)
    .update(JSON.stringify(['folders', ...folders]))
    .digest('base64url')
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

/** Whether a request shows that it knows the token, in the header that programs use. */
export function isBearer(headers: { get(name: string): string | null }, token: string): boolean {
  const [, bearer] = /^Bearer +([\w-]{1,100})$/i.exec(headers.get('authorization') ?? '') ?? []
  return bearer !== undefined && isSameToken(bearer, token)
}

/** Takes as long for any other text. */
export function isSameToken(given: string, token: string): boolean {
  return timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * Shows that a server on this port knows the token without telling it: whoever else listens there could otherwise ask
 * for it. The port is part of it, so that a proof cannot be handed on from another one.
 */
export function proveToken(token: string, nonce: string, port: number): string {
  return createHmac('sha256', token).update(`backscroll ${port} ${nonce}`).digest('base64url')
}
