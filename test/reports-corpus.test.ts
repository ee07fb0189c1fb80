import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KeptFolder, keepFolder } from '../bench/retrieval/keep-folder.ts'
import { changelog } from '../src/query/story/changelog.ts'
import { type DayReport, reportDay } from '../src/query/story/day-report.ts'
import { findThreads } from '../src/query/story/find-threads.ts'
import { listRelated } from '../src/query/story/related-sessions.ts'
import { findTrends } from '../src/query/story/trends.ts'
import { reportWeek } from '../src/query/story/week-report.ts'
import { CORPUS, listCorpusFiles } from './corpus.ts'
import { ALL } from './lookup-world.ts'
import { ANY, askedDay, UTC } from './report-world.ts'
import { makeTree } from './temp-tree.ts'

const DAY = 24 * 60 * 60 * 1000
const TELL_PAGE = fileURLToPath(new URL('../docs/tell.md', import.meta.url))

const RELATIONS = ['lineage', 'plan', 'closed-thread', 'pull-request', 'branch', 'files'].map(
  kind => `related: ${kind}`,
)
const CLOSINGS = [
  'task-done',
  'task-dropped',
  'tests-passed',
  'continued',
  'plan-continued',
  'asked-again',
  'words-came-back',
].map(reason => `closed: ${reason}`)

/** The corpus has not both of the sessions that it takes. */
const NOT_RECORDED = new Set([
  'related: plan',
  'related: pull-request',
  'closed: plan-continued',
  'closed: task-done',
  'closed: task-dropped',
  'closed: tests-passed',
])

