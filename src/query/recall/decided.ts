import type { Store } from '../../store/store.ts'
import { clip } from '../../text/clip.ts'
import { formatNumberOf } from '../../text/count.ts'
import { formatIso } from '../../time/day.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { readSessionFacts, type SessionFacts } from '../search/session-facts.ts'
import { belowRoot } from './left-off.ts'
import type { RecallItem, SessionRecallRequest } from './recall.ts'
import { listRefused, listSettled } from './settled-words.ts'

/** Of each kind, the last ones: what is older was built upon or given up. */
const MAX_OF_A_KIND = 6
const MAX_TEXT = 200
/** The client's summary has all of them. */
const MAX_FILES = 6

interface Said {
  /** Empty: nothing. */
  readonly text: string
  readonly isRule: boolean
}

/** Something a person settled. */
interface Settled extends Said {
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
  return readSettled(
    store,
    place,
    'SELECT turn, at, question, answer FROM questions AS f WHERE answer IS NOT NULL AND',
    row => ({
      text: `${clip(row.question as string, MAX_TEXT)} Answer: ${clip(row.answer as string, MAX_TEXT)}`,
      isRule: true,
    }),
  )
}

function listPlans(store: Store, place: Before): readonly Settled[] {
  return readSettled(
    store,
    place,
    `SELECT turn, at, title, file_path FROM plans AS f WHERE verdict = 'approved' AND`,
    row => {
      const file = row.file_path === null ? '' : ` (${row.file_path})`
      const title = clip((row.title as string | null) ?? 'without a title', MAX_TEXT)
      return { text: `Plan approved: ${title}${file}`, isRule: true }
    },
  )
}

/** What was said with a no, notes for the memory file, and what settles something in any prompt. */
function listSaid(store: Store, place: Before): readonly Settled[] {
  return readSettled(
    store,
    place,
    `SELECT f.turn, f.at, f.text, f.source FROM prompts AS f
     LEFT JOIN turns AS t ON t.session = f.session AND t.agent = f.agent AND t.number = f.turn
     WHERE f.source IN ('rejection', 'plan-feedback', 'memory', 'prompt', 'queued') AND f.state <> 'dropped'
     AND coalesce(t.is_rewound, 0) = 0 AND`,
    row => sentencesOf(row.source as string, row.text as string),
  )
}

function sentencesOf(source: string, text: string): Said {
  if (source === 'memory') return { text: clip(text, MAX_TEXT), isRule: true }
  const isNo = source === 'rejection' || source === 'plan-feedback'
  const sentences = isNo ? listRefused(text) : listSettled(text)
  return {
    text: clip(sentences.map(sentence => sentence.text).join(' '), MAX_TEXT),
    isRule: sentences.some(({ isRule }) => isRule),
  }
}

function readSettled(
  store: Store,
  place: Before,
  sql: string,
  saidIn: (row: { readonly [column: string]: unknown }) => Said,
): readonly Settled[] {
  const rows = store.all(
    `${sql} f.session = ? AND f.agent = '' AND coalesce(f.at, 0) < ? ORDER BY f.turn, f.number`,
    place,
  )
  return rows
    .map(row => ({ turn: row.turn as number, at: (row.at as number | null) ?? undefined, ...saidIn(row) }))
    .filter(({ text }) => text !== '')
}

/** The last ones in the order they were said, rules before choices where there is no room for all; the same words once. */
function newest(settled: readonly Settled[]): readonly Settled[] {
  const once = [...new Map(settled.map(item => [item.text, item])).values()]
  return once
    .sort((a, b) => Number(b.isRule) - Number(a.isRule) || b.turn - a.turn)
    .slice(0, MAX_OF_A_KIND)
    .sort((a, b) => a.turn - b.turn || (a.at ?? 0) - (b.at ?? 0))
}

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
