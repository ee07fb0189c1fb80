import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FileHistory } from '../src/query/lookups/file-history.ts'
import { CORPUS } from './corpus.ts'
import { type EditSession, startSession } from './edit-session.ts'
import { makeRepository } from './git-repository.ts'
import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { writeItem } from './temp-tree.ts'

const [A, B, C] = [
  'aaaaaaaa-0000-4000-8000-000000000001',
  'bbbbbbbb-0000-4000-8000-000000000002',
  'cccccccc-0000-4000-8000-000000000003',
]

/** A home with these sessions in its project `app`; each is given the working folder. */
function makeHome(sessions: { readonly [id: string]: (work: string) => EditSession | readonly object[] }): KeepHome {
  const home = makeKeepHome()
  for (const [id, make] of Object.entries(sessions)) {
    const made = make(home.work)
    writeItem(join(home.config, 'projects', 'app', `${id}.jsonl`), 'lines' in made ? made.lines() : made)
  }
  return home
}

async function ask(home: KeepHome, args: readonly string[], cwd = home.work): Promise<FileHistory> {
  const { out, err } = await home.run(['files', ...args, '--json'], { cwd })
  expect(err).toBe('')
  return JSON.parse(out) as FileHistory
}

/** Touches as `session:turn action ×count +added -removed`, paths relative to the working folder. */
function summarize(home: KeepHome, { paths }: FileHistory): readonly string[] {
  return paths.flatMap(({ path, as, touches }) => {
    const name = [path, as].map(part => part?.replace(`${home.work}/`, '')).filter(part => part !== undefined)
    return touches.map(
      touch =>
        `${name.join(' as ')}: ${touch.shortId}:${touch.mainTurn} ${touch.action} ×${touch.count} +${touch.added} -${touch.removed}`,
    )
  })
}

const oneFile = (work: string) =>
  startSession({ sessionId: A as string, cwd: work, at: '2026-03-01T10:00:00Z' })
    .prompt('Lock the store')
    .write(`${work}/src/store/lock.ts`, 'one\ntwo\n')
    .answer('Done.')
    .prompt('Now look again')
    .read(`${work}/src/store/lock.ts`)
    .read(`${work}/src/store/lock.ts`)
    .edit(`${work}/src/store/lock.ts`, 'one\ntwo\n', 'one\nthree\nfour\n')

