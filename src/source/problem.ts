/** Something on disk that could not be used: a value beside the result, so that one bad folder does not stop the rest. */
export interface SourceProblem {
  readonly code: ProblemCode
  readonly path: string
  /** One sentence that names the path. */
  readonly message: string
}

export type ProblemCode =
  | 'missing'
  | 'no-permission'
  | 'not-a-folder'
  | 'link-loop'
  | 'link-out'
  | 'too-many'
  | 'vanished'
  | 'unreadable'
  | 'bad-setting'

const CODES: ReadonlyMap<string, readonly [ProblemCode, string]> = new Map([
  ['ENOENT', ['missing', 'does not exist']],
  ['EACCES', ['no-permission', 'cannot be read: permission denied']],
  ['EPERM', ['no-permission', 'cannot be read: not permitted']],
  ['ENOTDIR', ['not-a-folder', 'is not a folder']],
  ['archive-damaged', ['unreadable', 'is damaged in the archive; `backscroll verify` tells more']],
  ['EMFILE', ['unreadable', 'cannot be opened: this process may open no more files; raise `ulimit -n`']],
  ['ENFILE', ['unreadable', 'cannot be opened: this machine may open no more files']],
  ['ELOOP', ['link-loop', 'is a symbolic link that leads back to itself']],
])

/** What a failed file operation means to a person. What is no such failure is a bug and goes on. */
export function problemOf(path: string, error: unknown): SourceProblem {
  const systemCode = systemCodeOf(error)
  const [code, text] = CODES.get(systemCode) ?? (['unreadable', `cannot be read (${systemCode})`] as const)
  return { code, path, message: `${path} ${text}` }
}

function systemCodeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code
  if (typeof code !== 'string') throw error
  return code
}
