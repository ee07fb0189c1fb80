import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { syncSources } from '../src/ingest/sync.ts'
import { requireIndex } from '../src/query/indexed-keep.ts'
import { openKeep } from '../src/query/keep.ts'
import { selectTouches } from '../src/query/lookups/file-touches.ts'
import { readKeptSessions } from '../src/query/lookups/kept-sessions.ts'
import { readChange } from '../src/query/lookups/why-change.ts'
import { type WhyAnswer, whyLine } from '../src/query/lookups/why-line.ts'
import { createEntryReader } from '../src/query/search/entry-reader.ts'
import { findRoots } from '../src/source/roots.ts'
import { CORPUS } from './corpus.ts'
import { type EditSession, startSession } from './edit-session.ts'
import { makeRepository, type TestRepository } from './git-repository.ts'
import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { machineAt, makeTree, writeItem } from './temp-tree.ts'

const A = 'aaaaaaaa-0000-4000-8000-000000000001'
const B = 'bbbbbbbb-0000-4000-8000-000000000002'

const FIRST = 'export function lock() {\n\treturn open()\n}\n'
const SECOND = 'export function lock() {\n\twait()\n\treturn open()\n}\n\nexport function free() {\n\tclose()\n}\n'

interface Story {
  readonly home: KeepHome
  readonly repository: TestRepository
  readonly shas: readonly [string, string]
}

/** Session A writes `src/lock.ts` and commits; session B edits it, commits and opens a pull request. */
function makeStory(): Story {
  const home = makeKeepHome()
  const repository = makeRepository(home.work)
  const path = join(home.work, 'src/lock.ts')
  repository.write('src/lock.ts', FIRST)
  const one = repository.commit('Add a lock', '2026-03-01T10:05:00Z')
  repository.write('src/lock.ts', SECOND)
  const two = repository.commit('Wait for the lock', '2026-03-05T10:05:00Z')
  const first = startSession({ sessionId: A, cwd: home.work, at: '2026-03-01T10:00:00Z' })
    .prompt('Nobody else may write')
    .write(path, FIRST)
    .answer('There is a lock now.\nIt is in src.')
    .prompt('Commit it')
    .bash('git commit -am "Add a lock"', `[main ${one.slice(0, 7)}] Add a lock\n 1 file changed`)
  const second = startSession({ sessionId: B, cwd: home.work, at: '2026-03-05T10:00:00Z' })
    .prompt('Two at once must wait')
    .edit(path, FIRST, SECOND)
    .answer('They wait.')
    .bash('git commit -am x', `[main ${two.slice(0, 7)}] Wait for the lock\n 1 file changed`)
    .bash('gh pr create --fill', 'https://github.com/ada/app/pull/12\n')
  keepSession(home, A, first)
  keepSession(home, B, second)
  return { home, repository, shas: [one, two] }
}

function keepSession({ config }: KeepHome, id: string, session: EditSession | readonly object[]): void {
  writeItem(join(config, 'projects', 'app', `${id}.jsonl`), 'lines' in session ? session.lines() : session)
}

async function ask(home: KeepHome, text: string, more: Parameters<KeepHome['run']>[1] = {}): Promise<WhyAnswer> {
  const { out, err } = await home.run(['why', '--json', '--', text], { cwd: home.work, ...more })
  expect(err).toBe('')
  return JSON.parse(out) as WhyAnswer
}

/** Origins as `how session:turn prompt commit`. */
function summarize({ origins }: WhyAnswer): readonly string[] {
  return origins.map(
    ({ knownBy, shortId, mainTurn, prompt, commit }) =>
      `${knownBy} ${shortId}:${mainTurn} ${prompt} (${commit?.subject ?? 'no commit'})`,
  )
}

