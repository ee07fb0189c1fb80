import { leavesIt } from '../../narrative/wording/leaves-it.ts'
import { listStanding } from '../../narrative/wording/standing.ts'
import type { Store } from '../../store/store.ts'
import { clip } from '../../text/clip.ts'
import { formatNumberOf } from '../../text/count.ts'
import { formatIso } from '../../time/day.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { readSessionFacts, type SessionFacts } from '../search/session-facts.ts'
import { belowRoot } from './left-off.ts'
import type { RecallItem, SessionRecallRequest } from './recall.ts'

/** Of each kind, the last ones: what is older was built upon or given up. */
const MAX_OF_A_KIND = 6
const MAX_TEXT = 200
/** The client's summary has all of them. */
const MAX_FILES = 6

/** Something a person settled. */
interface Settled {
  readonly text: string
  /** Holds for longer than others, or takes them back. */
  readonly isRule: boolean
  readonly turn: number
  readonly at: number | undefined
}

/**
 * What the user settled in the session before it was compacted, in their own words: the client's summary tells of the
 * work, and such words are what it loses. With them, which files were changed; alone that would say nothing new.
 */
export function listDecided({ store }: IndexedKeep, request: SessionRecallRequest): readonly RecallItem[] {
  const session = findSession(store, request.sessionId ?? '')
  if (!session) return []
  const place = [session.session, request.compactedAt ?? request.now] as const
  const agreed = [...listAnswers(store, place), ...listPlans(store, place)]
  const said = listSaid(store, place)
  if (agreed.length + said.length === 0) return []
  const item = (kind: string, why: string, settled: readonly Settled[]): readonly RecallItem[] =>
    settled.length === 0 ? [] : [toItem(session, kind, why, settled)]
  return [
    ...item('agreed', 'agreed with the user before the compaction', newest(agreed)),
    ...item('said', 'where the user set the course before the compaction', newest(said)),
    ...item('files', 'files changed before the compaction', listFiles(store, place, session.projectPath)),
  ]
}

type Before = readonly [session: number, until: number]

/** The largest where several pieces bear the id. */
function findSession(store: Store, id: string): SessionFacts | undefined {
  const row = store.get('SELECT session FROM sessions WHERE id = ? ORDER BY size_bytes DESC, path LIMIT 1', [id])
  const session = row?.session as number | undefined
  if (session === undefined) return undefined
  return readSessionFacts(store, { isPinned: () => false, tagsOf: () => [] }, [session]).get(session)
}

function listAnswers(store: Store, place: Before): readonly Settled[] {
  return listRows(
    store,
    place,
    'SELECT turn, at, question, options, answer FROM questions AS f WHERE answer IS NOT NULL AND',
  )
    .filter(row => !leavesIt(row.answer as string, JSON.parse(row.options as string)))
    .map(row => ({
      ...placeOf(row),
      text: `Asked: ${clip(row.question as string, MAX_TEXT)} Answer of the user: ${clip(row.answer as string, MAX_TEXT)}`,
      isRule: true,
    }))
}

function listPlans(store: Store, place: Before): readonly Settled[] {
  return listRows(store, place, `SELECT turn, at, title, file_path FROM plans AS f WHERE verdict = 'approved' AND`).map(
    row => {
      const file = row.file_path === null ? '' : ` (${row.file_path})`
      const title = clip((row.title as string | null) ?? 'without a title', MAX_TEXT)
      return { ...placeOf(row), text: `Plan approved by the user: ${title}${file}`, isRule: true }
    },
  )
}

/** Rules are set at the beginning, courses later: of a long session the prompts between are not looked at, for time. */
const MAX_FIRST = 20
const MAX_LAST = 60

/** What was said with a no, notes for the memory file, and what settles something in any prompt. */
function listSaid(store: Store, place: Before): readonly Settled[] {
  const rows = listRows(
    store,
    place,
    `SELECT f.turn, f.at, f.text, f.source FROM prompts AS f
     LEFT JOIN turns AS t ON t.session = f.session AND t.agent = f.agent AND t.number = f.turn
     WHERE f.source IN ('rejection', 'plan-feedback', 'memory', 'prompt', 'queued') AND f.state <> 'dropped'
     AND coalesce(t.is_rewound, 0) = 0 AND`,
  )
  const looked = rows.length > MAX_FIRST + MAX_LAST ? [...rows.slice(0, MAX_FIRST), ...rows.slice(-MAX_LAST)] : rows
  const said = looked.map(row => ({ ...placeOf(row), text: row.text as string, source: row.source as string }))
  return listStanding(said).map(({ said: { turn, at }, sentences }) => ({
    turn,
    at,
    text: joinSome(sentences.map(({ text }) => text)),
    isRule: sentences.some(({ isRule, isTurn }) => isRule || isTurn),
  }))
}

