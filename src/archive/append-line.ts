import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  constants as SYSTEM,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { FILE_MODE, FOLDER_MODE, REAL_DISK } from './archive-disk.ts'
import { systemCodeOf, toArchiveError } from './archive-errors.ts'
import { NEW_ENDING } from './archive-folder.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * A small file of lines that several processes append to without a lock, while another may write it anew: no line gets
 * lost. Whoever appends looks afterwards whether the file is still the one with that name, and whoever writes it anew
 * takes over what came into the old one meanwhile; at worst a line stands there twice.
 */
export function appendLine(path: string, line: string): void {
  explain(path, () => {
    mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE })
    const isNew = statSync(path, { throwIfNoEntry: false }) === undefined
    while (!appendOnce(path, line)) {}
    if (isNew) syncFolder(dirname(path))
  })
}

/** Writes the file anew, in one step, without the lines that are not to be kept. Nothing happens where all are. */
export function keepLines(path: string, isKept: (line: Buffer) => boolean): void {
  explain(path, () => {
    // Left over from a run that was cut off: it holds what may have to go now.
    rmSync(path + NEW_ENDING, { force: true })
    const old = openIfThere(path)
    if (old === undefined) return
    try {
      const bytes = readFrom(old, 0)
      const lines = splitLines(bytes)
      const kept = lines.filter(isKept)
      if (kept.length === lines.length) return
      replaceFile(path, Buffer.concat(kept.map(endLine)))
      for (const late of splitLines(readFrom(old, bytes.length)).filter(isKept)) appendLine(path, late.toString())
    } finally {
      closeSync(old)
    }
  })
}

/** Lines with their bytes as they are, without the line ends; a last one may be cut. */
export function readLines(path: string): readonly Buffer[] {
  return explain(path, () => {
    const file = openIfThere(path)
    if (file === undefined) return []
    try {
      return splitLines(readFrom(file, 0))
    } finally {
      closeSync(file)
    }
  })
}

const NEWLINE = 0x0a

/** False where the file was replaced meanwhile. */
function appendOnce(path: string, line: string): boolean {
  const file = openSync(path, SYSTEM.O_RDWR | SYSTEM.O_APPEND | SYSTEM.O_CREAT, FILE_MODE)
  try {
    const opened = fstatSync(file, { bigint: true })
    const size = Number(opened.size)
    // A line that was cut off by a crash stays alone on its line.
    const isCut = size > 0 && readFrom(file, size - 1)[0] !== NEWLINE
    const bytes = Buffer.from(`${isCut ? '\n' : ''}${line}\n`)
    // One call: the system puts it behind what others append at the same time.
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
    fsyncSync(file)
    const named = statSync(path, { throwIfNoEntry: false, bigint: true })
    return named !== undefined && named.ino === opened.ino && named.dev === opened.dev
  } finally {
    closeSync(file)
  }
}

function replaceFile(path: string, bytes: Uint8Array): void {
  const beside = path + NEW_ENDING
  const file = openSync(beside, SYSTEM.O_WRONLY | SYSTEM.O_CREAT | SYSTEM.O_TRUNC, FILE_MODE)
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  REAL_DISK.rename(beside, path)
  syncFolder(dirname(path))
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function readFrom(file: number, start: number): Buffer {
  const parts: Buffer[] = []
  for (let at = start; ; ) {
    const part = Buffer.alloc(64 * 1024)
    const count = readSync(file, part, 0, part.length, at)
    if (count === 0) return Buffer.concat(parts)
    parts.push(part.subarray(0, count))
    at += count
  }
}

function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, start)
    const stop = end < 0 ? bytes.length : end
    lines.push(bytes.subarray(start, stop))
    start = stop + 1
  }
  return lines
}

function endLine(line: Buffer): Buffer {
  return Buffer.concat([line, Buffer.of(NEWLINE)])
}

function explain<Result>(path: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw toArchiveError(path, error)
  }
}
