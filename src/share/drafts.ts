import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { attemptWrite, createMadeFolders, draftOf, isDraftName, type WriteFailure } from '../archive/draft-files.ts'

/** Writes files beside their places, so that all of them appear when everything is done, or none. */
export interface Drafts {
  /** Begins a file that will stand at `path`, which is absolute and was checked. */
  open(path: string): DraftFile
  /** With the folders above it; what was made is taken away again by `abort`. */
  makeFolder(path: string): void
  /** Puts every file in its place. Where that fails for one, what stood there before is put back for all. */
  finish(): void
  /** Takes back all that is not finished. */
  abort(): void
}

export interface DraftFile {
  write(text: string | Uint8Array): void
  /** Gives the size in bytes. */
  close(): number
}

/** The two steps that fail in real life: a disk that is full, a place that cannot be replaced. */
export interface DraftDisk {
  write(file: number, bytes: Uint8Array, from: number): number
  rename(from: string, to: string): void
}

const REAL: DraftDisk = { write: (file, bytes, from) => writeSync(file, bytes, from), rename: renameSync }

interface Draft {
  readonly draft: string
  readonly path: string
}

/** `isPrivate`: for what nobody looked through for secrets; whatever stood there before, others do not get to read it. */
export function createDrafts({
  disk = REAL,
  isPrivate = false,
}: {
  readonly disk?: DraftDisk
  readonly isPrivate?: boolean
} = {}): Drafts {
  const drafts: Draft[] = []
  const open = new Set<number>()
  const folders = createMadeFolders()
  const tidied = new Set<string>()

  function abort(): void {
    process.off('exit', abort)
    for (const file of open) closeSync(file)
    open.clear()
    for (const { draft } of drafts) rmSync(draft, { force: true })
    drafts.length = 0
    folders.remove()
  }
  // A second ctrl-c and a terminal that is closed end the process at once.
  process.once('exit', abort)

  return {
    open(path) {
      const draft = draftOf(path)
      const file = attempt(path, () => openSync(draft, 'wx', modeOf(path) & (isPrivate ? 0o600 : 0o777)))
      if (!tidied.has(dirname(path))) removeLeftOver(dirname(path), fstatSync(file).mtimeMs)
      tidied.add(dirname(path))
      drafts.push({ draft, path })
      open.add(file)
      return createFile(path, file, disk, () => open.delete(file))
    },
    makeFolder(path) {
      attempt(path, () => folders.make(path, isPrivate ? 0o700 : undefined))
    },
    finish() {
      placeAll(drafts, disk)
      drafts.length = 0
      folders.keep()
      abort()
    },
    abort,
  }
}

/** Who could not read what stood there before must not read what replaces it. */
function modeOf(path: string): number {
  return (statSync(path, { throwIfNoEntry: false })?.mode ?? 0o666) & 0o777
}

const BUFFER_BYTES = 256 * 1024

function createFile(path: string, file: number, disk: DraftDisk, onClose: () => void): DraftFile {
  let texts: string[] = []
  let waiting = 0
  let sizeBytes = 0

  function put(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) done += attempt(path, () => disk.write(file, bytes, done))
    sizeBytes += bytes.length
  }
  function flush(): void {
    if (texts.length === 0) return
    put(Buffer.from(texts.join('')))
    texts = []
    waiting = 0
  }
  return {
    write(text) {
      if (typeof text !== 'string') {
        flush()
        put(text)
        return
      }
      texts.push(text)
      waiting += text.length
      if (waiting >= BUFFER_BYTES) flush()
    },
    close() {
      flush()
      attempt(path, () => fsyncSync(file))
      closeSync(file)
      onClose()
      return sizeBytes
    },
  }
}

/** One file is replaced in one step. Of several, each that is there already is held until all are in place. */
function placeAll(drafts: readonly Draft[], disk: DraftDisk): void {
  const placed: { readonly path: string; readonly before: string | undefined }[] = []
  try {
    for (const { draft, path } of drafts) {
      const before = drafts.length > 1 && existsSync(path) ? hold(path) : undefined
      try {
        attempt(path, () => disk.rename(draft, path))
      } catch (error) {
        putBack(path, before)
        throw error
      }
      placed.push({ path, before })
    }
  } catch (error) {
    for (const { path, before } of placed.reverse()) {
      if (before === undefined) rmSync(path, { force: true })
      else putBack(path, before)
    }
    throw error
  }
  for (const { before } of placed) if (before !== undefined) rmSync(before, { force: true })
}

function putBack(path: string, before: string | undefined): void {
  if (before === undefined) return
  renameSync(before, path)
  // Where both are names of one file a rename does nothing.
  rmSync(before, { force: true })
}

/** A second name for what stands there; on file systems that know no links it is moved out of the way. */
function hold(path: string): string {
  const before = draftOf(path)
  return attempt(path, () => {
    try {
      linkSync(path, before)
    } catch {
      renameSync(path, before)
    }
    return before
  })
}

const LEFT_OVER_MS = 86_400_000

/** Drafts of a process that was killed. One that is still written to is younger. */
function removeLeftOver(folder: string, now: number): void {
  try {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name)
      if (isDraftName(name) && now - statSync(path).mtimeMs > LEFT_OVER_MS) rmSync(path)
    }
  } catch {
    // A folder that cannot be listed, or somebody else was faster: nothing depends on it.
  }
}

function attempt<Result>(path: string, act: () => Result): Result {
  return attemptWrite(path, FAILURE, act)
}

const FULL = 'Free some space on that disk, or name a place on another one with -o.'
const FAILURE: WriteFailure = {
  code: 'export-failed',
  undone: 'nothing was written',
  hint: 'Check the folder and the disk, or name another place with -o.',
  hints: new Map([
    ['ENOSPC', FULL],
    ['EDQUOT', FULL],
    ['EFBIG', FULL],
    ['EACCES', 'You may not write there: name another place with -o.'],
    ['EROFS', 'That disk cannot be written to: name another place with -o.'],
  ]),
}