describe('why, of a line', () => {
  test('leads to the edit, the prompt, the session, the commit and the pull request', async () => {
    const { home, shas } = makeStory()
    const answer = await ask(home, 'src/lock.ts:2')
    expect(answer).toMatchObject({
      schema: 'backscroll.why/1',
      path: join(home.work, 'src/lock.ts'),
      line: 2,
      text: '\twait()',
      blame: { sha: shas[1], summary: 'Wait for the lock', author: 'Ada', at: '2026-03-05T10:05:00.000Z' },
      notes: [],
    })
    expect(answer.origins).toMatchObject([
      {
        knownBy: 'blame+edit',
        sessionId: B,
        title: 'Two at once must wait',
        project: 'app',
        turn: 1,
        prompt: 'Two at once must wait',
        answer: 'They wait.',
        action: 'edit',
        added: 6,
        removed: 1,
        at: '2026-03-05T10:00:10.000Z',
        entryUuid: 'bbbbbbbb-main-1',
        commit: { sha: shas[1], subject: 'Wait for the lock' },
        prs: [{ url: 'https://github.com/ada/app/pull/12', number: 12, repository: 'ada/app' }],
        alsoIn: [],
      },
    ])
    const { out } = await home.run(['why', 'src/lock.ts:2'], { cwd: home.work })
    expect(out).toContain('~/work/app/src/lock.ts:2\n  wait()\n')
    expect(out).toMatch(/^bbbbbbbb:1 .*edit {2}\+6 −1/m)
    expect(out).toMatch(/prompt +Two at once must wait\n +answer +They wait\./)
    expect(out).toMatch(new RegExp(`commit +${shas[1].slice(0, 8)} Wait for the lock`))
    expect(out).toContain('https://github.com/ada/app/pull/12')
  })

  test('tells apart what two sessions wrote, also where lines read the same', async () => {
    const { home } = makeStory()
    const wrote = async (line: number): Promise<string | undefined> =>
      (await ask(home, `src/lock.ts:${line}`)).origins[0]?.shortId
    const writers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(wrote))
    expect(writers.join(' ')).toBe('aaaaaaaa bbbbbbbb aaaaaaaa aaaaaaaa bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb')
  })

  test('is found before it is committed', async () => {
    const { home, repository } = makeStory()
    const third = SECOND.replace('close()', 'closeAll()')
    repository.write('src/lock.ts', third)
    const path = join(home.work, 'src/lock.ts')
    keepSession(home, A.replace('aaaaaaaa', 'cccccccc'), [
      ...startSession({ sessionId: A.replace('aaaaaaaa', 'cccccccc'), cwd: home.work, at: '2026-03-06T10:00:00Z' })
        .prompt('Close them all')
        .edit(path, SECOND, third)
        .lines(),
    ])
    const answer = await ask(home, 'src/lock.ts:7')
    expect(summarize(answer)).toEqual(['edit cccccccc:1 Close them all (no commit)'])
    expect(answer.notes).toEqual(['The line is not committed yet.'])
    expect(answer.blame).toBeUndefined()
  })

  test('is followed through a rename, whatever the name begins with', async () => {
    const { home, repository } = makeStory()
    repository.git('mv', 'src/lock.ts', 'src/-hold.ts')
    repository.commit('Rename', '2026-03-07T10:00:00Z')
    const found = await ask(home, '-hold.ts:2', { cwd: join(home.work, 'src') })
    expect(summarize(found)).toEqual(['blame+edit bbbbbbbb:1 Two at once must wait (Wait for the lock)'])
    expect(found.origins[0]?.path).toBe(join(home.work, 'src/lock.ts'))
  })

  test('does not believe an edit that came after its commit', async () => {
    const { home } = makeStory()
    keepSession(home, 'dddddddd-0000-4000-8000-000000000004', [
      ...startSession({ sessionId: 'dddddddd-0000-4000-8000-000000000004', cwd: home.work, at: '2026-03-09T10:00:00Z' })
        .prompt('Try it another way')
        .edit(join(home.work, 'src/lock.ts'), FIRST, SECOND)
        .lines(),
    ])
    expect((await ask(home, 'src/lock.ts:2')).origins.map(({ shortId }) => shortId)).toEqual(['bbbbbbbb'])
  })

  test('names the session that made the commit where no edit shows the line', async () => {
    const { home, repository } = makeStory()
    repository.write('src/notes.txt', 'written by hand\n')
    const sha = repository.commit('Add notes', '2026-03-08T10:00:00Z')
    const id = 'eeeeeeee-0000-4000-8000-000000000005'
    const session = startSession({ sessionId: id, cwd: home.work, at: '2026-03-08T09:59:00Z' })
    keepSession(
      home,
      id,
      session.prompt('Commit my notes').bash('git commit -am x', `[main ${sha.slice(0, 9)}] Add notes\n`),
    )
    expect(summarize(await ask(home, 'src/notes.txt:1'))).toEqual(['blame eeeeeeee:1 Commit my notes (Add notes)'])
  })

  test('finds a commit again whose hash has changed', async () => {
    const { home, repository } = makeStory()
    repository.git('commit', '-q', '--amend', '--no-edit', '--date=2026-03-05T11:00:00Z')
    const answer = await ask(home, 'src/lock.ts:2')
    expect(answer.origins[0]).toMatchObject({ knownBy: 'blame+edit', shortId: 'bbbbbbbb' })
    expect(answer.notes[0]).toContain('its hash has changed')
  })

  test('shows an edit that a fork repeats once', async () => {
    const { home } = makeStory()
    const original = startSession({ sessionId: A, cwd: home.work, at: '2026-03-01T10:00:00Z' })
    original.prompt('Nobody else may write').write(join(home.work, 'src/lock.ts'), FIRST)
    const fork = 'ffffffff-0000-4000-8000-000000000006'
    keepSession(home, A, original)
    keepSession(home, fork, [
      ...original.lines(fork),
      ...startSession({ sessionId: fork, cwd: home.work, at: '2026-03-02T10:00:00Z' }).prompt('Go on').lines(),
    ])
    const { origins } = await ask(home, 'src/lock.ts:1')
    expect(origins.map(({ shortId, alsoIn }) => [shortId, alsoIn.map(other => other.shortId)])).toEqual([
      ['aaaaaaaa', ['ffffffff']],
    ])
  })

  test('is found without git, without a repository and without the file', async () => {
    const { home } = makeStory()
    const withoutGit = await ask(home, 'src/lock.ts:2', { env: { PATH: '' } })
    expect(summarize(withoutGit)).toEqual(['edit bbbbbbbb:1 Two at once must wait (Wait for the lock)'])
    expect(withoutGit.notes).toEqual(['git is not installed: the commit of the line is not known.'])
    const elsewhere = await ask(home, 'lock.ts:2', { cwd: home.home })
    expect(summarize(elsewhere)).toEqual(['blame+edit bbbbbbbb:1 Two at once must wait (Wait for the lock)'])
    const { home: bare } = makeStory()
    rmSync(join(bare.work, '.git'), { recursive: true })
    expect((await ask(bare, 'src/lock.ts:2')).notes).toEqual([
      'The file is in no git repository: its commits are not known.',
    ])
    rmSync(join(bare.work, 'src'), { recursive: true })
    const gone = await ask(bare, 'src/lock.ts:6')
    expect(gone.text).toBe('export function free() {')
    expect(summarize(gone)).toEqual(['edit bbbbbbbb:1 Two at once must wait (Wait for the lock)'])
    expect(gone.notes).toEqual(['The file is not here: the line is read from the newest kept edit of 2026-03-05.'])
  })

  test('is the first of a range', async () => {
    const { home } = makeStory()
    const { line, notes, origins } = await ask(home, 'src/lock.ts:2-4')
    expect({ line, notes }).toEqual({
      line: 2,
      notes: ['Of these lines the first is explained, 2: ask for one at a time.'],
    })
    expect(origins).toHaveLength(1)
    expect((await ask(home, 'src/lock.ts:2-2')).notes).toEqual([])
  })

  test('that does not exist is a clear sentence', async () => {
    const { home } = makeStory()
    for (const [text, says] of [
      ['src/lock.ts:99', 'src/lock.ts has 8 lines, so there is no line 99'],
      ['src/lock.ts:0', 'lines are counted from 1, so there is no line 0'],
    ] as const) {
      const { code, err } = await home.run(['why', text], { cwd: home.work })
      expect([code, err.includes(says)]).toEqual([2, true])
    }
    const { code, err } = await home.run(['why', 'nowhere.ts:3'], { cwd: home.work })
    expect([code, err.includes('no change of nowhere.ts in 4 sessions')]).toEqual([1, true])
  })

  test('starts no program that the repository names', async () => {
    const { home, repository } = makeStory()
    const mark = join(home.home, 'started')
    for (const name of [
      'filter.evil.clean',
      'filter.evil.process',
      'diff.evil.textconv',
      'diff.evil.command',
      'core.fsmonitor',
      'core.pager',
    ]) {
      repository.git('config', name, `touch '${mark}'; cat`)
    }
    repository.git('config', 'filter.evil.required', 'true')
    repository.write('.gitattributes', '*.ts filter=evil diff=evil\n')
    repository.write('src/lock.ts', `${SECOND}// changed\n`)
    expect(summarize(await ask(home, 'src/lock.ts:2'))).toEqual([
      'blame+edit bbbbbbbb:1 Two at once must wait (Wait for the lock)',
    ])
    expect(existsSync(mark)).toBe(false)
  })
})

