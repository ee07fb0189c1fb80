import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KeptFolder, keepFolder } from '../bench/retrieval/keep-folder.ts'
import { readMarks } from '../src/archive/marks.ts'
import type { SearchAnswer } from '../src/query/search/answer.ts'
import { parseQuery } from '../src/query/search/parse-query.ts'
import { searchSessions } from '../src/query/search/search-sessions.ts'
import { CORPUS, listCorpusFiles } from './corpus.ts'
import { makeTree } from './temp-tree.ts'

describe.runIf(listCorpusFiles())('in recorded sessions', () => {
  let kept: KeptFolder
  beforeAll(async () => {
    kept = await keepFolder(CORPUS, join(makeTree({}), 'keep'))
  })
  afterAll(() => kept.close())

  function search(text: string): SearchAnswer {
    const { keep, keepDir, now } = kept
    const query = parseQuery(text, { now })
    return searchSessions(keep, { query, limit: 5, context: 3, isDeep: false, now, marks: readMarks(keepDir) })
  }

  function listFound({ hits }: SearchAnswer): readonly string[] {
    return hits.flatMap(({ sessionId, alsoIn }) => [sessionId, ...alsoIn.map(also => also.sessionId)])
  }

  test.each([
    ['commit:2564804', '9e953218'],
    ['2564804', '9e953218'],
    ['pr:342', 'c010174c'],
    ['entireio/cli#175', '53ea1606'],
    ['rewriting the addresses of tokenizer assets', '9e953218'],
    ['how did we set up docker for deployment', 'session-deploy-config'],
    ['was the plugin installed correctly', '88f04c6a'],
    ['make the coderabbit review helper installable as a library', 'cb2e607c'],
    ['claiming issues was removed from the docs', 'acc53d32'],
    ['grant application for agentic engineering', '01131ba6'],
  ])('%s', (text, id) => {
    const [hit] = search(text).hits
    expect({ text, id: hit?.sessionId.slice(0, id.length) }).toEqual({ text, id })
  })

  test('a session is among the first five by the words of its title', () => {
    const rows = kept.keep.store.all('SELECT id, title FROM sessions WHERE length(title) > 40 ORDER BY id')
    const some = rows.filter((_, at) => at % 4 === 0)
    expect(some.length).toBeGreaterThan(20)
    const missed = some.filter(({ id, title }) => !listFound(search(title as string)).includes(id as string))
    expect(missed.length / some.length, JSON.stringify(missed.map(({ id }) => id))).toBeLessThan(0.05)
  })

  test('each conversation is shown once, with words that stand in it', () => {
    for (const text of [
      'pull request review',
      'test failed',
      'please fix the bug',
      'is:error',
      'role:thinking',
      'tool:Bash git',
    ]) {
      const { hits } = search(text)
      expect(hits).toHaveLength(5)
      const ids = hits.map(({ sessionId }) => sessionId)
      expect({ text, ids: new Set(ids).size }).toEqual({ text, ids: ids.length })
      for (const { snippet, highlights } of hits) {
        for (const [start, end] of highlights)
          expect(snippet.slice(start, end)).toMatch(/^[\p{L}\p{N}].*[\p{L}\p{N}\p{M}]$|^[\p{L}\p{N}]$/su)
      }
    }
  })
})
