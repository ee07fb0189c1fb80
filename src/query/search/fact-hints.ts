import type { SqlValue } from '../../store/define-table.ts'
import type { Store } from '../../store/store.ts'
import type { Place } from './filter-choices.ts'
import { isName } from './terms.ts'

/** Something a word of the question names exactly: a file that was changed, a commit that was made … */
export interface FactHint {
  readonly place: Place
  readonly word: string
  /** How much it says that this is the session meant, 0 to 1. */
  readonly weight: number
}

const MAX_NAMES = 12
const MAX_PLACES = 400

/** Parsed facts know better than ranking which session edited a path, made a commit or opened a pull request. */
export function findFactHints(
  store: Store,
  words: readonly string[],
  sessions: ReadonlySet<number> | undefined,
): readonly FactHint[] {
  const names = [...new Set(words.map(word => word.replace(/^[("'`<[]+|[)"'`>\].,;!?]+$/g, '')))]
  return names
    .slice(0, 200)
    .filter(isFactName)
    .slice(0, MAX_NAMES)
    .flatMap(word => hintsOf(store, word))
    .filter(({ place }) => sessions === undefined || sessions.has(place.session))
}

const SHA = /^[0-9a-f]{7,40}$/i
const PULL_REQUEST = /^(?:[\w.-]+\/[\w.-]+)?#(\d{1,7})$/
const ADDRESS = /^\w{2,12}:\/\/\S+/

function isFactName(word: string): boolean {
  return isName(word) || SHA.test(word) || PULL_REQUEST.test(word)
}

function hintsOf(store: Store, word: string): readonly FactHint[] {
  const number = PULL_REQUEST.exec(word)?.[1]
  if (number) return ask(store, word, 0.5, 'pull_requests WHERE pr_number = ?', [Number(number)])
  if (ADDRESS.test(word)) {
    const address = word.replace(/\/$/, '')
    return [
      ...ask(store, word, 0.5, 'urls WHERE url = ?1 OR url = ?1 || ?2', [address, '/']),
      ...ask(store, word, 0.6, 'pull_requests WHERE url = ?', [address]),
    ]
  }
  const commits = SHA.test(word) && /\d/.test(word) ? hintCommits(store, word.toLowerCase()) : []
  return commits.length > 0 ? commits : hintFiles(store, word)
}

function hintCommits(store: Store, sha: string): readonly FactHint[] {
  const fits =
    '(substr(lower(sha), 1, length(?1)) = ?1 OR (length(sha) >= 7 AND substr(?1, 1, length(sha)) = lower(sha)))'
  return ask(store, sha, 0.8, `commits WHERE ${fits}`, [sha])
}

/** The end of a path, or a name with or without its ending. Changing a file says more than reading it. */
function hintFiles(store: Store, word: string): readonly FactHint[] {
  const path = word
    .toLowerCase()
    .replaceAll('\\', '/')
    .replace(/:\d+(?::\d+)?$/, '')
    .replace(/^(?:~|\.{1,2})?\/+/, '')
  const base = path.split('/').at(-1) ?? ''
  if (base === '') return []
  const ends = `base_name = ?1 AND substr('/' || replace(lower(path), '\\', '/'), -length(?2) - 1) = '/' || ?2`
  const changed = ask(store, word, 0.45, `file_touches WHERE ${ends} AND action <> 'read'`, [base, path])
  const read = ask(store, word, 0.15, `file_touches WHERE ${ends} AND action = 'read'`, [base, path])
  if (changed.length + read.length > 0) return [...changed, ...read]
  if (!/^[\w-]{4,}$/.test(base)) return []
  return ask(
    store,
    word,
    0.3,
    `file_touches WHERE base_name >= ?1 || '.' AND base_name < ?1 || '/' AND action <> 'read'`,
    [base],
  )
}

function ask(
  store: Store,
  word: string,
  weight: number,
  from: string,
  values: readonly SqlValue[],
): readonly FactHint[] {
  const rows = store.all(
    `SELECT session, agent, turn, call, entry, at FROM ${from} ORDER BY at DESC LIMIT ${MAX_PLACES}`,
    values,
  )
  return rows.map(row => ({
    word,
    weight,
    place: {
      session: row.session as number,
      agent: row.agent as string,
      turn: row.turn as number,
      call: (row.call as number | null) ?? undefined,
      entry: (row.entry as number | null) ?? undefined,
      at: (row.at as number | null) ?? undefined,
    },
  }))
}
