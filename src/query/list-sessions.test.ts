import { rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { machineAt, makeLines, makeTree, ONE, THREE, TWO } from '../../test/temp-tree.ts'
import { UserError } from '../user-error.ts'
import { runDoctor } from './doctor.ts'
import { openLibrary } from './library.ts'
import { type ListRequest, listSessions } from './list-sessions.ts'
import { buildOverview } from './overview.ts'

const DAY = 24 * 60 * 60 * 1000
const EMPTY = '44444444-4444-4444-8444-444444444444'
const ORPHAN = '55555555-5555-4555-8555-555555555555'
const REMOTE = '[remote "origin"]\n\turl = git@example.com:acme/app.git\n'

const home = makeTree({ 'clone-a/.git/config': REMOTE, 'clone-b/.git/config': REMOTE, 'notes/x': '' })
const cwd = (name: string) => join(home, name)
const machine = makeTree({
  'settings.json': '{"cleanupPeriodDays": 20}',
  [`projects/a/${ONE}.jsonl`]: [
    ...makeLines(ONE, { cwd: cwd('clone-a'), prompt: 'Fix the login', at: '2026-03-01T10:00:00.000Z', branch: 'fix' }),
    ...makeLines(ONE, { cwd: cwd('clone-a'), prompt: 'Again', at: '2026-03-01T11:00:00.000Z', branch: 'fix' }),
  ],
  [`projects/b/${TWO}.jsonl`]: makeLines(TWO, {
    cwd: cwd('clone-b'),
    prompt: 'Write docs',
    at: '2026-03-03T10:00:00.000Z',
  }),
  [`projects/c/${THREE}.jsonl`]: `${makeLines(THREE, {
    cwd: cwd('notes'),
    prompt: 'Plan trip',
    at: '2026-02-01T10:00:00.000Z',
  })
    .map(line => JSON.stringify(line))
    .join('\n')}\nnot json\n{"type":"brand-new"}\n`,
  [`projects/c/${EMPTY}.jsonl`]: [{ type: 'summary', summary: 'x', leafUuid: 'y' }],
  [`projects/c/${ORPHAN}/subagents/agent-a1.jsonl`]: makeLines(ORPHAN, {
    isSidechain: true,
    agentId: 'a1',
    cwd: '/home/dev/gone',
    at: '2026-01-01T10:00:00.000Z',
  }),
  'projects/c/stream.jsonl': [{ type: 'system', subtype: 'init', session_id: 'x' }],
})
const NOW = Date.parse('2026-03-10T00:00:00.000Z')
for (const [path, at] of [
  [`b/${TWO}`, NOW - 5 * DAY],
  [`a/${ONE}`, NOW - 15 * DAY],
  [`c/${THREE}`, NOW - 21 * DAY],
] as const) {
  utimesSync(join(machine, 'projects', `${path}.jsonl`), at / 1000, at / 1000)
}
const library = openLibrary(machineAt(machine, { override: ['.'] }))

async function checkList(request: Partial<ListRequest>, expected: readonly string[]): Promise<void> {
  const { sessions } = await listSessions(library, { includeEmpty: false, threads: 1, ...request })
  expect(sessions.map(({ id }) => id)).toEqual(expected)
}

test('lists sessions newest first, without those that hold only bookkeeping', async () => {
  await checkList({}, [TWO, ONE, THREE, ORPHAN])
  const { sessions, emptyCount } = await listSessions(library, { includeEmpty: true, threads: 1 })
  expect([sessions.length, emptyCount]).toEqual([6, 0])
})

test('chooses by project: name, path of a clone, remote', async () => {
  await checkList({ project: 'app' }, [TWO, ONE])
  await checkList({ project: 'acme/APP' }, [TWO, ONE])
  await checkList({ project: 'clone-b' }, [TWO])
  await checkList({ project: 'notes' }, [THREE])
  await checkList({ project: 'note' }, [])
})

test('chooses by words of title, branch and id, or by project', async () => {
  await checkList({ text: 'LOGIN' }, [ONE])
  await checkList({ text: 'docs write' }, [TWO])
  await checkList({ text: 'fix' }, [ONE])
  await checkList({ text: 'app' }, [TWO, ONE])
  await checkList({ text: '55555555' }, [ORPHAN])
})

test('chooses by time of activity', async () => {
  await checkList({ since: Date.parse('2026-03-01T10:30:00Z') }, [TWO, ONE])
  await checkList({ until: Date.parse('2026-03-01T10:30:00Z') }, [ONE, THREE, ORPHAN])
  await checkList({ since: Date.parse('2026-02-01T00:00:00Z'), until: Date.parse('2026-02-02T00:00:00Z') }, [THREE])
})

test('a row says what is known of a session', async () => {
  const { schema, sessions } = await listSessions(library, { includeEmpty: false, threads: 1, text: ONE })
  expect(schema).toBe('backscroll.sessions/1')
  expect(sessions[0]).toMatchObject({
    id: ONE,
    shortId: '11111111',
    title: 'Fix the login',
    titleFrom: 'prompt',
    project: cwd('clone-a'),
    projectName: 'app',
    remote: 'example.com/acme/app',
    cwd: cwd('clone-a'),
    branch: 'fix',
    startedAt: '2026-03-01T10:00:00.000Z',
    endedAt: '2026-03-01T11:01:00.000Z',
    durationMs: 61 * 60_000,
    turns: 2,
    toolCalls: 0,
    agents: 0,
    tokens: { input: 20, output: 40, cacheRead: 60, cacheWrite: 80, total: 200 },
    models: ['claude-opus-4-6'],
    version: '2.1.40',
    path: join(machine, 'projects/a', `${ONE}.jsonl`),
    deletesAt: new Date(NOW + 5 * DAY).toISOString(),
    hasConversation: true,
  })
})

test('the overview groups clones, sums up and warns of what will be deleted within a week', async () => {
  const overview = await buildOverview(library, { now: NOW, threads: 1 })
  expect(overview.schema).toBe('backscroll.overview/1')
  expect(overview.projects.slice(0, 2)).toMatchObject([
    {
      project: cwd('clone-a'),
      name: 'app',
      sessions: 2,
      turns: 3,
      tokens: 300,
      lastActiveAt: '2026-03-03T10:01:00.000Z',
    },
    { project: cwd('notes'), name: 'notes', sessions: 1 },
  ])
  expect(overview.totals).toMatchObject({ sessions: 4, emptySessions: 2, turns: 4, projects: overview.projects.length })
  expect(overview.expiring.map(({ id }) => id)).toEqual([THREE, ONE])
  expect(overview.newest?.id).toBe(TWO)
  expect(overview.roots).toMatchObject([{ keepsDays: 20, keepsDaysSetBy: join(machine, 'settings.json'), sessions: 6 }])
})

test('the doctor reports what was not understood, with a place to look at', async () => {
  const report = await runDoctor(library, { now: NOW, threads: 1 })
  const three = join(machine, 'projects/c', `${THREE}.jsonl`)
  expect(report).toMatchObject({
    schema: 'backscroll.doctor/1',
    isClean: false,
    files: { seen: 6, parsed: 5, skipped: [{ path: join(machine, 'projects/c/stream.jsonl') }] },
    unknownKinds: [{ name: 'brand-new', version: '2.1.40', count: 1, example: `${three}:4` }],
    unknownKeys: [],
    badLines: [{ path: three, line: 3, code: 'not-json' }],
    badLineCount: 1,
    withoutConversation: [join(machine, 'projects/c', `${EMPTY}.jsonl`), join(machine, 'projects/c', 'stream.jsonl')],
    orphans: [{ id: ORPHAN }],
    roots: [{ deletesWithinWeek: 2, nextDeletionAt: new Date(NOW - DAY).toISOString() }],
    problems: [],
  })
  expect(report.kinds).toContainEqual({ kind: 'user', count: 5 })
})

test('the doctor and the list agree on what holds no conversation', async () => {
  const command = { role: 'user', content: '<command-name>/clear</command-name>' }
  const tree = makeTree({
    'p/only-command.jsonl': [{ type: 'user', uuid: 'u', isMeta: true, sessionId: 'only-command', message: command }],
    [`p/${EMPTY}.jsonl`]: '',
    [`p/${ONE}.jsonl`]: makeLines(ONE),
  })
  const small = openLibrary(machineAt(tree, { override: ['p'] }))
  const { emptyCount } = await listSessions(small, { includeEmpty: false, threads: 1 })
  const { withoutConversation } = await runDoctor(small, { now: NOW, threads: 1 })
  expect(emptyCount).toBeGreaterThan(0)
  expect(withoutConversation).toHaveLength(emptyCount)
})

test('a file that is gone or out of reach is not read, and nowhere counted as bookkeeping', async () => {
  const tree = makeTree({ [`p/${ONE}.jsonl`]: makeLines(ONE), [`p/${TWO}.jsonl`]: makeLines(TWO) })
  const small = openLibrary(machineAt(tree, { override: ['p'] }))
  rmSync(join(tree, 'p', `${TWO}.jsonl`))
  const report = await runDoctor(small, { now: NOW, threads: 1 })
  expect(report).toMatchObject({ isClean: false, files: { seen: 2, parsed: 1, unread: 1 }, withoutConversation: [] })
  const list = await listSessions(small, { includeEmpty: false, threads: 1 })
  expect([list.sessions.length, list.emptyCount, list.problems.length]).toEqual([1, 0, 1])
})

test('files that bear one id have short ids of their own, the largest first', async () => {
  const lines = makeLines(ONE)
  const copies = makeTree({
    [`a/${ONE}.jsonl`]: lines,
    [`b/${ONE}.jsonl`]: [...lines, ...lines],
    [`c/${ONE}.jsonl`]: lines,
    [`c/${TWO}.jsonl`]: makeLines(TWO),
  })
  const { sessions } = await listSessions(openLibrary(machineAt(copies, { override: ['.'] })), {
    includeEmpty: true,
    threads: 1,
  })
  const byPath = sessions.map(({ path, shortId }) => [path.slice(copies.length + 1), shortId] as const).sort()
  expect(byPath).toEqual([
    [`a/${ONE}.jsonl`, '11111111~2'],
    [`b/${ONE}.jsonl`, '11111111'],
    [`c/${ONE}.jsonl`, '11111111~3'],
    [`c/${TWO}.jsonl`, '22222222'],
  ])
})

test('broken settings of the client are a finding and a problem, named with file and key', async () => {
  const broken = makeTree({
    'settings.json': '{"cleanupPeriodDays": "12"}',
    [`projects/p/${ONE}.jsonl`]: makeLines(ONE),
  })
  const small = openLibrary(machineAt(broken, { override: ['.'] }))
  const named = [
    { code: 'bad-setting', message: expect.stringMatching(/cleanupPeriodDays in .*settings\.json must be/) },
  ]
  expect(await runDoctor(small, { now: NOW, threads: 1 })).toMatchObject({ isClean: false, problems: named })
  expect((await buildOverview(small, { now: NOW, threads: 1 })).problems).toMatchObject(named)
})

test('a clean library has no findings', async () => {
  const clean = openLibrary(machineAt(makeTree({ [`p/${ONE}.jsonl`]: makeLines(ONE) }), { override: ['.'] }))
  expect(await runDoctor(clean, { now: NOW, threads: 1 })).toMatchObject({
    isClean: true,
    files: { seen: 1, parsed: 1 },
  })
})

test('a machine without transcripts has an empty library, a named folder that is missing is an error', async () => {
  const empty = openLibrary(machineAt(makeTree({ x: '' })))
  expect(await listSessions(empty, { includeEmpty: true, threads: 2 })).toMatchObject({ sessions: [], problems: [] })
  const open = () => openLibrary(machineAt(machine, { override: ['gone'] }))
  expect(open).toThrow(UserError)
  expect(open).toThrow(/gone does not exist/)
  expect(hintOf(open)).toMatch(/--root/)
  expect(hintOf(() => openLibrary(machineAt(machine, { override: ['gone'], overrideBy: 'roots' })))).toMatch(
    /config unset roots/,
  )
})

function hintOf(open: () => unknown): string {
  try {
    open()
  } catch (error) {
    return (error as UserError).hint
  }
  return ''
}

test('one missing root of several is a problem beside the answer', async () => {
  const partly = openLibrary(machineAt(machine, { override: ['gone', '.'] }))
  const list = await listSessions(partly, { includeEmpty: false, threads: 1 })
  expect([list.sessions.length, list.problems.map(problem => problem.code)]).toEqual([4, ['missing']])
})
