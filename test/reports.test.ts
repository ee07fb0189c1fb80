import { describe, expect, test } from 'vitest'
import type { IndexedKeep } from '../src/query/indexed-keep.ts'
import { changelog } from '../src/query/story/changelog.ts'
import { type DayReport, reportDay } from '../src/query/story/day-report.ts'
import { listRelated } from '../src/query/story/related-sessions.ts'
import { standup } from '../src/query/story/standup.ts'
import type { ToldSession } from '../src/query/story/tell-session.ts'
import { reportWeek } from '../src/query/story/week-report.ts'
import { buildUsage } from '../src/query/usage/build-usage.ts'
import { openIndexedUsage } from '../src/query/usage/indexed-usage.ts'
import { keepScripts, writeScript } from './lookup-world.ts'
import { processorMs } from './processor-time.ts'
import { ANY, asked, askedDay, FILES, FIRST, FORK, LATER, OTHER, PR, UTC } from './report-world.ts'

let opened: Promise<IndexedKeep> | undefined
function keep(): Promise<IndexedKeep> {
  opened ??= keepScripts(FILES)
  return opened
}

async function day(name: string, project?: string): Promise<DayReport> {
  return reportDay(await keep(), askedDay(name, project))
}

function sessionsOf({ projects }: Pick<DayReport, 'projects'>): readonly ToldSession[] {
  return projects.flatMap(project => project.sessions)
}

test('days and related sessions call a session by the title of its story', async () => {
  const first = writeScript({ sessionId: FIRST, cwd: '/home/dev/garden', startedAt: '2026-03-02T10:00:00.000Z' })
    .prompt('hello')
    .answer('Hello.')
    .prompt('Plant the beans in the northern bed')
    .edit('/home/dev/garden/bean.ts')
  const later = writeScript({
    sessionId: LATER,
    cwd: '/home/dev/garden',
    startedAt: '2026-03-03T10:00:00.000Z',
    mark: 'l',
  })
    .prompt('Water the beans')
    .edit('/home/dev/garden/bean.ts')
  const own = await keepScripts({
    [`projects/-home-dev-garden/${FIRST}.jsonl`]: first.lines,
    [`projects/-home-dev-garden/${LATER}.jsonl`]: later.lines,
  })
  const title = 'Plant the beans in the northern bed'
  expect(sessionsOf(reportDay(own, askedDay('2026-03-02'))).map(session => session.title)).toEqual([title])
  const number = own.store.get('SELECT session FROM sessions WHERE id = ?', [LATER])?.session as number
  const { related, previous } = listRelated(own, number, 5)
  expect([previous?.title, ...related.map(session => session.title)]).toEqual([title, title])
})

describe('a day', () => {
  test('holds the turns that were asked for on it, of a session that goes on over midnight', async () => {
    const [monday, tuesday] = [await day('2026-03-02'), await day('2026-03-03', 'garden')]
    expect(sessionsOf(monday).map(({ requests }) => requests.map(({ text, turn }) => [text, turn]))).toEqual([
      [['Plant the beans in the northern bed', 1]],
    ])
    expect(sessionsOf(tuesday).map(({ requests }) => requests.map(({ turn }) => turn))).toEqual([[2, 3]])
    expect(monday.totals).toMatchObject({ sessions: 1, turns: 1, files: 1, linesAdded: 1, linesRemoved: 1, commits: 0 })
    expect(tuesday.totals).toMatchObject({ sessions: 1, turns: 2, files: 2, commits: 1, pullRequests: 1 })
  })

  test('tells what came of the requests, each with its turn', async () => {
    const [session] = sessionsOf(await day('2026-03-03', 'garden'))
    expect(session).toMatchObject({
      sessionId: FIRST,
      files: [
        { path: '/home/dev/garden/bean.ts', change: 'changed', added: 1, removed: 1, turn: 2 },
        { path: '/home/dev/garden/package.json', turn: 2 },
      ],
      commits: [{ sha: 'abc1234', subject: 'Plant beans', turn: 3 }],
      pullRequests: [{ url: PR, number: 12, isOpened: true, turn: 3 }],
      tests: [{ command: 'npm test', outcome: 'passed', passed: 3, runs: 1, turn: 2 }],
    })
  })

  test('tells a turn that a fork repeats once, in the session that had it first', async () => {
    const report = await day('2026-03-04')
    expect(sessionsOf(report).map(({ sessionId, requests }) => [sessionId, requests.length])).toEqual([[FORK, 1]])
    expect(report.totals).toMatchObject({ turns: 1, commits: 0, pullRequests: 0 })
  })

  test('says what is open, and leaves out what a later session closed', async () => {
    const kitchen = await day('2026-03-03', 'kitchen')
    expect(sessionsOf(kitchen)[0]?.open).toMatchObject([{ kind: 'task', text: 'Taste the bean soup', turn: 1 }])
    const thursday = await day('2026-03-05')
    expect(sessionsOf(thursday)[0]?.open.map(({ kind }) => kind)).toContain('tests')
  })

  test('without work is empty and names the day before it with work', async () => {
    expect(await day('2026-03-10')).toMatchObject({ projects: [], before: '2026-03-05', totals: { sessions: 0 } })
    expect((await day('2026-03-10', 'kitchen')).before).toBe('2026-03-03')
  })

  test.each(['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'])('%s costs what usage says', async name => {
    const { store } = await keep()
    const { from, to, zone, now, pricer } = askedDay(name)
    const source = openIndexedUsage(store, { since: from, until: to })
    const { totals } = buildUsage(
      { source, store },
      {
        report: 'daily',
        scope: { since: from, until: to, project: undefined, model: undefined, sessions: undefined },
        zone,
        now,
        pricer,
        breakdown: 'none',
        order: 'usual',
        limit: undefined,
        recalculates: false,
      },
    )
    expect(totals.requests).toBeGreaterThan(0)
    expect((await day(name)).totals.usage).toEqual(totals)
  })
})

