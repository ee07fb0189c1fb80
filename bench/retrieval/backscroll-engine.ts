import { readMarks } from '../../src/archive/marks.ts'
import type { SearchAnswer, SearchHit } from '../../src/query/search/answer.ts'
import { parseQuery } from '../../src/query/search/parse-query.ts'
import type { Filter } from '../../src/query/search/query.ts'
import { searchSessions } from '../../src/query/search/search-sessions.ts'
import type { Ask, Engine, Found } from './engine.ts'
import type { KeptFolder } from './keep-folder.ts'

export function createBackscroll(kept: KeptFolder): Engine {
  const marks = readMarks(kept.keepDir)
  return {
    name: 'backscroll',
    search: ask => answerOf(ask).hits.map(foundOf),
    close: () => {},
  }

  function answerOf({ text, limit, project }: Ask): SearchAnswer {
    const { now, keep } = kept
    const parsed = parseQuery(text, { now })
    const filters: readonly Filter[] =
      project === undefined ? parsed.filters : [...parsed.filters, { name: 'project', value: project, isNot: false }]
    return searchSessions(keep, { query: { ...parsed, filters }, limit, context: 3, isDeep: false, now, marks })
  }
}

function foundOf(hit: SearchHit): Found {
  const shown = [hit.shortId, hit.turn, hit.title, hit.project, hit.at, hit.snippet, hit.answer ?? '']
  return {
    sessionIds: [hit.sessionId, ...hit.alsoIn.map(other => other.sessionId)],
    turn: hit.turn,
    agent: hit.agent ?? '',
    snippet: `${hit.snippet}\n${hit.answer ?? ''}`,
    step: hit.step,
    bytes: Buffer.byteLength(shown.join(' ')),
  }
}
