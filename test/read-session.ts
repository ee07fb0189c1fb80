import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Entry } from '../src/format/entry.ts'
import { createParser } from '../src/format/parser.ts'
import { createSessionBuilder } from '../src/model/build-session.ts'
import type { Session } from '../src/model/session.ts'

/** One file of a session, as entries. */
export interface EntryFile {
  readonly agentId: string | undefined
  readonly entries: readonly Entry[]
}

export function readEntries(path: string): readonly Entry[] {
  const entries: Entry[] = []
  const parser = createParser({ onEntry: entry => entries.push(entry) })
  parser.push(readFileSync(path))
  parser.finish()
  return entries
}

export function readEntryFile(path: string): EntryFile {
  const name = basename(path, '.jsonl')
  return { agentId: name.startsWith('agent-') ? name.slice('agent-'.length) : undefined, entries: readEntries(path) }
}

/** The session id a file's own lines name, else its name. */
export function sessionIdOf(path: string, entries: readonly Entry[]): string {
  const name = basename(path, '.jsonl')
  if (/^[0-9a-f-]{36}$/.test(name)) return name
  const named = entries.findLast(entry => typeof entry.json?.sessionId === 'string')
  return (named?.json?.sessionId as string | undefined) ?? name
}

export function buildSession(id: string, files: readonly EntryFile[]): Session {
  const builder = createSessionBuilder({ id })
  files.forEach(({ agentId, entries }, file) => {
    const thread = builder.openThread({ file, agentId })
    for (const entry of entries) thread.add(entry)
  })
  return builder.build()
}

export function readSession(...paths: string[]): Session {
  const files = paths.map(readEntryFile)
  return buildSession(sessionIdOf(paths[0] as string, files[0]?.entries ?? []), files)
}
