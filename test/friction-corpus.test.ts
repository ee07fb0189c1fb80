import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KeptFolder, keepFolder } from '../bench/retrieval/keep-folder.ts'
import type { SignalKind } from '../src/narrative/story.ts'
import { createPricer } from '../src/pricing/create-pricer.ts'
import { PRICES } from '../src/pricing/prices.ts'
import { type FoundFriction, findFriction } from '../src/query/story/friction.ts'
import { findTrends } from '../src/query/story/trends.ts'
import { buildUsage } from '../src/query/usage/build-usage.ts'
import { openIndexedUsage } from '../src/query/usage/indexed-usage.ts'
import { unpackJson } from '../src/store/packed-json.ts'
import { createZone, type Zone } from '../src/time/zone.ts'
import { CORPUS, listCorpusFiles } from './corpus.ts'
import { makeTree } from './temp-tree.ts'

describe.runIf(listCorpusFiles())('in recorded sessions', () => {
  let kept: KeptFolder
  let found: FoundFriction
  beforeAll(async () => {
    kept = await keepFolder(CORPUS, join(makeTree({}), 'keep'))
    found = findFriction(kept.keep, { project: undefined, since: undefined, until: undefined, limit: 1000 })
  })
  afterAll(() => kept.close())

  /** Places of the signals of a kind in the session whose id begins so. */
  function listPlaces(id: string, kind: SignalKind): readonly string[] {
    const rows = kept.keep.store.all(
      `SELECT st.story FROM stories AS st JOIN sessions AS s USING (session) WHERE substr(s.id, 1, ?) = ? AND s.turns > 0`,
      [id.length, id],
    )
    const stories = rows.map(row => unpackJson(row.story as Uint8Array) as { signals: readonly Placed[] })
    return stories.flatMap(({ signals }) =>
      signals
        .filter(signal => signal.kind === kind)
        .flatMap(({ places }) => places.map(({ turn, entry }) => `${turn}/${entry}`)),
    )
  }

  interface Placed {
    readonly kind: SignalKind
    readonly places: readonly { readonly turn: number; readonly entry: number }[]
  }

  test.each<[SignalKind, string, string]>([
    // Lint failed on what had just been edited.
    ['retries', 'cde341db', '2/86'],
    ['retries', '97007e37', '1/99'],
    // The string to replace was there twice; the next edit is the retry.
    ['retries', '3de15637', '1/25'],
    ['retries', 'fe869ecb', '2/77'],
    ['read-edit-cycles', 'a7da6a22', '4/150'],
    ['read-edit-cycles', '48f428f9', '3/135'],
    ['refusals', 'c010174c', '2/231'],
    ['interruptions', 'e4599950', '3/190'],
    ['corrections', '7acd37a8', '4/76'],
    ['rewinds', '03eb5929', '5/37'],
    ['compactions', '0442a060', '9/425'],
    ['failed-tests', 'aa5c5ada', '1/32'],
    ['open-errors', '88f04c6a', '7/536'],
  ])('%s: found in %s', (kind, id, place) => {
    expect(listPlaces(id, kind)).toContain(place)
  })

  test.each<[SignalKind, string, string]>([
    // The tests had passed again before this edit.
    ['retries', 'c010174c', '2/288'],
    ['retries', 'a7da6a22', '4/209'],
    // A search with a wrong quote failed, which says nothing about the file.
    ['retries', 'cde341db', '2/80'],
    // The file had not been read yet: a rule of the client.
    ['retries', 'bc3bf53b', '1/19'],
    // The person was asked, and the plan was written anew for the answer.
    ['read-edit-cycles', '48f428f9', '2/67'],
    // The line of the client behind a refused call.
    ['interruptions', 'c010174c', '1/233'],
    // Refused with words: a correction.
    ['refusals', '7acd37a8', '3/73'],
    // A question that was put aside.
    ['refusals', '48f428f9', '1/21'],
  ])('%s: not in %s at %s', (kind, id, place) => {
    expect(listPlaces(id, kind)).not.toContain(place)
  })

  test('scores use the range, and every part with points has its evidence', () => {
    expect(found.isCalibrated).toBe(true)
    expect(found.total).toBe(found.sessions.length)
    const scores = found.sessions.map(({ score }) => score ?? 0)
    expect(scores.length).toBeGreaterThan(40)
    expect(scores[0]).toBeGreaterThan(95)
    expect(scores.at(-1)).toBeLessThan(5)
    const middle = scores[Math.floor(scores.length / 2)] ?? 0
    expect(middle).toBeGreaterThan(40)
    expect(middle).toBeLessThan(60)
    for (const { parts, score } of found.sessions) {
      expect(parts.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score ?? 0, 6)
      for (const { points, evidence } of parts) {
        if (points > 0) expect(evidence.length).toBeGreaterThan(0)
        for (const { places } of evidence) expect(places.length).toBeGreaterThan(0)
      }
    }
  })

  test.each(['UTC', 'Pacific/Auckland'])('weeks have the tokens and the cost of `usage weekly` in %s', name => {
    const zone = createZone(name) as Zone
    const pricer = createPricer(PRICES)
    const now = Date.parse('2026-03-01T00:00:00Z')
    const [since, until] = [Date.parse('2025-09-01T00:00:00Z'), now]
    const { weeks } = findTrends(kept.keep, { project: undefined, since, until, zone, now, pricer })
    const { store } = kept.keep
    const source = openIndexedUsage(store, { since: undefined, until: undefined })
    const scope = { since: undefined, until: undefined, project: undefined, model: undefined, sessions: undefined }
    const usage = buildUsage(
      { source, store },
      {
        report: 'weekly',
        scope,
        zone,
        now,
        breakdown: 'none',
        order: 'usual',
        limit: undefined,
        pricer,
        recalculates: false,
      },
    )
    const byWeek = new Map(usage.rows.map(row => [row.key, row]))
    expect(weeks.length).toBeGreaterThan(20)
    expect(weeks.filter(({ values }) => (values.tokens.value ?? 0) > 0).length).toBeGreaterThan(10)
    for (const { key, values } of weeks) {
      expect(values.tokens.value).toBe(byWeek.get(key)?.totalTokens ?? 0)
      expect(values.costUsd.value).toBe(byWeek.get(key)?.costUsd ?? 0)
    }
  })

  test('every driver of an unusual week can be shown', () => {
    const zone = createZone('UTC') as Zone
    const until = Date.parse('2026-03-01T00:00:00Z')
    const since = Date.parse('2025-09-01T00:00:00Z')
    const trends = findTrends(kept.keep, { project: undefined, since, until, zone, now: until, pricer: undefined })
    expect(trends.anomalies.length).toBeGreaterThan(5)
    for (const { drivers } of trends.anomalies) {
      expect(drivers.length).toBeGreaterThan(0)
      for (const { sessionId, turn } of drivers) {
        const sql = `SELECT 1 FROM sessions AS s JOIN turns AS t USING (session) WHERE s.id = ?1 AND t.agent = '' AND (?2 IS NULL OR t.number = ?2)`
        const isThere = kept.keep.store.get(sql, [sessionId, turn ?? null]) !== undefined
        expect({ sessionId, turn, isThere }).toEqual({ sessionId, turn, isThere: turn !== undefined })
      }
    }
  })
})
