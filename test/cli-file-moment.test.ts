import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FileAt } from '../src/query/file-at/file-at.ts'
import type { UndoPlan } from '../src/query/file-at/undo-plan.ts'
import { type Client, startClient } from './file-client.ts'
import { makeRepository } from './git-repository.ts'
import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { writeItem } from './temp-tree.ts'

const [A, B] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002']
const FIRST = 'one\ntwo\nthree\n'

interface Played {
  readonly home: KeepHome
  /** The files that the sessions left. */
  readonly disk: ReadonlyMap<string, string>
  readonly path: (name: string) => string
}

/** A home whose project `app` has these sessions, one day apart, on one disk. */
function play(sessions: { readonly [id: string]: (client: Client, path: Played['path']) => unknown }): Played {
  const home = makeKeepHome()
  const path = (name: string): string => join(home.work, name)
  const disk = new Map([[path('src/a.ts'), FIRST]])
  for (const [at, [sessionId, act]] of Object.entries(sessions).entries()) {
    const client = startClient({ sessionId, cwd: home.work, at: `2026-03-0${at + 1}T10:00:00.000Z`, disk })
    act(client, path)
    writeItem(join(home.config, 'projects', 'app', `${sessionId}.jsonl`), client.lines())
  }
  return { home, disk, path }
}

function twoTurns(client: Client, path: Played['path']): unknown {
  client.prompt('a').edit(path('src/a.ts'), 'one', '1').answer('ok')
  return client.prompt('b').edit(path('src/a.ts'), 'two', '\u001b[31m2').answer('ok')
}

