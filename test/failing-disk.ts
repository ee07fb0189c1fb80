import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ArchiveDisk, REAL_DISK } from '../src/archive/archive-disk.ts'

/** Called before every step that changes the disk; throws to make it fail. Gets what half of the step would be. */
export type BeforeStep = (step: { readonly name: keyof ArchiveDisk; readonly half: () => void }) => void

/** A disk whose every step can be made to fail. It syncs nothing: tests need no power cut. */
export function steppedDisk(before: BeforeStep, disk: ArchiveDisk = { ...REAL_DISK, ...NO_SYNC }): ArchiveDisk {
  const nothing = () => {}
  return {
    sizeOf: path => disk.sizeOf(path),
    makeFolder(path) {
      before({ name: 'makeFolder', half: nothing })
      return disk.makeFolder(path)
    },
    writeAt(path, position, parts) {
      before({ name: 'writeAt', half: () => disk.writeAt(path, position, halfOf(parts)) })
      disk.writeAt(path, position, parts)
    },
    replace(path, parts) {
      before({ name: 'replace', half: () => disk.replace(path, halfOf(parts)) })
      disk.replace(path, parts)
    },
    truncate(path, length) {
      before({ name: 'truncate', half: nothing })
      disk.truncate(path, length)
    },
    rename(from, to) {
      before({ name: 'rename', half: nothing })
      disk.rename(from, to)
    },
    remove(path) {
      before({ name: 'remove', half: nothing })
      disk.remove(path)
    },
    async sync(path) {
      before({ name: 'sync', half: nothing })
      await disk.sync(path)
    },
    async syncFolder(path) {
      before({ name: 'syncFolder', half: nothing })
      await disk.syncFolder(path)
    },
  }
}

/** As the system says it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: made up by a test`), { code, syscall: 'write' })
}

/** Step `at` fails after half of its work; the steps after it work again. */
export function failingDisk(at: number, code: string, disk?: ArchiveDisk): { disk: ArchiveDisk; steps(): number } {
  let steps = 0
  const failing = steppedDisk(({ half }) => {
    if (steps++ !== at) return
    half()
    throw systemError(code)
  }, disk)
  return { disk: failing, steps: () => steps }
}

/** The process ends in the middle of step `at`: nothing is done after it, not even clearing up. */
export function crashingDisk(at: number, disk?: ArchiveDisk): { disk: ArchiveDisk; steps(): number } {
  let steps = 0
  const crashing = steppedDisk(({ half }) => {
    if (steps++ < at) return
    if (steps === at + 1) half()
    throw systemError('EIO')
  }, disk)
  return { disk: crashing, steps: () => steps }
}

interface Inode {
  bytes: Buffer
  /** What survives a power cut for certain. */
  synced: Buffer
}

/**
 * Remembers what has been synced and what has not. After `cutPower` the folder holds what was synced; of the rest,
 * anything may be lost: bytes of a file wholly or in part, the last changes of names in a folder.
 */
export class PowerDisk implements ArchiveDisk {
  private readonly folder: string
  private readonly names = new Map<string, Inode>()
  private readonly syncedNames = new Map<string, Inode>()
  private readonly changes = new Map<string, ((names: Map<string, Inode>) => void)[]>()

  constructor(folder: string) {
    this.folder = folder
    for (const path of listFiles(folder)) {
      const bytes = readFileSync(path)
      const inode = { bytes, synced: bytes }
      this.names.set(path, inode)
      this.syncedNames.set(path, inode)
    }
  }

  sizeOf(path: string): number | undefined {
    return REAL_DISK.sizeOf(path)
  }

  makeFolder(path: string): boolean {
    return REAL_DISK.makeFolder(path)
  }

  writeAt(path: string, position: number, parts: readonly Uint8Array[]): void {
    REAL_DISK.writeAt(path, position, parts)
    this.take(path)
  }

  replace(path: string, parts: readonly Uint8Array[]): void {
    REAL_DISK.replace(path, parts)
    this.take(path)
  }

  truncate(path: string, length: number): void {
    REAL_DISK.truncate(path, length)
    this.take(path)
  }

  rename(from: string, to: string): void {
    REAL_DISK.rename(from, to)
    this.noteRenamed(from, to)
  }

  /** Somebody else has done it. */
  noteRenamed(from: string, to: string): void {
    const inode = this.names.get(from) as Inode
    this.names.delete(from)
    this.names.set(to, inode)
    if (dirname(from) === dirname(to)) {
      this.change(to, names => {
        names.delete(from)
        names.set(to, inode)
      })
    } else {
      this.change(to, names => names.set(to, inode))
      this.change(from, names => names.delete(from))
    }
  }

  remove(path: string): void {
    REAL_DISK.remove(path)
    this.noteRemoved(path)
  }

  /** Somebody else has done it. */
  noteRemoved(path: string): void {
    if (!this.names.delete(path)) return
    this.change(path, names => names.delete(path))
  }

  async sync(path: string): Promise<void> {
    this.noteSynced(path)
  }

  /** Somebody else has done it. */
  noteSynced(path: string): void {
    const inode = this.names.get(path)
    if (!inode) throw systemError('ENOENT')
    inode.synced = inode.bytes
  }

  async syncFolder(path: string): Promise<void> {
    this.noteFolderSynced(path)
  }

  /** Somebody else has done it. */
  noteFolderSynced(path: string): void {
    for (const apply of this.changes.get(path) ?? []) apply(this.syncedNames)
    this.changes.delete(path)
  }

  /** `choose(n)` is any number from 0 to n. */
  cutPower(choose: (most: number) => number): void {
    for (const changes of this.changes.values()) {
      for (const apply of changes.slice(0, choose(changes.length))) apply(this.syncedNames)
    }
    rmSync(this.folder, { recursive: true, force: true })
    for (const [path, { bytes, synced }] of this.syncedNames) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(
        path,
        bytes === synced ? bytes : ([synced, bytes, tear(synced, bytes, choose)][choose(2)] as Buffer),
      )
    }
  }

  /** Takes what stands in a file now, as bytes that are not synced. */
  take(path: string): void {
    const bytes = readFileSync(path)
    const inode = this.names.get(path)
    if (inode) {
      inode.bytes = bytes
      return
    }
    const made = { bytes, synced: Buffer.alloc(0) }
    this.names.set(path, made)
    this.change(path, names => names.set(path, made))
  }

  private change(path: string, apply: (names: Map<string, Inode>) => void): void {
    const folder = dirname(path)
    this.changes.set(folder, [...(this.changes.get(folder) ?? []), apply])
  }
}

const NO_SYNC = { sync: async () => {}, syncFolder: async () => {} }

function halfOf(parts: readonly Uint8Array[]): readonly Uint8Array[] {
  const all = Buffer.concat(parts)
  return [all.subarray(0, all.length >> 1)]
}

/** The length is there, the content is not: blocks that were never written read as zeros. What was synced stays. */
function tear(synced: Buffer, bytes: Buffer, choose: (most: number) => number): Buffer {
  let safe = 0
  while (safe < Math.min(synced.length, bytes.length) && synced[safe] === bytes[safe]) safe++
  return Buffer.from(bytes).fill(0, safe + choose(bytes.length - safe))
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile())
}
