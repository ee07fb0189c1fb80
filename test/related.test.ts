import { expect, test } from 'vitest'
import { NO_TIES, relate } from '../src/narrative/relate.ts'
import type { IndexedKeep } from '../src/query/indexed-keep.ts'
import { listRelated, type RelatedSessions } from '../src/query/story/related-sessions.ts'
import { keepScripts, type Script, writeScript } from './lookup-world.ts'

const PR = 'https://github.com/dev/app/pull/7'
const ids = new Map<string, number>()

/** Sessions by a letter, a day apart. */
async function keepSessions(sessions: { readonly [letter: string]: (script: Script) => Script }): Promise<IndexedKeep> {
  const files: { [path: string]: readonly object[] } = {}
  Object.entries(sessions).forEach(([letter, tell], at) => {
    const sessionId = `${letter}0000000-0000-4000-8000-000000000000`
    const startedAt = `2026-03-${String(at + 1).padStart(2, '0')}T10:00:00.000Z`
    const script = tell(writeScript({ sessionId, startedAt, mark: letter, cwd: '/home/dev/app' }))
    files[`projects/-x/${sessionId}.jsonl`] = script.lines
  })
  const keep = await keepScripts(files)
  ids.clear()
  for (const row of keep.store.all('SELECT session, id FROM sessions'))
    ids.set((row.id as string)[0] ?? '', row.session as number)
  return keep
}

function related(keep: IndexedKeep, letter: string, limit = 10): RelatedSessions {
  return listRelated(keep, ids.get(letter) ?? -1, limit)
}

function reasonsOf({ related }: RelatedSessions): { readonly [letter: string]: readonly string[] } {
  return Object.fromEntries(related.map(({ sessionId, reasons }) => [sessionId[0], reasons.map(({ text }) => text)]))
}

test('files that both changed tie sessions, the rarer the more; a read does not', async () => {
  const keep = await keepSessions({
    a: script => script.prompt('Mend the pump').edit('/home/dev/app/pump.ts').edit('/home/dev/app/package.json'),
    b: script => script.prompt('Name the parts').edit('/home/dev/app/package.json'),
    c: script => script.prompt('Oil the pump').edit('/home/dev/app/pump.ts'),
    d: script =>
      script.prompt('Look at the pump').call('Read', { file_path: '/home/dev/app/pump.ts' }, { output: 'x' }),
  })
  const found = related(keep, 'a')
  expect(reasonsOf(found)).toEqual({ c: ['both changed pump.ts'], b: ['both changed package.json'] })
  expect(found.related[0]?.score).toBeGreaterThan(4 * (found.related[1]?.score ?? 0))
})

test('a pull request and a branch of its own tie sessions, main does not', async () => {
  const onBranch = (gitBranch: string, prompt: string) => (script: Script) =>
    script.line({ type: 'user', gitBranch, message: { role: 'user', content: prompt } })
  const keep = await keepSessions({
    a: script => onBranch('pump', 'Mend the pump')(script).bash('gh pr create', { output: `${PR}\n` }),
    b: script => onBranch('pump', 'Oil the pump')(script),
    c: script => script.prompt('Answer the review').bash('gh pr create', { output: `${PR}\n` }),
    d: script => script.prompt('Something else'),
  })
  expect(reasonsOf(related(keep, 'b'))).toEqual({ a: ['both were on the branch pump'] })
  expect(reasonsOf(related(keep, 'c'))).toEqual({ a: ['both are about dev/app#7'] })
  expect(reasonsOf(related(keep, 'd'))).toEqual({})
})

test('a session that closed what another left open is tied to it, from both sides', async () => {
  const list = (status: string) => (script: Script) =>
    script.prompt('Go on with the list').call('TodoWrite', {
      todos: [{ content: 'Oil the pump', status, activeForm: 'Oil the pump' }],
    })
  const keep = await keepSessions({ a: list('pending'), b: list('completed'), c: script => script.prompt('Rest') })
  expect(reasonsOf(related(keep, 'a'))).toEqual({ b: ['it closed what this session left open: Oil the pump'] })
  expect(reasonsOf(related(keep, 'b'))).toEqual({ a: ['this session closed what it left open: Oil the pump'] })
})

test('the session before is the one it goes on from, else the one before it in time', async () => {
  const first = writeScript({ sessionId: 'a0000000-0000-4000-8000-000000000000', mark: 'a', cwd: '/home/dev/app' })
    .prompt('Mend the pump')
    .answer('It is mended.')
  const between = writeScript({
    sessionId: 'b0000000-0000-4000-8000-000000000000',
    mark: 'b',
    cwd: '/home/dev/app',
    startedAt: '2026-03-02T10:00:00.000Z',
  }).prompt('Sweep the floor')
  const fork = writeScript({
    sessionId: 'c0000000-0000-4000-8000-000000000000',
    mark: 'c',
    cwd: '/home/dev/app',
    startedAt: '2026-03-03T10:00:00.000Z',
    copied: first.lines.map(line => ({
      ...line,
      forkedFrom: { sessionId: 'a0000000-0000-4000-8000-000000000000', messageUuid: (line as { uuid: string }).uuid },
    })),
  }).prompt('And oil it')
  const keep = await keepScripts({
    'projects/-x/a0000000-0000-4000-8000-000000000000.jsonl': first.lines,
    'projects/-x/b0000000-0000-4000-8000-000000000000.jsonl': between.lines,
    'projects/-x/c0000000-0000-4000-8000-000000000000.jsonl': fork.lines,
  })
  ids.clear()
  for (const row of keep.store.all('SELECT session, id FROM sessions'))
    ids.set((row.id as string)[0] ?? '', row.session as number)
  expect(related(keep, 'c').previous?.sessionId[0]).toBe('a')
  expect(reasonsOf(related(keep, 'c'))).toEqual({ a: ['this session continues it'] })
  expect(reasonsOf(related(keep, 'a'))).toEqual({ c: ['it continues this session'] })
  expect(related(keep, 'b').previous?.sessionId[0]).toBe('a')
  expect(related(keep, 'a').previous).toBeUndefined()
})

test('a file that many sessions changed says little', () => {
  const score = (sessions: number) => relate({ ...NO_TIES, files: [{ path: 'src/a.ts', sessions }] }).score
  expect(score(2)).toBeGreaterThan(10 * score(40))
  expect(relate(NO_TIES)).toEqual({ score: 0, reasons: [] })
})

test('a session that is not there has no relations', async () => {
  const keep = await keepSessions({ a: script => script.prompt('Mend the pump') })
  expect(listRelated(keep, 999, 5)).toEqual({ related: [], previous: undefined })
})
