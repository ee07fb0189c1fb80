import type { Store } from '../../store/store.ts'
import { clip } from '../../text/clip.ts'
import { formatNumberOf } from '../../text/count.ts'
import { formatIso } from '../../time/day.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { readSessionFacts, type SessionFacts } from '../search/session-facts.ts'
import { ownWordsOf } from './asked-for.ts'
import { belowRoot } from './left-off.ts'
import type { RecallItem, SessionRecallRequest } from './recall.ts'

/** Of each kind, the last ones: what is older was built upon or given up. */
const MAX_OF_A_KIND = 6
const MAX_TEXT = 200
const MAX_FILES = 15

/** Something a person settled. */
interface Settled {
  readonly turn: number
  readonly at: number | undefined
  readonly text: string
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
  const corrected = listCorrections(store, place)
  if (agreed.length + corrected.length === 0) return []
  const item = (kind: string, why: string, settled: readonly Settled[]): readonly RecallItem[] =>
    settled.length === 0 ? [] : [toItem(session, kind, why, settled)]
  return [
    ...item('agreed', 'agreed with the user before the compaction', newest(agreed)),
    ...item('corrected', 'where the user corrected the course before the compaction', newest(corrected)),
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
  return readSettled(
    store,
    place,
    'SELECT turn, at, question, answer FROM questions AS f WHERE answer IS NOT NULL AND',
    row => `${clip(row.question as string, MAX_TEXT)} Answer: ${clip(row.answer as string, MAX_TEXT)}`,
  )
}

function listPlans(store: Store, place: Before): readonly Settled[] {
  return readSettled(
    store,
    place,
    `SELECT turn, at, title, file_path FROM plans AS f WHERE verdict = 'approved' AND`,
    row => {
      const file = row.file_path === null ? '' : ` (${row.file_path})`
      return `Plan approved: ${clip((row.title as string | null) ?? 'without a title', MAX_TEXT)}${file}`
    },
  )
}

/** What was said with a no, what was asked for right after the work was stopped, and prompts that begin like a no. */
function listCorrections(store: Store, place: Before): readonly Settled[] {
  const refused = readSettled(
    store,
    place,
    `SELECT turn, at, text FROM prompts AS f WHERE source IN ('rejection', 'plan-feedback', 'memory') AND`,
    row => clip(row.text as string, MAX_TEXT),
  )
  const turned = readSettled(
    store,
    place,
    `SELECT f.number AS turn, f.started_at AS at, f.text FROM turns AS f
     JOIN turns AS b ON b.session = f.session AND b.agent = f.agent AND b.number = f.number - 1 AND b.is_interrupted = 1
     WHERE f.is_rewound = 0 AND f.text <> '' AND`,
    row => ownWordsOf(row.text as string, MAX_TEXT),
    'f.started_at',
  )
  const said = readSettled(
    store,
    place,
    `SELECT turn, at, text FROM prompts AS f WHERE source IN ('prompt', 'queued') AND state <> 'dropped' AND`,
    row => (CORRECTS.test(row.text as string) ? ownWordsOf(row.text as string, MAX_TEXT) : ''),
  )
  return [...refused, ...turned, ...said].filter(({ text }) => text !== '')
}

/** How a correction begins, in English; in other languages only what was refused or stopped is known as one. */
const CORRECTS =
  /^(?:no\b[,. ]|nope\b|don'?t\b|do not\b|stop\b|wait\b[,. ]|actually\b|instead\b|never\b|always\b|please (?:don'?t|do not|never|always)\b|that'?s (?:not|wrong)\b|i (?:said|meant|did not|didn'?t)\b|not (?:what|that|like)\b)/i

function readSettled(
  store: Store,
  place: Before,
  sql: string,
  textOf: (row: { readonly [column: string]: unknown }) => string,
  at = 'f.at',
): readonly Settled[] {
  const order = at === 'f.at' ? 'f.turn, f.number' : 'f.number'
  const rows = store.all(`${sql} f.session = ? AND f.agent = '' AND coalesce(${at}, 0) < ? ORDER BY ${order}`, place)
  return rows.map(row => ({
    turn: row.turn as number,
    at: (row.at as number | null) ?? undefined,
    text: textOf(row),
  }))
}

/** The last ones, in the order they were said; the same words once. */
function newest(settled: readonly Settled[]): readonly Settled[] {
  const once = new Map(settled.map(item => [item.text, item]))
  return [...once.values()].sort((a, b) => a.turn - b.turn).slice(-MAX_OF_A_KIND)
}

function listFiles(store: Store, place: Before, root: string): readonly Settled[] {
  const rows = store.all(FILES, place)
  if (rows.length === 0) return []
  const names = rows.slice(0, MAX_FILES).map(row => belowRoot(row.path as string, root))
  const more = rows.length - names.length
  const text = names.join('; ') + (more > 0 ? ` and ${formatNumberOf(more, 'more', 'more')}` : '')
  return [{ turn: rows[0]?.turn as number, at: (rows[0]?.at as number | null) ?? undefined, text }]
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
