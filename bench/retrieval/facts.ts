import type { IndexedKeep } from '../../src/query/indexed-keep.ts'
import type { Gold } from './evaluate.ts'

/** A parsed fact and where it stands. */
export interface Fact extends Gold {
  readonly text: string
  readonly at: number | undefined
  /** Sessions that share entries (resumes, forks, copies) are one conversation. */
  readonly conversation: string
  /** Changed or only read, for files; the subject, for commits; how it is known, for others. */
  readonly detail: string
}

const SOURCES = {
  file: `SELECT path AS text, action AS detail FROM file_touches`,
  command: `SELECT text, '' AS detail FROM commands`,
  error: `SELECT message AS text, source AS detail FROM errors`,
  commit: `SELECT sha AS text, coalesce(subject, '') AS detail FROM commits`,
  pullRequest: `SELECT url AS text, known_by AS detail FROM pull_requests`,
  url: `SELECT url AS text, source AS detail FROM urls`,
  prompt: `SELECT text, source AS detail FROM prompts`,
} as const

export type FactName = keyof typeof SOURCES

export function readFacts({ store }: IndexedKeep): { readonly [Name in FactName]: readonly Fact[] } {
  const conversations = joinConversations({ store })
  const read = (name: FactName): readonly Fact[] =>
    store
      .all(
        `SELECT s.id, f.agent, f.turn, f.at, f.text, f.detail
         FROM (${SOURCES[name].replace('SELECT', 'SELECT session, agent, number, turn, at,')}) AS f
         JOIN sessions AS s USING (session) ORDER BY f.session, f.agent, f.number`,
      )
      .map(row => ({
        sessionId: String(row.id),
        agent: String(row.agent),
        turn: Number(row.turn),
        at: row.at === null ? undefined : Number(row.at),
        text: String(row.text),
        detail: String(row.detail),
        conversation: conversations.get(String(row.id)) ?? String(row.id),
      }))
  return {
    file: read('file'),
    command: read('command'),
    error: read('error'),
    commit: read('commit'),
    pullRequest: read('pullRequest'),
    url: read('url'),
    prompt: read('prompt'),
  }
}

/** From a session to the name of its conversation. */
function joinConversations({ store }: Pick<IndexedKeep, 'store'>): ReadonlyMap<string, string> {
  const parents = new Map<string, string>()
  const rootOf = (id: string): string => {
    const parent = parents.get(id)
    return parent === undefined ? id : rootOf(parent)
  }
  const shared = store.all(
    `SELECT e.uuid, group_concat(DISTINCT s.id) AS ids FROM entries AS e JOIN sessions AS s USING (session)
     WHERE e.uuid IS NOT NULL GROUP BY e.uuid HAVING count(DISTINCT s.id) > 1`,
  )
  for (const { ids } of shared) {
    const [first = '', ...others] = String(ids).split(',').map(rootOf)
    for (const other of others) if (rootOf(other) !== rootOf(first)) parents.set(rootOf(other), rootOf(first))
  }
  return new Map([...parents.keys()].map(id => [id, rootOf(id)]))
}
