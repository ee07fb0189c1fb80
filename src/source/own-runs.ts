import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Entry } from '../format/entry.ts'
import { asObject, asObjects } from '../format/json.ts'
import { findRealFolder } from './project.ts'
import { readHead } from './read-head.ts'
import { listFiles, type SessionSource } from './session-source.ts'

/**
 * A command that `enrich` starts may be Claude Code itself, which writes a transcript of that run. Such a session is about
 * another session: kept and summed up in its turn it would never end. It is known by the folder it ran in, which nobody
 * else works in, or by a document of ours as its first prompt with the number of a run that was really started. Somebody
 * who pastes such a document into a session of their own keeps that session.
 */
export interface OwnRuns {
  isOwnRun(source: SessionSource): boolean
}

/** The version of the document that the command gets on stdin. */
export const ENRICH_SCHEMA = 'backscroll.enrich/1'

/** The working folder of the command. */
export function runFolder(keepDir: string): string {
  return join(keepDir, 'generated', 'run')
}

/** One line per run that was started, and what it spent. */
export function runsPath(keepDir: string): string {
  return join(keepDir, 'generated', 'runs.jsonl')
}

/** The first words of every document: what tells a session that was asked with it. */
export function documentStart(run: string): string {
  return `{"schema":"${ENRICH_SCHEMA}","run":"${run}",`
}

/** As `documentStart` writes it, or as it stands inside of a JSON string. */
const DOCUMENT_START = /(?:^|\n|\\n|"){\\?"schema\\?":\\?"backscroll\.enrich\/1\\?",\\?"run\\?":\\?"([0-9a-f]{16})\\?"/
/** The first is enough for most sessions; the last is longer than any document, so that the first line fits. */
const HEAD_BYTES = [16 * 1024, 320 * 1024] as const

/**
 * Where no run is noted, no file is looked into but those of the folder that runs are in: whoever throws the notes away
 * does not want the runs of before as sessions.
 */
export function createOwnRuns(keepDir: string): OwnRuns {
  const hasRuns = existsSync(runsPath(keepDir))
  const folders = [runFolder(keepDir), runFolder(findRealFolder(keepDir) ?? keepDir)]
  const projects = new Set(folders.map(nameProjectFolder))
  let runs: string | undefined
  const isStarted = (run: string): boolean => {
    runs ??= readText(runsPath(keepDir))
    return runs.includes(`"run":"${run}"`)
  }
  return {
    isOwnRun(source) {
      const [file] = listFiles(source)
      const isInFolder = projects.has(basename(source.folder))
      if (!file || (!hasRuns && !isInFolder)) return false
      for (const maxBytes of HEAD_BYTES) {
        const { entries, text, isWholeFile } = readHead(file.path, maxBytes)
        const cwd = entries.find(({ json }) => typeof json?.cwd === 'string' && json.cwd !== '')?.json?.cwd
        if (cwd !== undefined && folders.some(folder => folder === cwd)) return true
        const prompt = findFirstPrompt(entries)
        if (prompt === undefined && !isWholeFile && maxBytes !== HEAD_BYTES.at(-1)) continue
        const run = DOCUMENT_START.exec(prompt ?? lastLineOf(text, entries))?.[1]
        if (run !== undefined) return isStarted(run)
        // Of one that was only just begun nothing else tells whose it is, and once it is kept it stays.
        return cwd === undefined && prompt === undefined && isInFolder
      }
      return false
    },
  }
}

/** How the client names the folder for transcripts of a working folder. */
function nameProjectFolder(folder: string): string {
  return folder.replace(/[^a-zA-Z0-9]/g, '-')
}

/** The words of the first prompt; undefined where none lies whole in the head. */
function findFirstPrompt(entries: readonly Entry[]): string | undefined {
  for (const { kind, json } of entries) {
    if (kind === 'queue-operation' && typeof json?.content === 'string') return json.content
    if (kind !== 'user' || json?.isMeta === true) continue
    const content = asObject(json?.message)?.content
    if (typeof content === 'string') return content
    const texts = asObjects(content).flatMap(({ type, text }) =>
      type === 'text' && typeof text === 'string' ? text : [],
    )
    if (texts.length > 0) return texts.join('\n')
  }
  return undefined
}

/** A line that is longer than the head, as far as it was read. */
function lastLineOf(text: string, entries: readonly Entry[]): string {
  return entries.length === 0 ? text : text.slice(text.lastIndexOf('\n') + 1)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
