import { ArchiveDamage } from '../../archive/archive-errors.ts'
import { openKept } from '../../archive/kept-reader.ts'
import { listTexts } from '../../extract/list-texts.ts'
import { parseObject } from '../../format/line.ts'
import { formatIso } from '../../time/day.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import type { SearchHit } from './answer.ts'
import { type EntryRow, toEntryRow } from './entry-reader.ts'
import { listDeleted, type Narrowing } from './narrow.ts'
import type { SearchRequest } from './search-sessions.ts'
import { readSessionFacts, type SessionFacts } from './session-facts.ts'
import { STOP_WORDS } from './terms.ts'

interface DeepRequest {
  readonly request: SearchRequest
  readonly narrowing: Narrowing
  readonly known: readonly SearchHit[]
}

/**
 * Reads the archive itself for lines that hold all words and phrases, whatever the index left out of them: the middle of
 * long outputs, reminders, lines of unknown kinds. One hit per session that no other step found; newest sessions first.
 */
export function deepHits(keep: IndexedKeep, { request, narrowing, known }: DeepRequest): readonly SearchHit[] {
  const wanted = soughtIn(request)
  if (wanted.length === 0) return []
  const exact = new Set(
    known.filter(({ step }) => step !== 'any' && step !== 'spelling').map(({ sessionId }) => sessionId),
  )
  const { store } = keep
  const rows = store.all('SELECT session, id FROM sessions ORDER BY ended_at DESC, session')
  const sessions = rows.filter(row => {
    return !exact.has(row.id as string) && (!narrowing.sessions || narrowing.sessions.has(row.session as number))
  })
  const room = request.limit - exact.size
  const deleted = listDeleted(store)
  const hits: SearchHit[] = []
  for (const { session } of sessions) {
    if (hits.length >= room || request.signal?.aborted) break
    const found = scanSession(keep, session as number, wanted)
    const facts = found && readSessionFacts(store, request.marks, [session as number]).get(session as number)
    if (found && facts) hits.push(toHit(found, facts, deleted.has(session as number), wanted, request.context))
  }
  return hits
}

/** In lower case. Words that every text has would only slow it down. */
function soughtIn({ query }: SearchRequest): readonly string[] {
  const words = query.words.filter(word => !STOP_WORDS.has(word.toLowerCase()))
  return [
    ...new Set([...(words.length > 0 ? words : query.words), ...query.phrases].map(text => text.toLowerCase())),
  ].slice(0, 20)
}

interface Found {
  readonly entry: EntryRow
  readonly generation: number
  readonly text: string
}

function scanSession(keep: IndexedKeep, session: number, wanted: readonly string[]): Found | undefined {
  for (const file of keep.listFiles(session)) {
    if (file.role !== 'main' && file.role !== 'agent') continue
    const start = scanFile(keep, file, wanted)
    if (!start) continue
    const row = keep.store.get('SELECT * FROM entries WHERE file = ? AND session = ? AND start <= ? AND "end" > ?', [
      file.file,
      session,
      start.at,
      start.at,
    ])
    if (row) return { entry: toEntryRow(row), generation: file.generation, text: start.text }
  }
  return undefined
}

/** The first line whose texts hold everything; where it starts. */
function scanFile(
  keep: IndexedKeep,
  file: Parameters<typeof openKept>[1],
  wanted: readonly string[],
): { readonly at: number; readonly text: string } | undefined {
  // Looked for in the raw bytes first: quotes and line ends are written otherwise there, so only plain words are.
  const plain = wanted.flatMap(text => text.match(/[a-z0-9]+/g) ?? []).sort((a, b) => b.length - a.length)
  const rough = plain[0] === undefined ? undefined : new RegExp(plain[0], 'i')
  let at = 0
  let rest: Buffer = Buffer.alloc(0)
  try {
    for (const chunk of openKept(keep.archive, file).chunks()) {
      const bytes =
        rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length) : Buffer.concat([rest, chunk])
      const end = bytes.lastIndexOf(0x0a) + 1
      const found = end > 0 ? scanLines(bytes.subarray(0, end), rough, wanted) : undefined
      if (found) return { at: at + found.at, text: found.text }
      rest = bytes.subarray(end)
      at += end
    }
    const found = scanLines(rest, rough, wanted)
    return found && { at: at + found.at, text: found.text }
  } catch (error) {
    if (error instanceof ArchiveDamage) return undefined
    throw error
  }
}

function scanLines(bytes: Buffer, rough: RegExp | undefined, wanted: readonly string[]) {
  if (rough && !rough.test(bytes.toString('latin1'))) return undefined
  let start = 0
  while (start < bytes.length) {
    const next = bytes.indexOf(0x0a, start)
    const end = next < 0 ? bytes.length : next
    const line = bytes.toString('utf8', start, end)
    if (!rough || rough.test(line)) {
      const texts = listTexts(parseObject(line) ?? line)
      const text =
        texts.find(one => holdsAll(one, wanted)) ??
        (holdsAll(texts.join('\n'), wanted) ? texts.find(one => holdsAny(one, wanted)) : undefined)
      if (text !== undefined) return { at: start, text }
    }
    start = end + 1
  }
  return undefined
}

function holdsAll(text: string, wanted: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return wanted.every(word => lower.includes(word))
}

function holdsAny(text: string, wanted: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return wanted.some(word => lower.includes(word))
}

const AROUND = 120

function toHit(
  { entry, generation, text }: Found,
  facts: SessionFacts,
  isDeleted: boolean,
  wanted: readonly string[],
  lines: number,
): SearchHit {
  const lower = text.toLowerCase()
  const at = Math.min(...wanted.map(word => lower.indexOf(word)).filter(found => found >= 0))
  const from = Math.max(0, at - 40)
  const snippet = text.slice(from, at + AROUND * lines).toWellFormed()
  const shown = snippet.toLowerCase()
  const highlights = wanted.flatMap(word => {
    const start = shown.length === snippet.length ? shown.indexOf(word) : -1
    return start < 0 ? [] : [[start, start + word.length] as const]
  })
  return {
    sessionId: facts.id,
    shortId: facts.shortId,
    turn: entry.turn,
    agent: entry.agent === '' ? undefined : entry.agent,
    agentType: undefined,
    entryUuid: entry.uuid,
    role: entry.kind === 'assistant' ? 'tool' : entry.role === 'tool-result' ? 'output' : 'note',
    title: facts.title,
    project: facts.project,
    projectPath: facts.projectPath,
    branch: facts.branch,
    at: formatIso(entry.at ?? facts.endedAt),
    snippet,
    highlights: highlights.sort((a, b) => a[0] - b[0]),
    answer: undefined,
    score: 0,
    step: 'deep',
    matched: wanted,
    isRewound: entry.isRewound,
    isDeleted,
    isPinned: facts.isPinned,
    tags: facts.tags,
    alsoIn: [],
    more: 0,
    span: { file: entry.file, generation, start: entry.start, end: entry.end, line: entry.line },
  }
}
