import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { ArchiveDisk } from './archive-disk.ts'

/** Names one kept stream. Numbers alone: no text from a transcript ever names a file here. */
export interface StreamName {
  readonly file: number
  readonly generation: number
}

export const STREAMS = 'streams'
export const BLOBS = 'blobs'
export const TAIL_ENDING = '.tail.zst'
/** Of a file that is written beside the one it will replace. */
export const NEW_ENDING = '.new'

export function manifestPath(folder: string): string {
  return join(folder, 'manifest.jsonl')
}

/** 0 where there is none. */
export function manifestSize(folder: string): number {
  return statSync(manifestPath(folder), { throwIfNoEntry: false })?.size ?? 0
}

/** Sealed frames: only ever appended to. */
export function sealedPath(folder: string, name: StreamName): string {
  return join(streamFolder(folder, name.file), `${name.file}-${name.generation}.zst`)
}

/** What comes after the sealed frames: replaced as a whole. */
export function tailPath(folder: string, name: StreamName): string {
  return join(streamFolder(folder, name.file), `${name.file}-${name.generation}${TAIL_ENDING}`)
}

export function newTailPath(folder: string, name: StreamName): string {
  return tailPath(folder, name) + NEW_ENDING
}

/** 256 folders, so that none gets long. */
export function streamFolder(folder: string, file: number): string {
  return join(folder, STREAMS, (file % 256).toString(16).padStart(2, '0'))
}

/** The hash comes from our own records, where it was checked to be one. */
export function blobPath(folder: string, sha256: string): string {
  return join(blobFolder(folder, sha256), `${sha256}.zst`)
}

export function blobFolder(folder: string, sha256: string): string {
  return join(folder, BLOBS, sha256.slice(0, 2))
}

/** The numbers in the name of a tail, or undefined for any other file. */
export function parseTailName(name: string): StreamName | undefined {
  const match = /^([1-9]\d{0,14})-([1-9]\d{0,14})\.tail\.zst$/.exec(name)
  return match ? { file: Number(match[1]), generation: Number(match[2]) } : undefined
}

/** The hash in the name of a blob, or undefined for any other file. */
export function parseBlobName(name: string): string | undefined {
  return /^([0-9a-f]{64})\.zst$/.exec(name)?.[1]
}

/** Makes the folders that are missing, and the page that tells a stranger what this is. */
export function makeArchiveFolder(disk: ArchiveDisk, folder: string): void {
  const isNew = disk.makeFolder(join(folder, STREAMS))
  disk.makeFolder(join(folder, BLOBS))
  const readme = join(folder, 'README.txt')
  if (isNew || disk.sizeOf(readme) === undefined) disk.replace(readme, [Buffer.from(README)])
}

const README = `This folder is the archive of backscroll: exact copies of Claude Code transcripts and of the files
that belong to them. It is complete in itself; the index beside it (index.db) can be rebuilt from it.
Nothing in here is changed or deleted by anything but \`backscroll forget\`.

manifest.jsonl    One JSON object per line, only ever appended to. "session" lines name sessions, "file" lines
                  their files, "generation" lines where a file stood (path) and why a copy was begun;
                  "frames" are the pieces it is kept in, with their SHA-256.
                  "sum" is the start of the SHA-256 of the line without it, "after" the sum of the line before.
                  Skip lines that cannot be read.
streams/          Files that grow. <file>-<generation>.zst holds whole pieces, <file>-<generation>.tail.zst
                  what came after them. The folder is the file number modulo 256, in hex.
blobs/            Files that are kept whole, named by the SHA-256 of their content ("sha256" in "generation" lines).

Everything is plain zstd. To get a file back by hand, with the numbers from the manifest:

    cat streams/07/7-1.zst streams/07/7-1.tail.zst | zstd -d > transcript.jsonl
    zstd -d < blobs/ab/ab12....zst > file

A short file has only the .tail.zst. A name that ends in .new is left over from a run that was cut off.
`