describe.runIf(listCorpusFiles())('over recorded sessions', () => {
  let kept: KeptFolder
  beforeAll(async () => {
    kept = await keepFolder(CORPUS, join(makeTree({}), 'keep'))
  }, 120_000)
  afterAll(() => kept.close())

  /** Every day on which somebody asked for something. */
  function listDays(): readonly string[] {
    const rows = kept.keep.store.all(`SELECT DISTINCT started_at AS at FROM turns WHERE agent = '' AND number > 0`)
    return [...new Set(rows.flatMap(({ at }) => (at === null ? [] : [UTC.dayOf(at as number)])))].sort()
  }

  const dayOf = (day: string): DayReport => reportDay(kept.keep, askedDay(day))

  test('every item of a day stands in a turn that is there', () => {
    const days = listDays()
    expect(days.length).toBeGreaterThan(40)
    let items = 0
    for (const report of days.map(dayOf)) {
      for (const session of report.projects.flatMap(({ sessions }) => sessions)) {
        const { requests, files, commits, pullRequests, tests, decisions, open } = session
        for (const place of [...requests, ...files, ...commits, ...pullRequests, ...tests, ...decisions, ...open]) {
          items++
          const row = kept.keep.store.get(
            `SELECT 1 FROM sessions AS s JOIN turns AS t ON t.session = s.session AND t.agent = '' WHERE s.id = ? AND t.number = ?`,
            [session.sessionId, place.turn],
          )
          expect({ ...place, isThere: row !== undefined }).toEqual({ ...place, isThere: true })
        }
      }
    }
    expect(items).toBeGreaterThan(500)
  })

  test('days add up to their weeks', () => {
    for (const week of new Set(listDays().map(day => UTC.weekOf(Date.parse(day))))) {
      const from = Date.parse(week)
      const days = Array.from({ length: 7 }, (_, at) => UTC.dayOf(from + at * DAY))
      const report = reportWeek(kept.keep, { ...askedDay(week), from, to: from + 7 * DAY })
      const told = days.map(dayOf)
      for (const name of ['turns', 'activeMs', 'toolCalls', 'commits', 'testRuns', 'linesAdded', 'open'] as const) {
        const sum = told.reduce((all, { totals }) => all + totals[name], 0)
        expect({ week, name, sum }).toEqual({ week, name, sum: report.totals[name] })
      }
    }
  })

  test('trends have the numbers of their weeks', () => {
    const [first = '', last = ''] = [listDays()[0], listDays().at(-1)]
    const asked = { ...askedDay(first), project: undefined, since: Date.parse(first), until: Date.parse(last) + DAY }
    for (const { key, values } of findTrends(kept.keep, asked).weeks) {
      const from = Date.parse(key)
      const { totals } = reportWeek(kept.keep, { ...askedDay(key), from, to: from + 7 * DAY })
      const told = {
        sessions: totals.sessions,
        turns: totals.turns,
        activeMs: totals.activeMs,
        tokens: totals.usage?.totalTokens ?? 0,
        changedLines: totals.linesAdded + totals.linesRemoved,
        changedFiles: totals.files,
        commits: totals.commits,
        testRuns: totals.testRuns,
      }
      const names = Object.keys(told) as (keyof typeof told)[]
      expect({ key, ...Object.fromEntries(names.map(name => [name, values[name].value])) }).toEqual({ key, ...told })
    }
  })

  test('a changelog has every commit once, and each of them on its day', () => {
    const { commits, groups } = changelog(kept.keep, { from: 0, to: Number.MAX_SAFE_INTEGER, scope: ANY, zone: UTC })
    const shas = groups.flatMap(group => group.commits.map(({ sha }) => sha.slice(0, 7)))
    expect(new Set(shas).size).toBe(shas.length)
    expect(commits).toBeGreaterThan(10)
    expect(listDays().reduce((sum, day) => sum + dayOf(day).totals.commits, 0)).toBe(commits)
  })

  test('a thread that was closed names a later place', () => {
    const { threads, closed } = findThreads(kept.keep, {
      scope: { ...ALL, limit: 1000 },
      isAll: true,
      running: new Set(),
    })
    expect(closed).toBeGreaterThan(0)
    for (const { closedBy, at, sessionId, shortId } of threads) {
      if (!closedBy) continue
      expect(closedBy.shortId).not.toBe(shortId)
      expect({ sessionId, isLater: (closedBy.at ?? '') > (at ?? '') }).toEqual({ sessionId, isLater: true })
    }
  })

  test('relations have reasons, and most are told of from both sides', () => {
    const { store } = kept.keep
    const sessions = store.all('SELECT session FROM sessions').map(({ session }) => session as number)
    const all = new Map(sessions.map(session => [session, listRelated(kept.keep, session, 1000).related]))
    const pairs = [...all].flatMap(([session, related]) => related.map(one => [session, one] as const))
    expect(pairs.length).toBeGreaterThan(100)
    for (const [, one] of pairs) {
      expect(one.reasons.length).toBeGreaterThan(0)
      expect(one.score).toBeGreaterThan(0)
    }
    const oneSided = pairs.filter(([session, one]) => !all.get(one.session)?.some(back => back.session === session))
    expect(oneSided.length / pairs.length).toBeLessThan(0.05)
  })

  test('docs/tell.md counts the reasons they are known by (UPDATE=1 rewrites it)', () => {
    const { store } = kept.keep
    const counts = new Map<string, number>([...RELATIONS, ...CLOSINGS].map(name => [name, 0]))
    const count = (name: string): Map<string, number> => counts.set(name, (counts.get(name) ?? 0) + 1)
    for (const { session } of store.all('SELECT session FROM sessions')) {
      const { related } = listRelated(kept.keep, session as number, 1000)
      for (const { kind } of related.flatMap(({ reasons }) => reasons)) count(`related: ${kind}`)
    }
    const { threads } = findThreads(kept.keep, { scope: { ...ALL, limit: 1000 }, isAll: true, running: new Set() })
    for (const { closedBy } of threads) if (closedBy) count(`closed: ${closedBy.reason}`)
    const rows = [...counts].map(([name, found]) => `| ${name} | ${found} |`).join('\n')
    const page = readFileSync(TELL_PAGE, 'utf8')
    const made = page.replace(
      /(<!-- reasons -->\n).*?(\n<!-- \/reasons -->)/s,
      (_, begin, end) => `${begin}| reason | found |\n|---|--:|\n${rows}${end}`,
    )
    if (process.env.UPDATE) writeFileSync(TELL_PAGE, made)
    else expect(page).toBe(made)
    expect([...counts].filter(([name, found]) => found === 0 && !NOT_RECORDED.has(name))).toEqual([])
  })
})
