import { beforeAll, expect, test } from 'vitest'
import type { IndexedKeep } from '../src/query/indexed-keep.ts'
import type {
  FileRecallRequest,
  RecallContext,
  RecallDecision,
  SessionRecallRequest,
} from '../src/query/recall/recall.ts'
import { runRecall } from '../src/query/recall/run-recall.ts'
import { keepScripts, type Script, writeScript } from './lookup-world.ts'

const APP = '/home/dev/app'
const OTHER = '/home/dev/other'
const LAST = 'aaaa0000-0000-4000-8000-000000000001'
const BEFORE = 'aaaa0000-0000-4000-8000-000000000002'
const WARMUP = 'aaaa0000-0000-4000-8000-000000000003'
const PROGRAM = 'aaaa0000-0000-4000-8000-000000000004'
const FOREIGN = 'aaaa0000-0000-4000-8000-000000000005'
const FORK = 'aaaa0000-0000-4000-8000-000000000006'
const CHORE = 'aaaa0000-0000-4000-8000-000000000007'
const SHOP = '/home/dev/shop'
const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.parse('2026-03-11T00:00:00.000Z')

function script(sessionId: string, startedAt: string, more: { cwd?: string; copied?: readonly object[] } = {}): Script {
  return writeScript({ sessionId, startedAt, mark: sessionId.slice(-2), ...more })
}

let keep: IndexedKeep

const before = script(BEFORE, '2026-03-02T10:00:00.000Z')
  .prompt('Why does the lease of a worker expire too early?')
  .edit(`${APP}/src/lease.ts`)
  .answer('The lease is now renewed at half of its time, because clocks drift by seconds.')
  .prompt('go on')
  .bash('npm test', { error: 'Exit code 1\nTypeError: lease.ts renew is not a function' })
  .edit(`${APP}/src/lease.ts`)
  .answer('Renewal works, and the test of it passes.')

const last = script(LAST, '2026-03-10T10:00:00.000Z')
  .prompt('Let the queue try a failed job three times')
  .call(
    'TaskCreate',
    { subject: 'Write the test of retries' },
    { structured: { task: { id: '1', subject: 'Write the test of retries' } } },
  )
  .call(
    'AskUserQuestion',
    {
      questions: [{ question: 'How long to wait between tries?', header: 'Wait', options: [{ label: 'One second' }] }],
    },
    { structured: { answers: { 'How long to wait between tries?': 'One second, then doubled' } } },
  )
  .call(
    'ExitPlanMode',
    { plan: '# Retry with backoff\nDo it.' },
    {
      output: 'User has approved your plan',
      structured: { plan: '# Retry with backoff\nDo it.', filePath: '/plans/x.md' },
    },
  )
  .edit(`${APP}/src/queue.ts`)
  .answer('Jobs are tried three times now.')
  .prompt('No, never retry a job that was cancelled')
  .edit(`${APP}/src/queue.ts`)
  .answer('Done.\n\nCancelled jobs are left alone.\n\n```ts\nif (job.isCancelled) return\n```')

