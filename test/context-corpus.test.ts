import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KeptFolder, keepFolder } from '../bench/retrieval/keep-folder.ts'
import type { ContextReport } from '../src/query/context/context-report.ts'
import { readContext } from '../src/query/context/read-context.ts'
import { PRICER } from './context-rows.ts'
import { CORPUS, listCorpusFiles } from './corpus.ts'
import { makeTree } from './temp-tree.ts'

describe.runIf(listCorpusFiles())('contexts of recorded sessions', () => {
  let kept: KeptFolder | undefined
  const reports = new Map<string, ContextReport>()
  beforeAll(async () => {
    kept = await keepFolder(CORPUS, join(makeTree({}), 'keep'))
    const { keep } = kept
    const threads = keep.store.all('SELECT DISTINCT session, agent FROM requests')
    for (const { session, agent } of threads as { session: number; agent: string }[]) {
      const report = readContext(keep, { session, agent: agent === '' ? undefined : agent, pricer: PRICER })
      reports.set(`${report.session.shortId} ${agent}`, report)
    }
  }, 60_000)
  afterAll(() => kept?.close())

  function findReport(id: string, agent = ''): ContextReport {
    const found = [...reports].find(([key]) => key.startsWith(id) && key.split(' ')[1]?.startsWith(agent))
    if (!found) throw new Error(`no thread ${id} ${agent}`)
    return found[1]
  }

  /** Each was looked at by hand: the lines between the two requests say so. */
  test.each([
    ['idle for 5 minutes and a half, one of them while the answer was written', '847ff7d2', 24, 'idle', 130_151],
    ['idle for more than an hour, written for an hour', 'c010174c', 57, 'idle', 154_309],
    ['compacted by the client', '0442a060', 124, 'compaction', 11_509],
    ['compacted by the user', '67d765b5', 58, 'compaction', 51_566],
    ['from Sonnet to Opus', '645ea3df', 5, 'model-switch', 56_698],
    ['resumed with the same version', '53ea1606', 31, 'resume', 110_974],
    ['resumed with a newer version', '130d7b7e', 35, 'resume', 76_227],
    ['old tool results cleared', '0cd9edf7', 46, 'tool-results-cleared', 80_679],
    ['306 seconds, but most of it was read', '88f04c6a', 21, 'unknown', 3248],
    ['five minutes after a write for an hour', '2a80b8d9', 11, 'unknown', 24_181],
  ])('%s', (_, id, request, cause, tokens) => {
    expect(findReport(id).misses.find(miss => miss.request === request)).toMatchObject({ cause, tokens })
  })

  test('a subagent that waited for too long', () => {
    expect(findReport('ef958aa1', 'a4ca75').misses).toMatchObject([
      { cause: 'unknown' },
      { request: 18, cause: 'idle' },
    ])
  })

  test('a prompt taken back is silent', () => {
    expect(findReport('ac0d0711').misses.map(({ request }) => request)).not.toContain(16)
  })

  test('whoever waits for longer than the cache lives pays again: idle is never found for less', () => {
    const idle = [...reports.values()].flatMap(({ misses }) => misses.filter(({ cause }) => cause === 'idle'))
    expect(idle.length).toBeGreaterThan(40)
    for (const { idleMs = 0, lifeMs = 0 } of idle) expect(idleMs).toBeGreaterThan(lifeMs)
  })

  test('whoever does not wait, switch, compact or resume reads nearly all', () => {
    const all = [...reports.values()].flatMap(({ requests, misses }) =>
      requests.map(() => misses.length / requests.length),
    )
    const unknown = [...reports.values()].flatMap(({ misses }) => misses.filter(({ cause }) => cause === 'unknown'))
    expect(all.length).toBeGreaterThan(2000)
    expect(unknown.length / all.length).toBeLessThan(0.02)
  })

  test('numbers of each report agree with each other', () => {
    for (const { requests, misses, totals, models } of reports.values()) {
      expect(models.reduce((sum, model) => sum + model.requests, 0)).toBe(requests.length)
      expect(misses.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(totals.missTokens)
      expect(Math.max(0, ...requests.map(({ contextTokens }) => contextTokens))).toBe(totals.peakTokens)
      for (const { tokens, cachedTokens, readTokens, request } of misses) {
        const own = requests[request - 1]
        expect(tokens + readTokens).toBeLessThanOrEqual(cachedTokens)
        expect(tokens).toBeLessThanOrEqual((own?.contextTokens ?? 0) - readTokens)
      }
    }
  })
})
