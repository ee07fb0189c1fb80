import { UserError } from '../user-error.ts'

/** The disk refused: full, read-only, gone. What was committed before is untouched. */
export class ArchiveAccessError extends UserError {
  readonly path: string
  readonly systemCode: string

  constructor(path: string, systemCode: string, cause: unknown) {
    super({ ...describe(path, systemCode), cause })
    this.name = 'ArchiveAccessError'
    this.path = path
    this.systemCode = systemCode
  }
}

/** Something that was kept cannot be read as it was written. */
export class ArchiveDamage extends UserError {
  readonly path: string
  readonly file: number | undefined
  readonly generation: number | undefined

  constructor(damage: { path: string; why: string; file?: number; generation?: number; cause?: unknown }) {
    super({
      code: 'archive-damaged',
      message: `${damage.path} in the archive is damaged: ${damage.why}`,
      hint: 'Run `backscroll verify` for the whole list; what is still on disk is kept again by `backscroll sync`.',
      cause: damage.cause,
    })
    this.name = 'ArchiveDamage'
    this.path = damage.path
    this.file = damage.file
    this.generation = damage.generation
  }
}

/** The manifest is not the one the caller knows: somebody wrote to it, or a commit came no further than the archive. */
export class ArchiveMovedOn extends UserError {
  constructor(path: string, expectedBytes: number, foundBytes: number) {
    super({
      code: 'archive-moved-on',
      message: `${path} has ${foundBytes} bytes where the index knows ${expectedBytes}`,
      hint: 'Run `backscroll sync` again; `backscroll reindex` rebuilds the index from the archive.',
    })
    this.name = 'ArchiveMovedOn'
  }
}

/** A failed file operation as an error a person can act on; anything else is a bug and stays what it is. */
export function toArchiveError(path: string, error: unknown): unknown {
  const systemCode = systemCodeOf(error)
  return systemCode === undefined || error instanceof UserError
    ? error
    : new ArchiveAccessError(path, systemCode, error)
}

/** `ENOENT` and the like; undefined for what did not come from the system. */
export function systemCodeOf(error: unknown): string | undefined {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  return typeof code === 'string' && typeof syscall === 'string' ? code : undefined
}

export const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const NOT_WRITABLE: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM'])

function describe(path: string, systemCode: string): { code: string; message: string; hint: string } {
  if (FULL.has(systemCode)) {
    return {
      code: 'archive-full',
      message: `no space left to keep ${path}`,
      hint: 'Free some space, or set BACKSCROLL_HOME to a disk that has it; what was kept before is safe.',
    }
  }
  if (NOT_WRITABLE.has(systemCode)) {
    return {
      code: 'archive-not-writable',
      message: `${path} cannot be opened or written (${systemCode})`,
      hint: 'Check the permissions of the folder, or set BACKSCROLL_HOME to one that can be written.',
    }
  }
  if (systemCode === 'EMFILE' || systemCode === 'ENFILE') {
    return {
      code: 'archive-too-many-open',
      message: `${path} cannot be opened: no more files may be open at once (${systemCode})`,
      hint: 'Raise the limit, as with `ulimit -n 4096`, and run the command again; what was kept before is safe.',
    }
  }
  return {
    code: 'archive-failed',
    message: `${path} cannot be read or written (${systemCode})`,
    hint: 'Check the disk, then run the command again; what was kept before is safe.',
  }
}