describe('files', () => {
  test('shows who did what to a file in which prompt, newest first', async () => {
    const home = makeHome({
      [A as string]: oneFile,
      [B as string]: work =>
        startSession({ sessionId: B as string, cwd: work, at: '2026-03-05T10:00:00Z' })
          .prompt('Make it safe')
          .edit(`${work}/src/store/lock.ts`, 'one\n', 'one\nfive\n'),
    })
    const history = await ask(home, ['lock.ts'])
    expect(history.schema).toBe('backscroll.files/1')
    expect(summarize(home, history)).toEqual([
      'src/store/lock.ts: bbbbbbbb:1 edit ×1 +1 -0',
      'src/store/lock.ts: aaaaaaaa:2 edit ×1 +2 -1',
      'src/store/lock.ts: aaaaaaaa:2 read ×2 +0 -0',
      'src/store/lock.ts: aaaaaaaa:1 create ×1 +2 -0',
    ])
    expect(history.paths[0]).toMatchObject({ project: 'app', sessions: 2 })
    expect(history.paths[0]?.touches[1]).toMatchObject({
      sessionId: A,
      title: 'Lock the store',
      turn: 2,
      prompt: 'Now look again',
      at: '2026-03-01T10:01:30.000Z',
      entryUuid: 'aaaaaaaa-main-9',
      alsoIn: [],
      isRewound: false,
      isUserModified: false,
    })
    const { out, code } = await home.run(['files', 'lock.ts'], { cwd: home.work })
    expect(code).toBe(0)
    expect(out).toContain('~/work/app/src/store/lock.ts')
    expect(out).toMatch(/aaaaaaaa:2 .* edit +\+2 −1 +Now look again +Lock the store$/m)
    // A title that is the prompt says nothing more.
    expect(out).toMatch(/aaaaaaaa:1 .* create +\+2 +Lock the store$/m)
    const cut = await home.run(['files', 'lock.ts', '-n', '1'], { cwd: home.work })
    expect(cut).toMatchObject({ code: 0, out: expect.stringMatching(/\n1 of 4; more with -n 4\n$/), err: '' })
    const narrow = await home.run(['files', 'lock.ts'], { cwd: home.work, env: { COLUMNS: '40' } })
    expect(narrow.out).toMatch(/^~\/work\/app\/src\/store\/lock.ts\n {2}app, 2 sessions\n/)
  })

  test('finds a file by any part of its path, any slash and any capitals', async () => {
    const home = makeHome({ [A as string]: oneFile })
    for (const text of [
      'lock.ts',
      'store/lock.ts',
      'src\\store\\lock.ts',
      'LOCK.ts',
      '~/work/app/src/store/lock.ts',
      './src/store/lock.ts',
      'src/store',
      `${home.work}/src`,
    ]) {
      const { paths } = await ask(home, [text])
      expect([text, paths.map(({ path }) => path)]).toEqual([text, [`${home.work}/src/store/lock.ts`]])
    }
    for (const text of [
      'ock.ts',
      'tore/lock.ts',
      '/lock.ts',
      "lock.ts' OR 1",
      '%lock%',
      'lo\0ck.ts',
      '*',
      'x'.repeat(10_000),
    ]) {
      const { code, out } = await home.run(['files', text], { cwd: '/' })
      expect([text.slice(0, 20), code, out]).toEqual([
        text.slice(0, 20),
        text === '/lock.ts' ? 0 : 1,
        text === '/lock.ts' ? out : '',
      ])
    }
  })

  test('shows files of one name by path, the one at hand first', async () => {
    const home = makeHome({
      [A as string]: work =>
        startSession({ sessionId: A as string, cwd: work, at: '2026-03-01T10:00:00Z' })
          .prompt('Write it')
          .write(`${work}/README.md`, 'a\n')
          .write(`${work}/docs/README.md`, 'b\n')
          .write(`${work}/lib/README.md`, 'c\n'),
    })
    const names = async (cwd: string): Promise<readonly string[]> =>
      (await ask(home, ['README.md'], cwd)).paths.map(({ path }) => path.replace(`${home.work}/`, ''))
    expect(await names(home.home)).toEqual(['lib/README.md', 'docs/README.md', 'README.md'])
    expect(await names(home.work)).toEqual(['README.md', 'lib/README.md', 'docs/README.md'])
    expect((await ask(home, ['./README.md'])).paths.length).toBe(1)
    expect((await ask(home, ['README.md', '-n', '2'])).total).toBe(3)
  })

  test('finds older and newer names through commands', async () => {
    const home = makeHome({
      [A as string]: work =>
        startSession({ sessionId: A as string, cwd: work, at: '2026-03-01T10:00:00Z' })
          .prompt('Begin')
          .write(`${work}/src/old.ts`, 'a\n')
          .bash('git mv src/old.ts src/new.ts && git mv src lib')
          .edit(`${work}/lib/new.ts`, 'a\n', 'b\n'),
    })
    expect(summarize(home, await ask(home, ['lib/new.ts']))).toEqual([
      'lib/new.ts: aaaaaaaa:1 edit ×1 +1 -1',
      'lib/new.ts as src/old.ts: aaaaaaaa:1 create ×1 +1 -0',
    ])
    expect(summarize(home, await ask(home, ['old.ts']))).toEqual([
      'src/old.ts as lib/new.ts: aaaaaaaa:1 edit ×1 +1 -1',
      'src/old.ts: aaaaaaaa:1 create ×1 +1 -0',
    ])
  })

  test('finds older names through git, under a name no session ever used', async () => {
    const home = makeHome({ [A as string]: oneFile })
    const repository = makeRepository(home.work)
    repository.write('src/store/lock.ts', 'one\nthree\nfour\n')
    repository.commit('Lock', '2026-03-01T11:00:00Z')
    repository.git('mv', 'src/store/lock.ts', 'src/hold.ts')
    repository.commit('Rename', '2026-03-02T11:00:00Z')
    expect(summarize(home, await ask(home, ['src/hold.ts', '--action', 'create']))).toEqual([
      'src/hold.ts as src/store/lock.ts: aaaaaaaa:1 create ×1 +2 -0',
    ])
    expect((await home.run(['files', 'src/hold.ts'], { cwd: home.work, env: { PATH: '' } })).code).toBe(1)
  })

  test('finds what was done in another worktree of the repository', async () => {
    const home = makeHome({
      [A as string]: work =>
        startSession({ sessionId: A as string, cwd: `${work}/.claude/worktrees/one`, at: '2026-03-01T10:00:00Z' })
          .prompt('Apart')
          .write(`${work}/.claude/worktrees/one/a.ts`, 'a\n'),
    })
    makeRepository(home.work).write('a.ts', 'a\n')
    expect(summarize(home, await ask(home, [`${home.work}/a.ts`]))).toEqual([
      '.claude/worktrees/one/a.ts: aaaaaaaa:1 create ×1 +1 -0',
    ])
  })

  test('names the subagent, and the prompt it worked for', async () => {
    const home = makeHome({
      [A as string]: work =>
        startSession({ sessionId: A as string, cwd: work, at: '2026-03-01T10:00:00Z' })
          .prompt('First')
          .answer('Yes.')
          .prompt('Let somebody do it')
          .answer('It is done.'),
    })
    const agent = startSession({ sessionId: A as string, cwd: home.work, at: '2026-03-01T10:00:25Z', agentId: 'a7' })
    agent.prompt('Write the file').write(`${home.work}/a.ts`, 'a\n')
    writeItem(join(home.config, 'projects', 'app', A as string, 'subagents', 'agent-a7.jsonl'), agent.lines())
    const { paths } = await ask(home, ['a.ts'])
    expect(paths[0]?.touches[0]).toMatchObject({ agent: 'a7', turn: 1, mainTurn: 2, prompt: 'Let somebody do it' })
  })

  test('shows what a fork repeats once', async () => {
    const home = makeHome({
      [A as string]: oneFile,
      [C as string]: work => {
        const fork = startSession({ sessionId: C as string, cwd: work, at: '2026-03-09T10:00:00Z' })
        return fork.prompt('And now?').lines()
      },
    })
    const original = oneFile(home.work)
    writeItem(join(home.config, 'projects', 'app', `${A}.jsonl`), original.lines())
    writeItem(join(home.config, 'projects', 'app', `${B}.jsonl`), [
      ...original.lines(B),
      ...startSession({ sessionId: B as string, cwd: home.work, at: '2026-03-09T10:00:00Z' })
        .prompt('Go on')
        .lines(),
    ])
    const { paths } = await ask(home, ['lock.ts'])
    expect(paths[0]?.sessions).toBe(1)
    expect(paths[0]?.touches.map(({ shortId, alsoIn }) => [shortId, alsoIn.map(other => other.sessionId)])).toEqual(
      Array.from({ length: 3 }, () => ['aaaaaaaa', [B]]),
    )
  })

  test('without a path lists the files changed last', async () => {
    const home = makeHome({
      [A as string]: oneFile,
      [B as string]: work =>
        startSession({ sessionId: B as string, cwd: work, at: '2026-03-05T10:00:00Z' })
          .prompt('Another')
          .write(`${work}/b.ts`, 'x\n')
          .read(`${work}/only-read.ts`),
    })
    const history = await ask(home, [])
    expect(summarize(home, history)).toEqual([
      'b.ts: bbbbbbbb:1 create ×1 +1 -0',
      'src/store/lock.ts: aaaaaaaa:2 edit ×1 +2 -1',
    ])
    expect(history.total).toBe(2)
    expect((await ask(home, ['--action', 'read'])).paths.length).toBe(2)
    expect((await ask(home, ['--since', '2026-03-04'])).paths.length).toBe(1)
    const { out } = await home.run(['files'], { cwd: home.work })
    expect(out).toMatch(/work\/app\/b\.ts .* bbbbbbbb:1 +Another/)
  })

  test('says what was searched where nothing is found', async () => {
    const home = makeHome({ [A as string]: oneFile })
    const { code, err } = await home.run(['files', 'nowhere.ts', '--project', 'app'])
    expect(code).toBe(1)
    expect(err).toContain('nothing that ends in "nowhere.ts" was touched in 3 sessions in the project "app"\n')
  })
})

describe.skipIf(!existsSync(CORPUS))('files, over recorded sessions', () => {
  test('finds a file that several recorded sessions touched', async () => {
    const home = makeKeepHome()
    const root = join(CORPUS, 'mekara')
    const { out } = await home.run(['--root', root, 'files', 'python/README.md', '--json', '-n', '50'])
    const [path] = (JSON.parse(out) as FileHistory).paths
    expect(path?.sessions).toBeGreaterThan(1)
    const touches = path?.touches ?? []
    expect(new Set(touches.map(touch => touch.sessionId)).size).toBeGreaterThan(1)
    // Some of these sessions are recorded several times over.
    expect(touches.some(({ alsoIn }) => alsoIn.length > 0)).toBe(true)
    expect(touches.some(({ action, added, prompt }) => action === 'edit' && added > 0 && prompt !== '')).toBe(true)
  })
})
