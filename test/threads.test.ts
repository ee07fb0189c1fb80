import { describe, expect, test } from 'vitest'
import { type FoundThread, findThreads } from '../src/query/story/find-threads.ts'
import { ALL, keepScripts, type Script, writeScript } from './lookup-world.ts'

/** Sessions of one project, a day apart, in the order given. */
async function threadsOf(sessions: readonly Told[], isAll = false): Promise<readonly FoundThread[]> {
  const files: { [path: string]: readonly object[] } = {}
  let lines: readonly object[] = []
  sessions.forEach(({ tell, isFork = false, cwd = '/home/dev/app' }, at) => {
    const mark = `s${at}`
    const sessionId = `${'abcdef'[at]}0000000-0000-4000-8000-000000000000`
    const startedAt = `2026-03-0${at + 1}T10:00:00.000Z`
    const script = tell(writeScript({ sessionId, startedAt, mark, cwd, ...(isFork ? { copied: lines } : {}) }))
    lines = script.lines
    files[`projects/-x/${sessionId}.jsonl`] = lines
  })
  return findThreads(await keepScripts(files), { scope: ALL, isAll, running: new Set() }).threads
}

interface Told {
  tell(script: Script): Script
  /** Begins with all that the one before it holds. */
  readonly isFork?: boolean
  readonly cwd?: string
}

/** Open threads of the first session, without and with those that were closed. */
async function checkClosed(sessions: readonly Told[], kind: string, reason: string): Promise<void> {
  const isOfFirst = ({ shortId, kind: found }: FoundThread) => shortId.startsWith('a0') && found === kind
  expect((await threadsOf(sessions)).filter(isOfFirst)).toEqual([])
  const [closed] = (await threadsOf(sessions, true)).filter(isOfFirst)
  expect(closed?.closedBy).toMatchObject({ reason, shortId: expect.stringMatching(/^b0/), turn: expect.any(Number) })
}

async function checkOpen(sessions: readonly Told[], kind: string): Promise<void> {
  const found = await threadsOf(sessions)
  expect(found.filter(thread => thread.shortId.startsWith('a0')).map(thread => thread.kind)).toContain(kind)
}

const todos = (status: string, content = 'Sow the late carrots') => ({
  tell: (script: Script) =>
    script
      .prompt('Keep a list of the garden')
      .call('TodoWrite', { todos: [{ content, status, activeForm: content }] })
      .answer('The list is kept.'),
})
const FAILED = { error: 'Exit code 1\n Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)\n' }
const PASSED = { output: ' Test Files  1 passed (1)\n      Tests  3 passed (3)\n' }
const runs = (command: string, result: object) => ({
  tell: (script: Script) => script.prompt('Run the tests of the shed').bash(command, result).answer('So they ran.'),
})
const says = (prompt: string, answer: string) => ({
  tell: (script: Script) => script.prompt(prompt).answer(answer),
})
const asks = (prompt: string) => ({ tell: (script: Script) => script.prompt(prompt) })

describe('tasks', () => {
  test('are open while they are on the list', () => checkOpen([todos('pending')], 'task'))
  test('are closed by one of the same words that was done later', () =>
    checkClosed([todos('pending'), todos('completed')], 'task', 'task-done'))
  test('stay open when another one was done', () =>
    checkOpen([todos('pending'), todos('completed', 'Sow the early carrots')], 'task'))
  test('stay open when it was done in another project', () =>
    checkOpen([todos('pending'), { ...todos('completed'), cwd: '/home/dev/other' }], 'task'))
  test('stay open when it was done before', () =>
    threadsOf([todos('completed'), todos('pending')]).then(found =>
      expect(found.map(({ shortId, kind }) => [shortId.slice(0, 2), kind])).toEqual([['b0', 'task']]),
    ))
})

