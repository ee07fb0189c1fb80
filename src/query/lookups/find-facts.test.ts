import { describe, expect, test } from 'vitest'
import { MAIN, OTHER } from '../../../test/keep-world.ts'
import { ALL, keepScripts, writeScript } from '../../../test/lookup-world.ts'
import { ONE, TWO } from '../../../test/temp-tree.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { findCommands } from './find-commands.ts'
import { findCommits } from './find-commits.ts'
import { findErrors } from './find-errors.ts'
import { findPullRequests } from './find-pull-requests.ts'
import { findUrls } from './find-urls.ts'
import type { LookupScope } from './scope.ts'

const PR = 'https://github.com/dev/garden/pull/12'

/** A session of the garden, and another of the shed that also worked on the pull request. */
const GARDEN = writeScript({ sessionId: ONE, cwd: '/home/dev/garden' })
  .prompt('Read https://example.com/Beans/ first')
  .call('WebFetch', { url: 'https://example.com/Beans', prompt: 'x' }, { output: 'Beans grow.' })
  .bash('npm test -- --grep "100%"', { error: 'Exit code 3\nfail' })
  .bash('npm test -- --grep "100%"', { output: 'ok' })
  .prompt('Commit and open a pull request')
  .bash('git commit -m "Water the beans"', { output: '[main abc1234] Water the beans\n 1 file changed' })
  .bash('gh pr create', { output: `${PR}\n` })
  .bash('npm run dev', { output: '', structured: { stdout: '', backgroundTaskId: 'b1' } })
  .answer('Done.').lines

const SHED = writeScript({ sessionId: TWO, cwd: '/home/dev/shed', startedAt: '2026-04-01T10:00:00.000Z' })
  .prompt('Look at the review')
  .note({ type: 'pr-link', prNumber: 12, prUrl: PR, prRepository: 'dev/garden' })
  .bash('git commit -m "Oil_the hinges"', { output: '[main 0fedcba9] Oil_the hinges\n 1 file changed' }).lines

let kept: Promise<IndexedKeep> | undefined

async function ask<Answer>(
  find: (keep: IndexedKeep, request: { text: string; scope: LookupScope }) => Answer,
  text: string,
  scope: Partial<LookupScope> = {},
): Promise<Answer> {
  kept ??= keepScripts({ [MAIN]: GARDEN, [`projects/-home-dev-shed/${TWO}.jsonl`]: SHED })
  return find(await kept, { text, scope: { ...ALL, ...scope } })
}

describe('commands', () => {
  test('stand once per session, with how the last run ended', async () => {
    const { commands, total } = await ask(findCommands, 'TEST npm')
    expect(total).toBe(1)
    expect(commands).toMatchObject([
      { command: 'npm test -- --grep "100%"', outcome: 'ok', exitCode: 0, count: 2, failed: 1, isBackground: false },
    ])
    expect(commands[0]).toMatchObject({ sessionId: ONE, mainTurn: 1, prompt: 'Read https://example.com/Beans/ first' })
  })

  test('in the background are marked, and nobody knows how they ended', async () => {
    const { commands } = await ask(findCommands, 'run dev')
    expect(commands).toMatchObject([{ isBackground: true, outcome: 'unknown', exitCode: undefined }])
  })

  test('wildcards of SQL are plain characters', async () => {
    expect(await ask(findCommands, '100%')).toMatchObject({ total: 1 })
    expect(await ask(findCommands, '10_%')).toMatchObject({ total: 0 })
    expect(await ask(findCommands, 'Oil_the')).toMatchObject({ total: 1 })
    expect(await ask(findCommands, 'Oil%the')).toMatchObject({ total: 0 })
  })

  test('newest first, and the limit cuts what is shown but not the count', async () => {
    const { commands, total } = await ask(findCommands, '', { limit: 1 })
    expect({ total, shown: commands.map(({ command }) => command) }).toEqual({
      total: 5,
      shown: ['git commit -m "Oil_the hinges"'],
    })
  })
})

describe('commits', () => {
  const shaOf = async (text: string) => (await ask(findCommits, text)).commits.map(({ sha }) => sha)

  test('are found by a hash that is shorter or longer than the one git printed', async () => {
    expect(await shaOf('abc1')).toEqual(['abc1234'])
    expect(await shaOf('ABC1234def0123456789')).toEqual(['abc1234'])
    expect(await shaOf('https://github.com/dev/garden/commit/abc1234def0123456789')).toEqual(['abc1234'])
    expect(await shaOf('bc1234')).toEqual([])
  })

  test('are found by words of the subject, also where these look like a hash', async () => {
    expect(await shaOf('beans water')).toEqual(['abc1234'])
    expect(await shaOf('bean')).toEqual(['abc1234'])
  })

  test('come with prompt, branch and pull requests of the session', async () => {
    const { commits } = await ask(findCommits, 'abc1234')
    expect(commits).toMatchObject([
      {
        subject: 'Water the beans',
        branch: 'main',
        prompt: 'Commit and open a pull request',
        mainTurn: 2,
        pullRequests: [{ number: 12, url: PR }],
      },
    ])
  })
})