beforeAll(async () => {
  const folder = (cwd: string, id: string): string => `projects/${cwd.replace(/[^a-z]/g, '-')}/${id}.jsonl`
  keep = await keepScripts({
    [folder(APP, BEFORE)]: before.lines,
    [folder(APP, LAST)]: last.lines,
    [folder(APP, WARMUP)]: script(WARMUP, '2026-03-10T20:00:00.000Z').prompt('Warmup').answer('Ready.').lines,
    [folder(APP, PROGRAM)]: script(PROGRAM, '2026-03-10T21:00:00.000Z')
      .line({ type: 'user', promptSource: 'sdk', message: { role: 'user', content: 'Count the files of this folder' } })
      .edit(`${APP}/src/count.ts`)
      .answer('There are three.').lines,
    [folder(OTHER, FOREIGN)]: script(FOREIGN, '2026-03-10T22:00:00.000Z', { cwd: OTHER })
      .prompt('Change the lease over there')
      .edit(`${OTHER}/src/lease.ts`)
      .answer('It is changed over there.').lines,
    [folder(APP, FORK)]: script(FORK, '2026-03-03T10:00:00.000Z', { copied: before.lines })
      .prompt('Where is that written down?')
      .answer('In the notes on leases.').lines,
    [folder(SHOP, CHORE)]: script(CHORE, '2026-03-10T10:00:00.000Z', { cwd: SHOP })
      .prompt('Limit the requests to the API')
      .edit(`${SHOP}/src/api.ts`)
      .edit(`${SHOP}/CHANGELOG.md`)
      .answer(
        'Requests are limited to 10 a second by account, because offices share an address. The admin endpoint is not limited yet.\n\nAll tests pass.',
      )
      .prompt('commit and push')
      .edit(`${SHOP}/src/api.ts`)
      .bash('git push')
      .answer('Committed and pushed.')
      .prompt('Tidy the helpers')
      .edit(`${SHOP}/src/helpers.ts`)
      .answer('The tidying is complete. All tests pass.')
      .prompt('push')
      .answer('Pushed.').lines,
  })
})

function context(more: Partial<RecallContext> = {}): RecallContext {
  const project = { path: APP, name: 'app', remote: undefined }
  return {
    project,
    isEverywhere: false,
    branch: 'main',
    sessionId: undefined,
    compactedAt: undefined,
    seen: new Set(),
    now: NOW,
    ...more,
  }
}

function start(more: Partial<SessionRecallRequest> = {}): RecallDecision {
  return runRecall(keep, { moment: 'session', request: { ...context(), source: 'startup', ...more } })
}

function file(more: Partial<FileRecallRequest> = {}): RecallDecision {
  return runRecall(keep, { moment: 'file', request: { ...context(), path: `${APP}/src/lease.ts`, ...more } })
}

function lastStep({ steps }: RecallDecision): string | undefined {
  return steps.find(({ isPassed }) => !isPassed)?.name
}

test('a new session is told where the last one with a person in it left off', () => {
  const { items } = start()
  expect(items.map(({ sessionId, turn, kind }) => [sessionId, turn, kind])).toEqual([[LAST, 2, 'left-off']])
  expect(items[0]?.text).toBe(
    [
      'Asked: No, never retry a job that was cancelled',
      'Ended with: Cancelled jobs are left alone.',
      'Open: Write the test of retries',
      'Changed: src/queue.ts',
    ].join('\n'),
  )
  expect(items[0]?.why).toBe('the last session on this branch, 13h ago')
})

test('what was shown is not shown again, and what is long ago is not told', () => {
  const [shown] = start().items
  expect(start({ seen: new Set([shown?.key ?? '']) }).items.map(({ sessionId }) => sessionId)).not.toContain(LAST)
  expect(start({ now: NOW + 31 * DAY_MS }).items).toEqual([])
  expect(start({ branch: 'feature', now: NOW + 13 * DAY_MS }).items).toHaveLength(1)
  expect(start({ branch: 'feature', now: NOW + 15 * DAY_MS }).items).toEqual([])
  expect(start({ now: NOW + 15 * DAY_MS }).items).toHaveLength(1)
})

test('a cleared window is told of what was left open alone', () => {
  expect(start({ source: 'clear' }).items.map(({ sessionId }) => sessionId)).toEqual([LAST])
  const emptied = start({ source: 'clear', sessionId: LAST })
  expect(emptied.items).toEqual([])
  expect(emptied.left[0]?.because).toBe('it ended well, and the window was emptied on purpose')
})

test('a resumed session is told nothing, and none is told of itself or of its copies', () => {
  expect(lastStep(start({ source: 'resume' }))).toBe('in-window')
  const { items, left } = start({ sessionId: FORK })
  const told = [...items, ...left.map(({ item }) => item)].map(({ sessionId }) => sessionId)
  expect(told).toEqual([LAST])
})

test('a project that nobody worked on is told nothing', () => {
  expect(start({ project: { path: '/home/dev/none', name: 'none', remote: undefined } }).items).toEqual([])
})