describe('why, of a file', () => {
  test('lists its latest changes with prompt and commit', async () => {
    const { home } = makeStory()
    const answer = await ask(home, 'lock.ts')
    expect(summarize(answer)).toEqual([
      'touch bbbbbbbb:1 Two at once must wait (Wait for the lock)',
      'touch aaaaaaaa:1 Nobody else may write (Add a lock)',
    ])
    expect(answer.origins[1]?.answer).toBe('There is a lock now.')
  })

  test('says that others of its name were changed where it was not', async () => {
    const { home } = makeStory()
    writeItem(join(home.home, 'other', 'lock.ts'), 'x\n')
    const { code, err } = await home.run(['why', 'lock.ts'], { cwd: join(home.home, 'other') })
    expect(code).toBe(1)
    expect(err).toContain('Another file of this name was changed: give more of the path to ask about one.')
  })

  test('of a folder points to files', async () => {
    const { home } = makeStory()
    const { code, out, err } = await home.run(['why', 'src'], { cwd: home.work })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^backscroll: src is a folder, not a file\nWhat was done in it: `backscroll files src`\.$/m)
  })
  test('takes any text for a path', async () => {
    const { home } = makeStory()
    for (const text of [':', ':3', 'a:b:c', "x' OR 1:2", '\0:1', '/', '~', 'x'.repeat(5000), '%:1']) {
      const { code, out, err } = await home.run(['why', text], { cwd: home.work })
      expect([text.slice(0, 9), code, out]).toEqual([text.slice(0, 9), 1, ''])
      expect(err.split('\n').filter(line => line.length > 300)).toEqual([])
    }
    expect((await home.run(['why', ''], { cwd: home.work })).code).toBe(2)
  })
})

