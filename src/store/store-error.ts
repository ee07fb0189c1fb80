import { UserError } from '../user-error.ts'
import { noteDamage } from './damage-note.ts'

/** Problems with the index that somebody can put right. Anything else SQLite complains about is a bug of ours. */
export type StoreProblem =
  | 'index-damaged'
  | 'index-newer'
  | 'index-older'
  | 'index-foreign'
  | 'index-full'
  | 'index-io'
  | 'index-busy'
  | 'index-unwritable'
  | 'index-unreadable'

const REINDEX = 'Run `backscroll reindex`: it is rebuilt from the archive, nothing is lost.'

const WORDS: { readonly [code in StoreProblem]: readonly [says: string, hint: string] } = {
  'index-damaged': ['is damaged or not a database', REINDEX],
  'index-newer': ['was made by a newer backscroll', 'Update backscroll, or run `backscroll reindex`.'],
  'index-older': ['was made by an older backscroll', 'Run `backscroll sync`: it brings the index up to date.'],
  'index-foreign': ['is a database of another program', 'Move it away, then run `backscroll reindex`.'],
  'index-full': ['cannot grow: the disk is full', 'Free some space and run the command again; what was kept stays.'],
  'index-io': ['cannot be read or written: the disk reports an error', 'Check the disk, then run the command again.'],
  'index-busy': ['is in use by another process', 'Wait for it to finish, then run the command again.'],
  'index-unwritable': ['cannot be written', 'Check who owns the file and its folder.'],
  'index-unreadable': ['cannot be opened', 'Check who owns the file and its folder.'],
}

export function storeError(code: StoreProblem, path: string, cause?: unknown): UserError {
  const [says, hint] = WORDS[code]
  return new UserError({ code, message: `the index ${path} ${says}`, hint, cause })
}

/** Primary result codes of SQLite: https://sqlite.org/rescode.html */
const PROBLEMS: { readonly [result: number]: StoreProblem } = {
  3: 'index-unwritable', // PERM
  5: 'index-busy', // BUSY
  6: 'index-busy', // LOCKED
  8: 'index-unwritable', // READONLY
  10: 'index-io', // IOERR
  11: 'index-damaged', // CORRUPT
  13: 'index-full', // FULL
  14: 'index-unwritable', // CANTOPEN
  26: 'index-damaged', // NOTADB
}

/** Which problem an error of the binding stands for; undefined: none that a person can put right. */
export function findProblem(error: unknown): StoreProblem | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  // The binding refuses integers beyond 2^53. We never write such a number, so somebody else or the disk did.
  if (error.code === 'ERR_OUT_OF_RANGE') return 'index-damaged'
  if (error.code !== 'ERR_SQLITE_ERROR' || !('errcode' in error)) return undefined
  return PROBLEMS[Number(error.errcode) & 0xff]
}

/** Runs it, and gives its errors the words of a UserError where there are some. */
export function withStoreErrors<T>(path: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw translate(path, error)
  }
}

export function translate(path: string, error: unknown): unknown {
  const problem = findProblem(error)
  if (problem === 'index-damaged') return damaged(path, error)
  return problem ? storeError(problem, path, error) : error
}

/** Says that an index is damaged, and notes it for everybody else. */
export function damaged(path: string, cause?: unknown): UserError {
  noteDamage(path)
  return storeError('index-damaged', path, cause)
}

/** The index is damaged: whoever may write makes another. */
export function isDamage(error: unknown): error is UserError {
  return error instanceof UserError && error.code === 'index-damaged'
}
