import { DatabaseSync } from 'node:sqlite'
import type { Ask, Engine, Found } from './engine.ts'
import type { Message } from './read-messages.ts'

/**
 * Full text as most tools do it: one row per message, all its text in one column, `unicode61`, BM25, the best message of
 * each session. AND asks for all words, OR for any.
 */
export function createFtsEngines(messages: Iterable<Message>): readonly Engine[] {
  const database = new DatabaseSync(':memory:')
  database.exec(`CREATE VIRTUAL TABLE m USING fts5(
    text, session UNINDEXED, project UNINDEXED, turn UNINDEXED, agent UNINDEXED, tokenize='unicode61')`)
  const insert = database.prepare('INSERT INTO m(text, session, project, turn, agent) VALUES (?, ?, ?, ?, ?)')
  database.exec('BEGIN')
  for (const { text, sessionId, project, turn, agent } of messages) insert.run(text, sessionId, project, turn, agent)
  database.exec('COMMIT')
  const find = database.prepare(
    `SELECT session, turn, agent, snippet(m, 0, '', '', '…', 24) AS snippet FROM m
     WHERE m MATCH ? AND (? IS NULL OR project = ?) ORDER BY rank LIMIT 400`,
  )
  const engineOf = (name: string, operator: string): Engine => ({
    name,
    search: ask => search(ask, operator),
    close: () => {
      if (database.isOpen) database.close()
    },
  })
  return [engineOf('FTS5 AND', ' AND '), engineOf('FTS5 OR', ' OR ')]

  function search(
    { text, limit, project = null }: Omit<Ask, 'project'> & { project?: string | null | undefined },
    operator: string,
  ): readonly Found[] {
    const words = [...new Set(text.match(/[\p{L}\p{N}]+/gu) ?? [])]
    if (words.length === 0) return []
    const found = new Map<string, Found>()
    for (const row of find.iterate(words.map(word => `"${word}"`).join(operator), project, project)) {
      const { session, turn, agent, snippet } = row as { [column: string]: string | number }
      const id = String(session)
      if (found.has(id)) continue
      const bytes = Buffer.byteLength(`${id} ${turn} ${snippet}`)
      found.set(id, {
        sessionIds: [id],
        turn: Number(turn),
        agent: String(agent),
        snippet: String(snippet),
        step: undefined,
        bytes,
      })
      if (found.size === limit) break
    }
    return [...found.values()]
  }
}