describe.skipIf(!existsSync(CORPUS))('why, over recorded sessions', () => {
  test('every line that the newest recorded edit of a file added leads to that edit', async () => {
    const folder = makeTree({})
    const root = join(CORPUS, 'claude-code-log/test/test_data/real_projects/-Users-dain-workspace-danieldemmel-me-next')
    const go = join(CORPUS, 'entire-cli/entire_checkpoints_v1/8c')
    const { roots } = findRoots(machineAt(folder, { override: [root, go] }))
    await syncSources({ keepDir: folder, roots, exclude: [], threads: 1, now: Date.now, waitForLockMs: 0 })
    const keep = requireIndex(openKeep({ archive: join(folder, 'archive'), index: join(folder, 'index.db') }))
    try {
      for (const path of [
        '/Users/dain/workspace/danieldemmel.me-next/public/tokenizer.js',
        '/Users/gtrrz-victor/wks/cli/cmd/entire/cli/telemetry/telemetry.go',
      ]) {
        const scope = { project: undefined, since: undefined, until: undefined, limit: 20 }
        const { facts } = selectTouches(keep.store, readKeptSessions(keep.store), {
          paths: [path],
          action: 'change',
          scope,
        })
        const row = facts[0]?.row
        const change = row && readChange(createEntryReader(keep), row)
        const added = new Set(
          change?.hunks.flatMap(hunk => hunk.lines).flatMap(line => (line.isAdded ? [line.text] : [])),
        )
        const lines = change?.after ?? []
        const asked = lines.flatMap((text, at) =>
          added.has(text) && lines.indexOf(text) === lines.lastIndexOf(text) ? [at + 1] : [],
        )
        expect(asked.length).toBeGreaterThan(0)
        for (const line of asked.slice(0, 20)) {
          const answer = await whyLine(keep, {
            text: `${path}:${line}`,
            scope,
            cwd: folder,
            home: folder,
            git: undefined,
          })
          expect(answer.origins).toMatchObject([{ knownBy: 'edit', at: new Date(row?.at ?? 0).toISOString() }])
          expect(answer.origins[0]?.prompt).not.toBe('')
        }
      }
    } finally {
      keep.close()
    }
  })
})