const WEEK = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08']

describe('a week', () => {
  test('is its days: what can be added up adds up', async () => {
    const week = reportWeek(await keep(), asked('2026-03-02', '2026-03-09'))
    const days = await Promise.all(WEEK.map(name => day(name)))
    for (const name of [
      'turns',
      'toolCalls',
      'activeMs',
      'linesAdded',
      'commits',
      'testRuns',
      'decisions',
      'open',
    ] as const) {
      expect([name, days.reduce((sum, { totals }) => sum + totals[name], 0)]).toEqual([name, week.totals[name]])
      expect([name, week.days.reduce((sum, { totals }) => sum + totals[name], 0)]).toEqual([name, week.totals[name]])
    }
    expect(days.reduce((sum, { totals }) => sum + (totals.usage?.totalTokens ?? 0), 0)).toBe(
      week.totals.usage?.totalTokens,
    )
    expect(week.days.map(({ day: name }) => name)).toEqual(WEEK.slice(0, 4))
    expect(week.totals).toMatchObject({ sessions: 4, files: 4, commits: 1, pullRequests: 1 })
  })

  test('says the same of a day as the day does', async () => {
    const week = reportWeek(await keep(), asked('2026-03-02', '2026-03-09'))
    for (const told of week.days) expect(told.projects).toEqual((await day(told.day)).projects)
  })

  test('is compared with the one before', async () => {
    const after = reportWeek(await keep(), asked('2026-03-09', '2026-03-16'))
    expect(after.totals.sessions).toBe(0)
    expect(after.before).toMatchObject({ sessions: 4, commits: 1 })
  })
})

describe('a standup', () => {
  const at = (now: string) => ({ scope: ANY, zone: UTC, now: Date.parse(now), maxOpen: 5, running: new Set([FORK]) })

  test('tells the last day with work and today: commits, or what was asked for', async () => {
    const report = standup(await keep(), at('2026-03-04T20:00:00Z'))
    expect(report.days.map(({ day: name, isToday }) => [name, isToday])).toEqual([
      ['2026-03-03', false],
      ['2026-03-04', true],
    ])
    const [tuesday, today] = report.days
    expect(tuesday?.projects.map(({ name, done }) => [name, done.map(({ kind, text }) => [kind, text])])).toEqual([
      [
        'garden',
        [
          ['commit', 'Plant beans'],
          ['pull-request', PR],
        ],
      ],
      ['kitchen', [['request', expect.stringContaining('Write a recipe')]]],
    ])
    expect(today?.projects[0]?.done).toMatchObject([
      { kind: 'request', text: 'Add a fence around the northern bed', files: 1 },
    ])
  })

  test('is in progress on what no commit holds', async () => {
    const report = standup(await keep(), at('2026-03-04T20:00:00Z'))
    expect(report.inProgress.map(({ sessionId, files, isRunning }) => [sessionId, files, isRunning])).toEqual([
      [OTHER, 1, false],
      [FORK, 1, true],
    ])
  })

  test('of a Monday goes back to the last day with work', async () => {
    expect(standup(await keep(), at('2026-03-09T09:00:00Z')).days.map(({ day: name }) => name)).toEqual(['2026-03-05'])
  })
})

