import { ArchiveDamage } from '../../archive/archive-errors.ts'
import { openKept } from '../../archive/kept-reader.ts'
import { listTexts } from '../../extract/list-texts.ts'
import { parseObject } from '../../format/line.ts'
import type { UnitKind } from '../../store/full-text.ts'
import { listGone } from '../../store/gone-sessions.ts'
import { formatIso } from '../../time/day.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { findMainTurn } from '../lookups/fact-place.ts'
import type { HitRole, SearchHit } from './answer.ts'
import { type EntryRow, toEntryRow } from './entry-reader.ts'
import type { WordFinder } from './find-words.ts'
import type { Narrowing } from './narrow.ts'
import type { SearchRequest } from './search-sessions.ts'
import { readSessionFacts, type SessionFacts } from './session-facts.ts'
import { cutSnippet } from './snippet.ts'
import { STOP_WORDS } from './terms.ts'

interface DeepRequest {
  readonly request: SearchRequest
  readonly narrowing: Narrowing
  readonly known: readonly SearchHit[]
}

/** Holds all that was asked for: nothing better is to be found in its session. */
export function isWhole({ step }: SearchHit): boolean {
  return step === 'phrase' || step === 'near' || step === 'all'
}

/**
 * Reads the archive itself for lines that hold all words and phrases, whatever the index left out of them: the middle of
 * long outputs, reminders, lines of unknown kinds. One hit per conversation that no other step found whole; newest first.
 */
export function deepHits(keep: IndexedKeep, { request, narrowing, known }: DeepRequest): readonly SearchHit[] {
  const sought = soughtIn(request)
  if (sought.wanted.length === 0) return []
  const whole = known.filter(isWhole)
  const exact = new Set(whole.flatMap(({ sessionId, alsoIn }) => [sessionId, ...alsoIn.map(also => also.sessionId)]))
  const { store } = keep
  const rows = store.all('SELECT session, id FROM sessions ORDER BY ended_at DESC, session DESC')
  const sessions = rows.filter(row => {
    return !exact.has(row.id as string) && (!narrowing.sessions || narrowing.sessions.has(row.session as number))
  })
  const room = request.limit - whole.length
  const deleted = listGone(store)
  const hits = new Map<string, SearchHit>()
  for (const { session } of sessions) {
    if (hits.size >= room || request.signal?.aborted) break
    const found = scanSession(keep, session as number, sought, narrowing)
    const facts = found && readSessionFacts(store, request.marks, [session as number]).get(session as number)
    if (!found || !facts) continue
    const hit = toHit(found, facts, deleted.has(session as number), sought.wanted, request.context)
    // Copies have the uuid of their original, which ended before them and comes later here.
    const key = hit.entryUuid ?? `${hit.sessionId} ${hit.span?.start}`
    const copy = hits.get(key)
    const alsoIn = copy ? [...copy.alsoIn, { sessionId: copy.sessionId, shortId: copy.shortId }] : []
    const { session: number, agent, turn } = found.entry
    hits.set(key, { ...hit, alsoIn, mainTurn: agent === '' ? turn : findMainTurn(store, number, agent) })
  }
  return [...hits.values()]
}

/** In lower case. */
interface Sought {
  readonly wanted: readonly string[]
  readonly unwanted: readonly string[]
}

const MAX_SOUGHT = 20