test('after a compaction: what the user answered, approved and corrected before it', () => {
  const request = { source: 'compact', sessionId: LAST, compactedAt: Date.parse('2026-03-10T11:00:00.000Z') } as const
  const { items } = start(request)
  expect(items.map(({ why }) => why.split(' ')[0])).toEqual(['agreed', 'where', 'files'])
  const [agreed, corrected, files] = items.map(({ text }) => text)
  expect(agreed).toContain('Asked: How long to wait between tries? Answer of the user: One second, then doubled')
  expect(agreed).toContain('Plan approved by the user: Retry with backoff (/plans/x.md)')
  expect(corrected).toBe('No, never retry a job that was cancelled')
  expect(files).toBe('src/queue.ts')
  const early = start({ ...request, compactedAt: Date.parse('2026-03-10T10:05:30.000Z') })
  expect(early.items[0]?.text).not.toContain('Plan approved')
  expect(start({ ...request, seen: new Set(items.map(({ key }) => key)) }).items).toEqual([])
  expect(lastStep(start({ ...request, sessionId: BEFORE }))).toBe('decided')
  expect(lastStep(start({ ...request, sessionId: undefined }))).toBe('session')
})

test('a file brings who asked for its changes, what was answered and what went wrong', () => {
  const { items } = file()
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ sessionId: BEFORE, turn: 1, kind: 'edit', why: 'changed lease.ts last, 8d ago' })
  expect(items[0]?.text).toBe(
    [
      'Asked: Why does the lease of a worker expire too early?',
      'Answered: The lease is now renewed at half of its time, because clocks drift by seconds.',
      'Met on the way: TypeError: lease.ts renew is not a function',
    ].join('\n'),
  )
})

test('a file is told of once, by its own project, and not where all of it is in the window', () => {
  const [shown] = file().items
  expect(lastStep(file({ seen: new Set([shown?.key ?? '']) }))).toBe('seen')
  expect(lastStep(file({ path: `${APP}/src/none.ts` }))).toBe('history')
  expect(lastStep(file({ sessionId: BEFORE }))).toBe('in-window')
  expect(lastStep(file({ sessionId: FORK }))).toBe('in-window')
  expect(file({ sessionId: BEFORE, compactedAt: NOW }).items).toHaveLength(1)
  expect(file({ path: `${OTHER}/src/lease.ts` }).items).toEqual([])
})

test('one old change of a file is not worth a word', () => {
  expect(lastStep(file({ now: NOW + 60 * DAY_MS }))).toBe('worth')
})

const shop = { project: { path: SHOP, name: 'shop', remote: undefined } }

test('a session that ended in "commit and push" is told by the work before it, and what was left open', () => {
  const until = { ...shop, path: `${SHOP}/src/api.ts` }
  expect(file(until).items.map(({ text }) => text)).toEqual([
    [
      'Asked: Limit the requests to the API',
      'Answered: Requests are limited to 10 a second by account, because offices share an address.',
      'Left open then: The admin endpoint is not limited yet.',
    ].join('\n'),
  ])
  const [last] = start(shop).items
  expect(last?.text.split('\n')[0]).toBe('Asked: push (after "Tidy the helpers")')
  expect(last?.text).not.toContain('Pushed.')
})

test('a change that nobody gave a reason for, and files that every session changes, bring nothing', () => {
  const silent = file({ ...shop, path: `${SHOP}/src/helpers.ts` })
  expect(silent.items).toEqual([])
  expect(silent.left.map(({ because }) => because)).toEqual(['nobody said why, and nothing was found out'])
  expect(lastStep(file({ ...shop, path: `${SHOP}/CHANGELOG.md` }))).toBe('everybodys')
})

test('a session that was told much about files is told no more', () => {
  const spent = (spentChars: number) => file({ budget: { spentChars, maxChars: 6000 } })
  expect(spent(5999).items).toHaveLength(1)
  expect(lastStep(spent(6000))).toBe('budget')
  expect(spent(6000).steps[0]?.says).toContain('6,000 of 6,000 characters')
})
