import { readFileSync } from 'node:fs'
import type { IndexedKeep } from '../../src/query/indexed-keep.ts'

/** A message of a transcript with all its text, read the plain way: for baselines, and to make questions from. */
export interface Message {
  readonly sessionId: string
  readonly project: string
  readonly agent: string
  readonly turn: number
  /** Prompt or answer, not a tool's input or output. */
  readonly isProse: boolean
  readonly text: string
}

export interface Transcript {
  readonly path: string
  readonly sessionId: string
  readonly project: string
}

export function listTranscripts({ store }: IndexedKeep): readonly Transcript[] {
  return store
    .all(
      `SELECT f.path, s.id, s.project_name FROM files AS f JOIN sessions AS s USING (session)
       WHERE f.role IN ('main', 'agent') ORDER BY f.file`,
    )
    .map(row => ({ path: String(row.path), sessionId: String(row.id), project: String(row.project_name) }))
}

export function* readMessages(keep: IndexedKeep): Generator<Message> {
  const places = new Map(
    keep.store
      .all(
        `SELECT s.id, e.uuid, e.agent, e.turn FROM entries AS e JOIN sessions AS s USING (session)
         WHERE e.uuid IS NOT NULL`,
      )
      .map(row => [`${row.id} ${row.uuid}`, { agent: String(row.agent), turn: Number(row.turn) }]),
  )
  for (const { path, sessionId, project } of listTranscripts(keep)) {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const json = parseLine(line)
      if (json?.type !== 'user' && json?.type !== 'assistant') continue
      const strings: string[] = []
      const isProse = collectText(json.message?.content, strings)
      const place = places.get(`${sessionId} ${json.uuid}`) ?? { agent: '', turn: 0 }
      if (strings.length > 0) yield { sessionId, project, ...place, isProse, text: strings.join('\n') }
    }
  }
}

interface Line {
  readonly type?: unknown
  readonly uuid?: unknown
  readonly message?: { readonly content?: unknown }
}

function parseLine(line: string): Line | undefined {
  try {
    const json: unknown = JSON.parse(line)
    return typeof json === 'object' && json !== null ? json : undefined
  } catch {
    return undefined
  }
}

/** All strings that a reader could see; true where there is more than calls and results. */
function collectText(content: unknown, into: string[]): boolean {
  if (typeof content === 'string') {
    into.push(content)
    return true
  }
  if (!Array.isArray(content)) return false
  let isProse = false
  for (const block of content as { [key: string]: unknown }[]) {
    if (typeof block?.text === 'string') isProse = into.push(block.text) > 0
    if (typeof block?.thinking === 'string') into.push(block.thinking)
    if (block?.type === 'tool_use') collectStrings(block.input, into)
    if (block?.type === 'tool_result') collectText(block.content, into)
  }
  return isProse && !content.some(block => block?.type === 'tool_result')
}

function collectStrings(value: unknown, into: string[]): void {
  if (typeof value === 'string') into.push(value)
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) collectStrings(item, into)
}