/** Words that every text has would only slow it down, and signs around a word are those of the question. */
function soughtIn({ query }: SearchRequest): Sought {
  const words = query.words.map(word => word.replace(/^[("'`<[]+|[)"'`>\],;:!?.]+$/g, '')).filter(word => word !== '')
  const telling = words.filter(word => !STOP_WORDS.has(word.toLowerCase()))
  const wanted = [...(telling.length > 0 ? telling : words), ...query.phrases]
  return { wanted: toLower(wanted).slice(0, MAX_SOUGHT), unwanted: toLower(query.without) }
}

function toLower(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.map(text => text.toLowerCase()))]
}

interface Found {
  readonly entry: EntryRow
  readonly generation: number
  readonly text: string
}

function scanSession(keep: IndexedKeep, session: number, sought: Sought, narrowing: Narrowing): Found | undefined {
  for (const file of keep.listFiles(session)) {
    if (file.role !== 'main' && file.role !== 'agent') continue
    const found = scanFile(keep, file, sought, (at, text) => {
      const sql = 'SELECT * FROM entries WHERE file = ? AND session = ? AND start <= ? AND "end" > ?'
      const row = keep.store.get(sql, [file.file, session, at, at])
      const entry = row && toEntryRow(row)
      return entry && isWanted(keep, entry, narrowing) ? { entry, generation: file.generation, text } : undefined
    })
    if (found) return found
  }
  return undefined
}

const UNITS = `SELECT session, agent, kind, number, first_turn, last_turn, at FROM units
  WHERE session = ? AND agent = ? AND first_entry <= ? AND last_entry >= ?`

/** As filters would have it of the units the entry stands in; what stands in none is taken for prose of its turn. */
function isWanted({ store }: IndexedKeep, entry: EntryRow, narrowing: Narrowing): boolean {
  const { columns, time } = narrowing
  const column = roleOf(entry) === 'tool' ? 'input' : roleOf(entry)
  if (columns && !(columns as readonly string[]).includes(column)) return false
  if (
    entry.at !== undefined &&
    ((time.from ?? entry.at) > entry.at || (time.to ?? Number.POSITIVE_INFINITY) <= entry.at)
  )
    return false
  if (!narrowing.isFine && narrowing.kinds.length > 1) return true
  const { session, agent, number, turn, at } = entry
  const units = store.all(UNITS, [session, agent, number, number]).map(row => ({
    session,
    agent,
    kind: row.kind as UnitKind,
    number: row.number as number,
    firstTurn: row.first_turn as number,
    lastTurn: row.last_turn as number,
    firstAt: at,
    at,
  }))
  const own = { session, agent, kind: 'prose', number: -1, firstTurn: turn, lastTurn: turn, firstAt: at, at } as const
  return (units.length > 0 ? units : [own]).some(
    unit => narrowing.kinds.includes(unit.kind) && narrowing.isWanted(unit),
  )
}

type Accept = (at: number, text: string) => Found | undefined

/** The first line whose texts hold everything, and which is accepted. */
function scanFile(
  keep: IndexedKeep,
  file: Parameters<typeof openKept>[1],
  sought: Sought,
  accept: Accept,
): Found | undefined {
  // Looked for in the raw bytes first: quotes and line ends are written otherwise there, so only plain words are.
  const plain = sought.wanted.flatMap(text => text.match(/[a-z0-9]+/g) ?? []).sort((a, b) => b.length - a.length)
  const rough = plain[0] === undefined ? undefined : new RegExp(plain[0], 'i')
  let at = 0
  let rest: Buffer = Buffer.alloc(0)
  try {
    for (const chunk of openKept(keep.archive, file).chunks()) {
      const bytes =
        rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length) : Buffer.concat([rest, chunk])
      const end = bytes.lastIndexOf(0x0a) + 1
      const start = at
      const found =
        end > 0
          ? scanLines(bytes.subarray(0, end), rough, sought, (from, text) => accept(start + from, text))
          : undefined
      if (found) return found
      rest = bytes.subarray(end)
      at += end
    }
    const start = at
    return scanLines(rest, rough, sought, (from, text) => accept(start + from, text))
  } catch (error) {
    if (error instanceof ArchiveDamage) return undefined
    throw error
  }
}

function scanLines(bytes: Buffer, rough: RegExp | undefined, sought: Sought, accept: Accept): Found | undefined {
  if (rough && !rough.test(bytes.toString('latin1'))) return undefined
  let start = 0
  while (start < bytes.length) {
    const next = bytes.indexOf(0x0a, start)
    const end = next < 0 ? bytes.length : next
    const line = bytes.toString('utf8', start, end)
    const text = !rough || rough.test(line) ? findText(line, sought) : undefined
    const found = text === undefined ? undefined : accept(start, text)
    if (found) return found
    start = end + 1
  }
  return undefined
}

/** The text of the line that holds everything; where only all of them together do, the first that holds something. */
function findText(line: string, { wanted, unwanted }: Sought): string | undefined {
  const texts = listTexts(parseObject(line) ?? line)
  const lower = texts.map(text => text.toLowerCase())
  const whole = lower.join('\n')
  if (!wanted.every(word => whole.includes(word)) || unwanted.some(word => whole.includes(word))) return undefined
  const best = lower.findIndex(text => wanted.every(word => text.includes(word)))
  return texts[best >= 0 ? best : lower.findIndex(text => wanted.some(word => text.includes(word)))]
}

function roleOf({ kind, role }: EntryRow): HitRole {
  if (kind === 'assistant') return 'tool'
  if (role === 'tool-result') return 'output'
  if (role?.endsWith('prompt')) return 'prompt'
  return role === 'compact-summary' ? 'summary' : 'note'
}

const CHARS_A_LINE = 100
/** Of regular expressions. */
const SYNTAX = /[$()*+./?[\\\]^{|}]/g

/** Finds what the scan found: letters, wherever in a word they stand. */
function createTextFinder(wanted: readonly string[]): WordFinder {
  const patterns = wanted.map(text => new RegExp(text.replace(SYNTAX, '\\$&'), 'giu'))
  return {
    find: text =>
      patterns
        .flatMap((pattern, of) =>
          Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({
            start: index,
            end: index + found.length,
            of,
            weight: 1,
          })),
        )
        .sort((one, other) => one.start - other.start),
    inBytes: undefined,
  }
}

function toHit(
  { entry, generation, text }: Found,
  facts: SessionFacts,
  isDeleted: boolean,
  wanted: readonly string[],
  lines: number,
): SearchHit {
  const role = roleOf(entry)
  const size = { lines, chars: lines * CHARS_A_LINE }
  const snippet = cutSnippet([{ entry, column: 'output', role, text }], createTextFinder(wanted), size)
  return {
    sessionId: facts.id,
    shortId: facts.shortId,
    turn: entry.turn,
    mainTurn: entry.turn,
    agent: entry.agent === '' ? undefined : entry.agent,
    agentType: undefined,
    entryUuid: entry.uuid,
    role,
    title: facts.title,
    project: facts.project,
    projectPath: facts.projectPath,
    branch: facts.branch,
    at: formatIso(entry.at ?? facts.endedAt),
    snippet: (snippet?.text ?? '').toWellFormed(),
    highlights: snippet?.highlights ?? [],
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
