import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { hashText } from '../text/hash-text.ts'
import { appendLine, readLines } from './append-line.ts'

/**
 * What a command of the person's choice said of sessions (`enrich`), one file per session, only ever appended to. It stands
 * beside the archive and is no part of it: it holds no fact, and can be asked for again. No index knows it, so none that is
 * made anew loses it.
 */
export function generatedFolder(keepDir: string): string {
  return join(keepDir, 'generated')
}

/** One JSON object; `session` must be its id. */
export interface GeneratedLine {
  readonly session: string
  readonly [key: string]: unknown
}

export function appendGenerated(folder: string, line: GeneratedLine): void {
  appendLine(pathOf(folder, line.session), JSON.stringify(line))
}

/** The oldest first. Lines that cannot be read, and those of another session, are left out. */
export function readGenerated(folder: string, sessionId: string): readonly GeneratedLine[] {
  return readLines(pathOf(folder, sessionId)).flatMap(line => {
    const found = parseLine(line)
    return found?.session === sessionId ? [found] : []
  })
}

/** Takes out all that was said of a session. False where there was nothing. */
export function dropGenerated(folder: string, sessionId: string): boolean {
  return removeFile(pathOf(folder, sessionId))
}

/** The same for every session: how many there were. */
export function dropAllGenerated(folder: string): number {
  return listFiles(folder).filter(name => removeFile(join(folder, SESSIONS, name))).length
}

const SESSIONS = 'sessions'

/** Ids come from transcripts, so none of them is a name of a file. */
function pathOf(folder: string, sessionId: string): string {
  return join(folder, SESSIONS, `${hashText(sessionId)}.jsonl`)
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(join(folder, SESSIONS)).filter(name => /^[0-9a-f]{32}\.jsonl$/.test(name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function removeFile(path: string): boolean {
  try {
    rmSync(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

function parseLine(line: Buffer): GeneratedLine | undefined {
  try {
    const value: unknown = JSON.parse(line.toString())
    return typeof value === 'object' && value !== null && typeof (value as GeneratedLine).session === 'string'
      ? (value as GeneratedLine)
      : undefined
  } catch {
    return undefined
  }
}