describe('files --at', () => {
  test('prints the bytes of the file alone, and on stderr how sure they are', async () => {
    const { home, path } = play({ [A]: twoTurns })
    const first = await home.run(['files', 'src/a.ts', '--at', 'aaaa:1'])
    expect(first).toMatchObject({ code: 0, out: '1\ntwo\nthree\n' })
    expect(first.err).toMatch(/src\/a\.ts at 2026-03-01 \d\d:00:30: exact\n.*recorded by Edit in aaaaaaaa:1/)
    expect((await home.run(['files', 'a.ts', '--at', 'before:aaaa'])).out).toBe(FIRST)
    expect((await home.run(['files', path('src/a.ts'), '--at', 'aaaa'])).out).toBe('1\n\u001b[31m2\nthree\n')
    const day = await home.run(['files', 'a.ts', '--at', '2026-03-05'])
    expect(day.err).toMatch(/a\.ts at 2026-03-05 00:00:00: doubtful[\s\S]*while no session was at work/)
    const early = await home.run(['files', 'a.ts', '--at', 'before:aaaa:2'])
    expect(early.err).toMatch(/a\.ts right before 2026-03-01 \d\d:00:40: exact/)
    const json = JSON.parse((await home.run(['files', 'a.ts', '--at', 'aaaa:2', '--json'])).out) as FileAt
    expect(json).toMatchObject({ schema: 'backscroll.file-at/1', sureness: 'exact', text: '1\n\u001b[31m2\nthree\n' })
  })

  test('says what is not known, and ends with 1', async () => {
    const { home } = play({
      [A]: twoTurns,
      [B]: (client, path) => client.prompt('x').write(path('new.ts'), 'x').answer(''),
    })
    const early = await home.run(['files', 'a.ts', '--at', '2020-01-01'])
    expect(early).toMatchObject({ code: 1, out: '' })
    expect(early.err).toContain('unknown')
    const absent = await home.run(['files', 'new.ts', '--at', 'before:bbbb:1'])
    expect(absent).toMatchObject({ code: 1, out: '' })
    expect(absent.err).toContain('there was no such file; exact')
    expect(await home.run(['files', 'gone.ts', '--at', '2d'])).toMatchObject({ code: 1, out: '' })
  })

  test('names the name that a file had before it was moved', async () => {
    const { home } = play({
      [A]: (client, path) => {
        client.prompt('a').edit(path('src/a.ts'), 'one', '1').answer('ok').prompt('b')
        const move = (disk: Map<string, string>): unknown =>
          disk.set(path('src/b.ts'), disk.get(path('src/a.ts')) ?? '')
        return client.bash('mv src/a.ts src/b.ts', move).edit(path('src/b.ts'), '1', 'I').answer('ok')
      },
    })
    const { code, err } = await home.run(['files', 'b.ts', '--at', '2020-01-01'])
    expect(code).toBe(1)
    expect(err).toMatch(/It also had the name .*src\/a\.ts/)
  })

  test('doubts a moment between a stash and its end, though the next record has the same', async () => {
    const { home } = play({
      [A]: (client, path) => {
        client.prompt('a').edit(path('src/a.ts'), 'one', '1')
        client
          .bash('git stash', disk => disk.set(path('src/a.ts'), FIRST))
          .answer('ok')
          .prompt('b')
        client.bash('git stash pop', disk => disk.set(path('src/a.ts'), '1\ntwo\nthree\n'))
        return client.edit(path('src/a.ts'), 'two', '2').answer('ok')
      },
    })
    const { err } = await home.run(['files', 'a.ts', '--at', 'aaaa:1'])
    expect(err).toMatch(/doubtful[\s\S]*has the same[\s\S]*may have been changed, and put back:[\s\S]*git stash`/)
  })

  test('refuses what it cannot answer, in one sentence', async () => {
    const { home } = play({
      [A]: twoTurns,
      [B]: (client, path) => client.prompt('x').write(path('lib/a.ts'), 'x').answer('ok'),
    })
    const check = async (args: readonly string[], message: RegExp): Promise<void> => {
      const { code, err, out } = await home.run(['files', ...args])
      expect({ args, code, out }).toEqual({ args, code: 2, out: '' })
      expect(err).toMatch(message)
    }
    await check(
      ['a.ts', '--at', '2026-03-09'],
      /"a\.ts" fits 2 files: .*src\/a\.ts, .*lib\/a\.ts|fits 2 files: .*lib\/a\.ts/,
    )
    await check(['src/a.ts', '--at', 'nonsense'], /"nonsense" is no time, and no session is called so/)
    await check(['src/a.ts', '--at', 'aaaa:9'], /there is no turn 9: the last one of this session is 2/)
    await check(['src/a.ts', '--at', 'aaaa:1-2'], /"1-2" is not the number of a turn\nWrite a time/)
    await check(['src/a.ts', '--at', '2d', '--project', 'app'], /--project does not go with a moment/)
    await check(['src/a.ts', '--diff', '2d', 'now', '--since', '3d'], /--since does not go with a moment/)
    await check(['--at', '2d'], /a file is missing/)
    await check(['src/a.ts', '--diff', '2d'], /--diff takes two moments/)
    await check(['src/a.ts', '--at', '2d', '--diff', '2d', 'now'], /do not go together/)
    await check(['src/a.ts', '--restore-to', '/tmp/x'], /--restore-to needs --at/)
    await check(['src/a.ts', '--at', 'now'], /takes no "now"/)
    // Of two files of that name, the one that the named session touched is meant.
    expect((await home.run(['files', 'a.ts', '--at', 'aaaa:1'])).out).toBe('1\ntwo\nthree\n')
  })

  test('shows what changed between two moments, the file on disk included', async () => {
    const { home, path } = play({ [A]: twoTurns })
    const first = await home.run(['files', 'a.ts', '--diff', 'before:aaaa', 'aaaa:1'])
    expect(first).toMatchObject({ code: 0 })
    expect(first.out).toContain('--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,3 +1,3 @@\n-one\n+1\n two\n')
    writeItem(path('src/a.ts'), '1\ntwo\nthree\nfour\n')
    const now = await home.run(['files', 'src/a.ts', '--diff', 'aaaa:1', 'now'], { cwd: home.work })
    expect(now.out).toContain(' three\n+four\n')
    expect(now.err).toContain('to: as it is on disk now')
    const clone = join(home.home, 'clone')
    writeItem(join(clone, 'src/a.ts'), '1\ntwo\n')
    const moved = await home.run(['files', 'src/a.ts', '--diff', 'aaaa:1', 'now'], { cwd: clone })
    expect(moved.out).toContain(' two\n-three\n')
    const away = await home.run(['files', 'a.ts', '--diff', 'aaaa:1', 'now'], { cwd: mkdir(home.home, 'empty') })
    expect(away).toMatchObject({ code: 2, out: '' })
    const order = await home.run(['files', '--diff', 'aaaa:1', 'aaaa:1', 'src/a.ts'])
    expect(order).toMatchObject({ code: 0, out: '' })
    expect(order.err).toContain('is the same at both moments')
  })

  test('compares with a file of CRLF line by line, though the client records LF', async () => {
    const { home, path } = play({
      [A]: (client, path) => {
        client.disk.set(path('crlf.ts'), '\ufeffone\r\ntwo\r\nthree\r\n')
        return client.prompt('a').edit(path('crlf.ts'), 'two', '2').answer('ok')
      },
    })
    writeItem(path('crlf.ts'), '\ufeffone\r\n2\r\nthree\r\nfour\r\n')
    const { out, err } = await home.run(['files', 'crlf.ts', '--diff', 'aaaa:1', 'now'], { cwd: home.work })
    expect(out).toContain('@@ -1,3 +1,4 @@\n \ufeffone\r\n 2\r\n three\r\n+four\r\n')
    expect(err).toContain('Its line ends are not recorded: those of the file on disk are taken.')
  })

  test('writes the file below another folder, and never where work goes on', async () => {
    const { home, path } = play({ [A]: twoTurns })
    const to = join(home.home, 'before')
    const done = await home.run(['files', 'a.ts', '--at', 'aaaa:1', '--restore-to', to])
    expect(done).toMatchObject({ code: 0, out: `${join(to, 'src/a.ts')}\n` })
    expect(readFileSync(join(to, 'src/a.ts'), 'utf8')).toBe('1\ntwo\nthree\n')
    const again = await home.run(['files', 'a.ts', '--at', 'aaaa:1', '--restore-to', to])
    expect(again).toMatchObject({ code: 2 })
    expect(again.err).toContain('is there already')
    for (const folder of [home.work, join(home.work, 'x'), home.home]) {
      const refused = await home.run(['files', 'a.ts', '--at', 'aaaa:1', '--restore-to', folder])
      expect(refused).toMatchObject({ code: 2 })
      expect(refused.err).toContain('where work goes on')
    }
    expect(existsSync(path('src/a.ts'))).toBe(false)
  })

  test('writes into no working tree, also not of a clone that no session knows', async () => {
    const { home } = play({ [A]: twoTurns })
    const clone = makeRepository(mkdir(home.home, 'clone')).folder
    for (const folder of ['.', 'sub/new', join(clone, 'x')]) {
      const refused = await home.run(['files', 'a.ts', '--at', 'aaaa:1', '--restore-to', folder], { cwd: clone })
      expect(refused).toMatchObject({ code: 2, out: '' })
      expect(refused.err).toContain('where work goes on')
    }
    expect(existsSync(join(clone, 'src'))).toBe(false)
  })

  test('says why a file is not written', async () => {
    const { home } = play({
      [A]: (client, path) => client.prompt('a').write(path('.git/config'), 'x').write(path('n.ts'), 'x').answer('ok'),
    })
    const to = join(home.home, 'before')
    const git = await home.run(['files', '.git/config', '--at', 'aaaa', '--restore-to', to])
    expect(git).toMatchObject({ code: 1, out: '' })
    expect(git.err).toMatch(/not written: .*config, its name is not safe to write/)
    const gone = await home.run(['files', 'n.ts', '--at', 'before:aaaa:1', '--restore-to', to])
    expect(gone.err).toMatch(/not written: .*n\.ts, it was not there before/)
  })
})

describe('undo-plan', () => {
  function session(client: Client, path: Played['path']): unknown {
    client.prompt('a').edit(path('src/a.ts'), 'one', '1').write(path('src/new file.ts'), 'new\n')
    client.write(path('b.txt'), 'x\n').edit(path('b.txt'), 'x', 'y').bash('git checkout main -- docs').answer('ok')
    return client.prompt('b').edit(path('src/a.ts'), 'three', 'drei').answer('ok')
  }

  test('lists what a session changed, and its patch takes git back to what was before', async () => {
    const { home, disk } = play({ [A]: session })
    const { plan } = await readPlan(home, 'aaaa')
    expect(plan.files.map(({ name, did, added, removed }) => [name, did, added, removed])).toEqual([
      ['b.txt', 'created', 1, 0],
      ['src/a.ts', 'changed', 2, 2],
      ['src/new file.ts', 'created', 1, 0],
    ])
    const repository = makeRepository(join(mkdir(home.home, 'copy')))
    for (const [path, text] of disk) repository.write(path.slice(home.work.length + 1), text)
    repository.commit('as the session left it', '2026-03-02T10:00:00Z')
    const { out } = await home.run(['undo-plan', 'aaaa', '--patch'])
    execFileSync('git', ['apply', '--check', '-'], { cwd: repository.folder, input: out })
    execFileSync('git', ['apply', '-'], { cwd: repository.folder, input: out })
    expect(readFileSync(join(repository.folder, 'src/a.ts'), 'utf8')).toBe(FIRST)
    expect(existsSync(join(repository.folder, 'b.txt'))).toBe(false)
    expect(existsSync(join(repository.folder, 'src/new file.ts'))).toBe(false)
  })

  test('says who changed a file since, and which commands no patch takes back', async () => {
    const { home } = play({
      [A]: session,
      [B]: (client, path) =>
        client.prompt('c').edit(path('src/a.ts'), '1', 'I').bash('npx prettier --write .').answer('ok'),
    })
    const { plan, out } = await readPlan(home, 'aaaa')
    expect(plan.files.find(({ name }) => name === 'src/a.ts')).toMatchObject({
      sureness: 'exact',
      changedSinceBy: [{ shortId: 'bbbbbbbb' }],
      mayHaveChangedSince: 1,
    })
    expect(plan.commands.map(({ text }) => text)).toEqual(['git checkout main -- docs'])
    expect(out).toContain('changed by bbbbbbbb')
    expect(out).toContain('git checkout main -- docs')
    expect((await readPlan(home, 'bbbb')).plan.files.map(({ did, added }) => [did, added])).toEqual([['changed', 1]])
  })

  test('tells what another session did meanwhile, and leaves alone what it did after the last change', async () => {
    const home = makeKeepHome()
    const path = join(home.work, 'src/a.ts')
    const disk = new Map([[path, FIRST]])
    const [a, b] = ['10:00:00', '10:01:00'].map((time, at) =>
      startClient({ sessionId: [A, B][at] as string, cwd: home.work, at: `2026-03-01T${time}.000Z`, disk }),
    ) as [Client, Client]
    a.prompt('a').edit(path, 'one', '1').answer('wait')
    b.prompt('b').edit(path, 'two', '2')
    for (let count = 0; count < 8; count++) a.prompt('and?').answer('wait')
    a.edit(path, 'three', '3')
    for (let count = 0; count < 20; count++) b.prompt('and?').answer('wait')
    b.edit(path, '2', 'II').answer('ok')
    for (let count = 0; count < 40; count++) a.prompt('and?').answer('wait')
    for (const [id, client] of [
      [A, a],
      [B, b],
    ] as const) {
      writeItem(join(home.config, 'projects', 'app', `${id}.jsonl`), client.lines())
    }
    const { plan, out } = await readPlan(home, 'aaaa')
    expect(plan.files).toMatchObject([
      {
        changedMeanwhileBy: [{ shortId: 'bbbbbbbb' }],
        changedSinceBy: [{ shortId: 'bbbbbbbb' }],
        added: 3,
        removed: 3,
      },
    ])
    expect(plan.patch).toContain('-1\n-2\n-3\n+one\n+two\n+three\n')
    expect(out).toContain('src/a.ts: bbbbbbbb changed it meanwhile, and the patch takes that back too')
    expect(out).toContain('`git apply --check` says whether it does')
  })

  test('writes the files as they were before, elsewhere, and nothing that a hostile path names', async () => {
    const { home } = play({
      [A]: (client, path) => {
        client.prompt('a').edit(path('src/a.ts'), 'one', '1').write('/etc/../tmp/evil', 'x').answer('ok')
        client.disk.set(path('.git/hooks/pre-commit'), 'old\n')
        return client.edit(path('.git/hooks/pre-commit'), 'old', 'new').write(path('n.ts'), 'x').answer('ok')
      },
    })
    const to = join(home.home, 'before')
    const { code, out, err } = await home.run(['undo-plan', 'aaaa', '--restore-to', to])
    expect({ code, out }).toEqual({ code: 0, out: `${join(to, 'src/a.ts')}\n` })
    expect(err).toContain('pre-commit, its name is not safe to write')
    expect(err).toContain('n.ts, it was not there before')
    expect(readFileSync(join(to, 'src/a.ts'), 'utf8')).toBe(FIRST)
    const refused = await home.run(['undo-plan', 'aaaa', '--restore-to', dirname(home.work)])
    expect(refused).toMatchObject({ code: 2, out: '' })
  })

  test('says what its patch leaves out, and shows nothing that would control a terminal', async () => {
    const { home } = play({
      [A]: (client, path) => {
        client.prompt('a').edit(path('src/a.ts'), 'one', '1').write('/elsewhere/\u001b[2Jx', 'x').answer('ok')
        client.disk.set(path('b.ts'), 'old\n')
        return client.edit(path('b.ts'), 'old', 'new', { original: 'none' }).answer('ok')
      },
    })
    const { out } = await home.run(['undo-plan', 'aaaa'])
    expect(out).not.toContain('\u001b')
    expect(out).toMatch(/not in it: \/elsewhere\/.*x, which is outside the working tree/)
    expect(out).toMatch(/not in it: .*b\.ts, of which too little is known/)
    const refused = await home.run(['files', 'x', '--at', 'now'])
    expect(refused.err).not.toContain('\u001b')
    const patch = await home.run(['undo-plan', 'aaaa', '--patch'])
    expect(patch.out).not.toContain('elsewhere')
    expect(patch.err).toContain('2 files cannot be taken back by it')
  })

  test('keeps out of its patch what git would refuse it for, and takes a backslash for part of a name', async () => {
    const { home, disk } = play({
      [A]: (client, path) => {
        client.disk.set(path('.git/config'), 'old\n')
        client.disk.set(path('back\\slash.ts'), 'old\n')
        return client
          .prompt('a')
          .edit(path('.git/config'), 'old', 'new')
          .edit(path('back\\slash.ts'), 'old', 'new')
          .edit(path('src/a.ts'), 'one', '1')
          .answer('ok')
      },
    })
    const { out } = await home.run(['undo-plan', 'aaaa'])
    expect(out).toMatch(/not in it: .*\.git\/config, which git keeps for itself/)
    const repository = makeRepository(mkdir(home.home, 'copy'))
    for (const name of ['back\\slash.ts', 'src/a.ts']) repository.write(name, disk.get(join(home.work, name)) ?? '')
    const patch = await home.run(['undo-plan', 'aaaa', '--patch'])
    execFileSync('git', ['apply', '-'], { cwd: repository.folder, input: patch.out })
    expect(readFileSync(join(repository.folder, 'back\\slash.ts'), 'utf8')).toBe('old\n')
    expect(readFileSync(join(repository.folder, 'src/a.ts'), 'utf8')).toBe(FIRST)
  })

  test('says which of the files that it writes are doubtful, and why', async () => {
    const { home } = play({
      [A]: (client, path) => client.prompt('a').edit(path('src/a.ts'), 'one', '1').answer('ok'),
      [B]: (client, path) =>
        client.prompt('b').bash('./gen.sh').edit(path('src/a.ts'), '1', 'I', { original: 'none' }).answer('ok'),
    })
    const { err } = await home.run(['undo-plan', 'bbbb', '--restore-to', join(home.home, 'before')])
    expect(err).toMatch(/wrote 1 file[\s\S]*doubtful: .*a\.ts\n[\s\S]*gen\.sh/)
    const both = await home.run(['undo-plan', 'bbbb', '--patch', '--restore-to', join(home.home, 'x')])
    expect(both).toMatchObject({ code: 2, out: '' })
    expect(both.err).toContain('do not go together')
  })

  test('ends with 1 for a session that changed nothing, and refuses a turn', async () => {
    const { home } = play({ [A]: client => client.prompt('a').bash('ls').answer('ok') })
    expect(await home.run(['undo-plan', 'aaaa'])).toMatchObject({ code: 1, out: '' })
    expect((await home.run(['undo-plan', 'aaaa:1'])).err).toContain('for a whole session')
  })
})

async function readPlan(home: KeepHome, id: string): Promise<{ readonly plan: UndoPlan; readonly out: string }> {
  const { out } = await home.run(['undo-plan', id])
  return { plan: JSON.parse((await home.run(['undo-plan', id, '--json'])).out) as UndoPlan, out }
}

function mkdir(folder: string, name: string): string {
  mkdirSync(join(folder, name))
  return join(folder, name)
}