describe('tests', () => {
  test('that failed are closed by the same that passed', () =>
    checkClosed([runs('npm test', FAILED), runs('npm test', PASSED)], 'tests', 'tests-passed'))
  test('and by a run that covers them', () =>
    checkClosed(
      [runs('npx vitest run src/shed.test.ts', FAILED), runs('npx vitest run', PASSED)],
      'tests',
      'tests-passed',
    ))
  test('and so is a build, by one that worked', () =>
    checkClosed(
      [
        runs('npm run build', { error: 'Exit code 1\nerror TS2307: nothing there' }),
        runs('npm run build', { output: 'ok' }),
      ],
      'tests',
      'tests-passed',
    ))
  test('a build stays open when only another check worked', () =>
    checkOpen(
      [
        runs('npm run build', { error: 'Exit code 1\nerror TS2307: nothing there' }),
        runs('npm run lint', { output: 'ok' }),
      ],
      'tests',
    ))
  test('stay open when others passed', () =>
    checkOpen(
      [runs('npx vitest run src/shed.test.ts', FAILED), runs('npx vitest run src/door.test.ts', PASSED)],
      'tests',
    ))
})

describe('a conversation', () => {
  test('that breaks off is open', () => checkOpen([asks('Paint the door of the shed')], 'prompt'))
  test('is closed where it went on in a fork', () =>
    checkClosed(
      [asks('Paint the door of the shed'), { ...says('Paint it blue then', 'It is blue.'), isFork: true }],
      'prompt',
      'continued',
    ))
  test('is open in the fork alone, where that leaves the same open', async () => {
    const found = await threadsOf([todos('pending'), { ...says('And the tomatoes?', 'They are ripe.'), isFork: true }])
    expect(found.filter(({ kind }) => kind === 'task')).toHaveLength(1)
  })
  test('is closed where the same was asked again', () =>
    checkClosed(
      [asks('Paint the door of the shed'), says('Paint the door of the shed', 'It is painted.')],
      'prompt',
      'asked-again',
    ))
  test('stays open where something else was asked', () =>
    checkOpen([asks('Paint the door of the shed'), says('Paint the roof of the barn', 'It is painted.')], 'prompt'))
})

const PROMISE = says(
  'Water the greenhouse',
  'The greenhouse is watered.\n\nStill to do: the sprinkler valve in the greenhouse leaks and needs replacing.',
)

describe('a promise', () => {
  test('is open', () => checkOpen([PROMISE], 'promise'))
  test('is closed where its words come back in a request', () =>
    checkClosed(
      [PROMISE, says('Replace the leaking sprinkler valve in the greenhouse', 'It is replaced.')],
      'promise',
      'words-came-back',
    ))
  test('and in a commit', () =>
    checkClosed(
      [
        PROMISE,
        {
          tell: script =>
            script.prompt('Go on').bash('git commit -m x', {
              output: '[main abc1234] Replace leaking sprinkler valve of the greenhouse\n 1 file changed',
            }),
        },
      ],
      'promise',
      'words-came-back',
    ))
  test('stays open where only some of them do', () =>
    checkOpen([PROMISE, says('Paint the greenhouse green, and the sprinkler too', 'It is green.')], 'promise'))
})

test('lists the newest first, each with its age and place', async () => {
  const found = await threadsOf([todos('pending'), asks('Paint the door of the shed')])
  expect(found.map(({ kind, text, mainTurn, sessionsSince }) => [kind, text, mainTurn, sessionsSince])).toEqual([
    ['prompt', 'Paint the door of the shed', 1, 0],
    ['task', 'Sow the late carrots', 1, 1],
  ])
})

describe('what several sessions of a project leave open', () => {
  const placesOf = async (sessions: readonly Told[]): Promise<readonly string[]> =>
    (await threadsOf(sessions)).map(({ shortId, text }) => `${shortId.slice(0, 2)} ${text}`)
  test('in the same words stands once, where it was left last', async () => {
    expect(
      await placesOf([runs('npm test', FAILED), runs('npm test', FAILED), todos('pending'), todos('pending')]),
    ).toEqual(['d0 Sow the late carrots', 'b0 Tests fail: npm test (1 failed)'])
  })
  test('in other words, or in another project, stands by itself', async () => {
    expect(await placesOf([todos('pending'), todos('pending', 'Sow the early carrots')])).toHaveLength(2)
    expect(await placesOf([todos('pending'), { ...todos('pending'), cwd: '/home/dev/other' }])).toHaveLength(2)
  })
})