/** Whole sentences; of a prompt with many the last ones, which may take the first back. */
function joinSome(sentences: readonly string[]): string {
  const chosen: string[] = []
  let chars = 0
  for (const sentence of sentences.toReversed()) {
    if (chosen.length > 0 && chars + sentence.length > MAX_TEXT) break
    chosen.unshift(clip(sentence, MAX_TEXT))
    chars += sentence.length + 1
  }
  return chosen.join(' ')
}

interface Row {
  readonly [column: string]: unknown
}

function listRows(store: Store, place: Before, sql: string): readonly Row[] {
  return store.all(`${sql} f.session = ? AND f.agent = '' AND coalesce(f.at, 0) < ? ORDER BY f.turn, f.number`, place)
}

function placeOf(row: Row): Pick<Settled, 'turn' | 'at'> {
  return { turn: row.turn as number, at: (row.at as number | null) ?? undefined }
}

/**
 * The last ones in the order they were said, rules before choices where there is no room for all; the same words once, where
 * they were said last. What a later one that there is no room for may have changed is not told either.
 */
function newest(settled: readonly Settled[]): readonly Settled[] {
  const once = [...new Map(settled.toReversed().map(item => [item.text, item])).values()]
  const ranked = once.sort((a, b) => Number(b.isRule) - Number(a.isRule) || b.turn - a.turn)
  const left = ranked.slice(MAX_OF_A_KIND)
  return ranked
    .slice(0, MAX_OF_A_KIND)
    .filter(item => !left.some(later => later.turn > item.turn && sharesWord(later.text, item.text)))
    .sort((a, b) => a.turn - b.turn || (a.at ?? 0) - (b.at ?? 0))
}

/** Of five letters or more, which is about the same thing often enough. */
function sharesWord(one: string, other: string): boolean {
  const words = new Set(one.toLowerCase().match(/[^\s.,;:!?"'`()]{5,}/g))
  return (other.toLowerCase().match(/[^\s.,;:!?"'`()]{5,}/g) ?? []).some(word => words.has(word) && !COMMON.has(word))
}

const COMMON: ReadonlySet<string> = new Set([
  'never',
  'always',
  'please',
  'should',
  'instead',
  'there',
  'which',
  "don't",
])

function listFiles(store: Store, place: Before, root: string): readonly Settled[] {
  const rows = store.all(FILES, place)
  if (rows.length === 0) return []
  const names = rows.slice(0, MAX_FILES).map(row => belowRoot(row.path as string, root))
  const more = rows.length - names.length
  const text = nameByFolder(names) + (more > 0 ? ` and ${formatNumberOf(more, 'more', 'more')}` : '')
  const [row] = rows
  return [{ turn: row?.turn as number, at: (row?.at as number | null) ?? undefined, text, isRule: false }]
}

/** The folder that all stand in is named once: `src/{queue/retry.ts, job.ts}`. */
function nameByFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths
  const shared = others.reduce((length, path) => sharedFolder(first.slice(0, length), path), first.lastIndexOf('/') + 1)
  if (others.length === 0 || shared === 0) return paths.join('; ')
  return `${first.slice(0, shared)}{${paths.map(path => path.slice(shared)).join(', ')}}`
}

/** Length of the folder that both begin with. */
function sharedFolder(folder: string, path: string): number {
  let length = 0
  while (length < folder.length && folder[length] === path[length]) length++
  return length === 0 ? 0 : folder.lastIndexOf('/', length - 1) + 1
}

const FILES = `SELECT path, max(coalesce(at, 0)) AS at, max(iif(agent = '', turn, 0)) AS turn FROM file_touches
WHERE session = ? AND coalesce(at, 0) < ? AND action <> 'read' GROUP BY path ORDER BY at DESC, path`

function toItem(session: SessionFacts, kind: string, why: string, settled: readonly Settled[]): RecallItem {
  const last = settled.at(-1)
  const turn = last?.turn ?? 0
  const isList = settled.length > 1
  return {
    key: `${kind}:${session.id}:${turn}`,
    kind: 'decision',
    sessionId: session.id,
    shortId: session.shortId,
    turn,
    entryUuid: undefined,
    title: session.title,
    project: session.project,
    branch: session.branch,
    at: formatIso(last?.at),
    text: settled.map(({ turn: said, text }) => (isList ? `${text} [${session.shortId}:${said}]` : text)).join('\n'),
    score: 1,
    why,
  }
}