describe('a changelog', () => {
  const since = (from: string, project?: string) => ({ ...asked(from, '2026-04-01', project), zone: UTC })

  test('has each commit once, under its pull request, with the request behind it', async () => {
    const { groups, commits } = changelog(await keep(), since('2026-03-01'))
    expect(commits).toBe(1)
    expect(groups).toMatchObject([
      {
        pullRequest: { url: PR, number: 12, repository: 'dev/garden' },
        commits: [
          {
            sha: 'abc1234',
            subject: 'Plant beans',
            sessionId: FIRST,
            turn: 3,
            request: 'Now mend the failing test of the beans',
            requestTurn: 2,
          },
        ],
      },
    ])
  })

  test('ends with the sessions that changed files without a commit', async () => {
    const { uncommitted } = changelog(await keep(), since('2026-03-01'))
    expect(uncommitted.map(({ sessionId }) => sessionId)).toEqual([LATER, FORK, OTHER])
  })

  test('has an amended commit once, as it became', async () => {
    const committed = (command: string, sha: string, subject: string) =>
      [`git ${command}`, { output: `[main ${sha}] ${subject}\n 1 file changed` }] as const
    const lines = writeScript({ sessionId: OTHER, cwd: '/home/dev/kitchen', startedAt: '2026-03-03T12:00:00.000Z' })
      .prompt('Cook the soup')
      .bash(...committed('commit -m "Cook"', '1111111', 'Cook'))
      .bash(...committed('-C /home/dev/kitchen commit --amend --no-edit', '2222222', 'Cook'))
      .bash(...committed('commit -m "Speak of commit --amend"', '3333333', 'Speak of commit --amend'))
      .bash(...committed('commit -m "Serve"', '4444444', 'Serve')).lines
    const { commits, groups } = changelog(
      await keepScripts({ [`projects/-home-dev-kitchen/${OTHER}.jsonl`]: lines }),
      since('2026-03-01'),
    )
    expect(commits).toBe(3)
    expect(groups[0]?.commits.map(({ sha }) => sha)).toEqual(['4444444', '3333333', '2222222'])
  })

  test('is told at once where a request says a word of little again and again', async () => {
    const wordy = writeScript({ sessionId: OTHER, cwd: '/home/dev/kitchen', startedAt: '2026-03-03T12:00:00.000Z' })
      .prompt(`${'the '.repeat(60)}zebra`)
      .bash('git commit -m "Draw"', { output: '[main 4444444] Draw\n 1 file changed' })
    const kept = await keepScripts({ [`projects/-home-dev-kitchen/${OTHER}.jsonl`]: wordy.lines })
    const begunAt = processorMs()
    expect(changelog(kept, since('2026-03-01')).groups[0]?.commits[0]?.requestTurn).toBe(1)
    expect(processorMs() - begunAt).toBeLessThan(2000)
  })

  test('begins where it was told to, and knows one project', async () => {
    expect(changelog(await keep(), since('2026-03-04')).commits).toBe(0)
    expect(changelog(await keep(), since('2026-03-01', 'kitchen')).uncommitted.map(({ project }) => project)).toEqual([
      'kitchen',
    ])
  })
})

test('every item has a place that is there', async () => {
  const index = await keep()
  for (const name of WEEK) {
    for (const session of sessionsOf(await day(name))) {
      const { requests, files, commits, pullRequests, tests, decisions, open } = session
      for (const { turn, entryUuid } of [
        ...requests,
        ...files,
        ...commits,
        ...pullRequests,
        ...tests,
        ...decisions,
        ...open,
      ]) {
        const row = index.store.get(
          `SELECT e.turn FROM sessions AS s JOIN entries AS e ON e.session = s.session WHERE s.id = ? AND e.uuid = ?`,
          [session.sessionId, entryUuid ?? ''],
        )
        expect(row?.turn).toBe(turn)
      }
    }
  }
})
