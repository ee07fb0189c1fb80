import type { SearchHit } from '../../../../query/search/answer.ts'
import { hrefTo } from '../router.ts'
import { textToFind } from './text-to-find.ts'

type Linked = Pick<SearchHit, 'sessionId' | 'mainTurn' | 'agent' | 'entryUuid' | 'snippet' | 'highlights'>

/** The exact entry, with the words that were found looked for in it. */
export function hitHref(hit: Linked, typed: string): string {
  const found = textToFind(hit, typed)
  return hrefTo(`/session/${encodeURIComponent(hit.sessionId)}`, {
    turn: hit.entryUuid === undefined ? String(hit.mainTurn) : undefined,
    entry: hit.entryUuid,
    agent: hit.agent,
    find: found === '' ? undefined : found,
  })
}