describe('pull requests', () => {
  test.each(['12', '#12', 'PR 12', 'dev/garden#12', 'garden#12', PR, `${PR}/files#diff-1`, 'Garden'])(
    'are found by %s, with every session behind them',
    async text => {
      const { pullRequests } = await ask(findPullRequests, text)
      expect(pullRequests).toMatchObject([
        {
          number: 12,
          repository: 'dev/garden',
          url: PR,
          sessions: [
            { sessionId: TWO, knownBy: 'pr-link', mainTurn: 1, commits: [{ sha: '0fedcba9' }] },
            { sessionId: ONE, knownBy: 'command-output', mainTurn: 2, commits: [{ sha: 'abc1234' }] },
          ],
        },
      ])
    },
  )

  test.each(['1', '112', 'dev/shed#12', 'https://github.com/dev/other/pull/12', 'den#12'])(
    'are not found by %s',
    async text => expect(await ask(findPullRequests, text)).toMatchObject({ total: 0, pullRequests: [] }),
  )
})

describe('addresses', () => {
  test('are one with and without a slash at the end, with the prompts they came up in', async () => {
    const { urls } = await ask(findUrls, 'beans')
    expect(urls).toMatchObject([
      { count: 2, sources: { fetch: 1, prompt: 1, search: 0, answer: 0 }, sessions: 1, places: [{ mainTurn: 1 }] },
    ])
  })
})

describe('the scope', () => {
  test.each([
    ['garden', 1],
    ['GARDEN', 1],
    ['dev/garden', 1],
    ['/home/dev/garden/', 1],
    ['arden', 0],
    ['', 0],
    ['%', 0],
  ])('--project %s chooses %i', async (project, sessions) =>
    expect(await ask(findCommits, '', { project })).toMatchObject({ coverage: { sessions }, total: sessions }),
  )

  test('times are those of the fact, the first included and the last not', async () => {
    const at = Date.parse('2026-04-01T10:00:00.000Z')
    expect(await ask(findCommits, '', { since: at })).toMatchObject({ total: 1, coverage: { sessions: 1 } })
    expect(await ask(findCommits, '', { until: at })).toMatchObject({ total: 1, coverage: { sessions: 1 } })
  })
})

describe('copies', () => {
  test('of a fork by the SDK, with ids of its own, count once', async () => {
    const renamed = GARDEN.map(line => ({ ...line, uuid: `x-${(line as { uuid: string }).uuid}`, parentUuid: null }))
    const fork = writeScript({ sessionId: TWO, copied: renamed, startedAt: '2026-03-02T10:00:00.000Z' })
    const keep = await keepScripts({ [MAIN]: GARDEN, [OTHER]: fork.prompt('Go on').lines })
    const commands = findCommands(keep, { text: 'npm test', scope: ALL })
    const urls = findUrls(keep, { text: 'beans', scope: ALL })
    expect(commands.total).toBe(1)
    expect(commands).toMatchObject({ commands: [{ sessionId: ONE, count: 2, alsoIn: [{ sessionId: TWO }] }] })
    expect(urls).toMatchObject({ urls: [{ count: 2, sessions: 1 }] })
  })

  test('of a resume that wrote new times count once, in the session that began first', async () => {
    const later = GARDEN.map(line => ({ ...line, timestamp: '2026-06-01T10:00:00.000Z' }))
    const resume = writeScript({ sessionId: TWO, copied: later }).lines
    const keep = await keepScripts({ [MAIN]: GARDEN, [OTHER]: resume })
    const found = findCommits(keep, { text: 'abc1234', scope: ALL })
    expect(found).toMatchObject({ total: 1, commits: [{ sessionId: ONE, alsoIn: [{ sessionId: TWO }] }] })
  })

  test('of a fork that says so count for its original, though that was continued for longer', async () => {
    const original = writeScript({
      sessionId: ONE,
      copied: GARDEN,
      mark: 'more',
      startedAt: '2026-05-01T10:00:00.000Z',
    })
    const forkedFrom = { sessionId: ONE, messageUuid: 'x' }
    const fork = GARDEN.map(line => ({ ...line, sessionId: TWO, forkedFrom }))
    const keep = await keepScripts({ [MAIN]: original.prompt('Much later').lines, [OTHER]: fork })
    const found = findCommits(keep, { text: 'abc1234', scope: ALL })
    expect(found).toMatchObject({ total: 1, commits: [{ sessionId: ONE, alsoIn: [{ sessionId: TWO }] }] })
  })
})

const HOSTILE = [
  '"',
  "'",
  '%',
  '_',
  '\\',
  '\0',
  "'; DROP TABLE sessions; --",
  '(*)[',
  '🦀 \ud800',
  '-1',
  '#',
  'İ ß',
  ':',
]

test('no text fails, however strange or long', async () => {
  const long = Array.from({ length: 10_000 }, (_, at) => `word${at}`).join(' ')
  const keep = await keepScripts({ [MAIN]: GARDEN })
  for (const find of [findErrors, findCommands, findCommits, findPullRequests, findUrls]) {
    for (const text of [...HOSTILE, long]) {
      expect(find(keep, { text, scope: ALL }).total).toBeLessThan(10)
      expect(find(keep, { text: '', scope: { ...ALL, project: text } }).coverage.sessions).toBe(0)
    }
  }
})
