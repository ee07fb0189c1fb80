import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { tailPath } from '../src/archive/archive-folder.ts'
import { readManifest } from '../src/archive/read-manifest.ts'
import { ENTRY, type Result, runShell } from './cli-runner.ts'
import { type ExportHome, makeExportHome } from './export-home.ts'
import { makeLines, makeTree, ONE, toLines } from './temp-tree.ts'

let home: ExportHome
beforeAll(async () => {
  home = await makeExportHome()
})

describe('export refuses', () => {
  test.each([
    [[], /say which sessions to export/, /--project/],
    [['nope'], /no session is called "nope"/, /backscroll ls/],
    [['3f2a', '--project', 'app'], /ids of sessions and --project cannot/, /Leave out one/],
    [['3f2a', '2222', '--turns', '1'], /--turns is about one session/, /3f2a:4-9/],
    [['--project', 'app', '--turns', '1'], /--turns is about one session/, /3f2a:4-9/],
    [['--project', ' '], /--project has no value/, /shell variable/],
    [['3f2a:1', '--turns', '2'], /turns after the id and --turns/, /Leave out one/],
    [['3f2a', '--turns', 'two'], /does not know the turns "two"/, /4-9/],
    [['3f2a', '--turns', '9'], /there is no turn 9: the session has 3 turns/, /id:4-9/],
    [['3f2a:3-2'], /ends before it begins/, /id:4-9/],
    [['3f2a', '-o', ''], /-o has no value/, /- for stdout/],
    [['3f2a', '-o', '  '], /-o has no value/, /- for stdout/],
    [['3f2a', '-o', 'talk.pdf'], /does not write \.pdf files/, /--format/],
    [['3f2a', '-f', 'md', '-o', 'talk.html'], /--format md does not fit a file that ends in \.html/, /\.md/],
    [['3f2a', '-o', 'no/such/file.md'], /there is no folder/, /end the name with \//],
    [['3f2a', '2222', '-o', 'both.html'], /several sessions do not fit into one file/, /Name a folder/],
    [['3f2a', '--json', '-o', '-'], /--json and -o - cannot/, /Leave out one/],
    [['3f2a', '--open', '-o', '-'], /--open and -o - cannot/, /Leave out one/],
    [['3f2a', '--no-redact', '--review'], /--review and --no-redact cannot/, /Leave out one/],
    [['3f2a', '--no-redact', '-f', 'jsonl', '--level', 'tools'], /--format jsonl and --level tools/, /Leave out one/],
    [['3f2a', '--redact-words', 'no-such-words.txt'], /no-such-words\.txt/, /./],
    [['--since', 'someday'], /--since does not know the time "someday"/, /7d/],
  ])('%j', async (args, problem, nextStep) => {
    await checkRefusal(home, args, problem, nextStep)
  })

  test('to write where transcripts or its own files are', async () => {
    const places = [join(home.config, 'x.md'), join(dirname(home.transcript), 'x.md'), `${home.config}/new/deep/`]
    for (const place of places) await checkRefusal(home, ['3f2a', '-o', place], /lies where transcripts are/, /outside/)
    await checkRefusal(home, ['3f2a', '-o', home.transcript, '--no-redact'], /lies where transcripts are/, /outside/)
    await checkRefusal(home, ['3f2a', '-o', `${home.keep}/`], /lies where backscroll keeps its own files/, /outside/)
    symlinkSync(home.config, join(home.home, 'way-in'))
    await checkRefusal(home, ['3f2a', '-o', join(home.home, 'way-in', 'x.md')], /lies where transcripts are/, /outside/)
    expect(existsSync(join(home.config, 'new'))).toBe(false)
    const settings = join(home.home, '.claude.json')
    await checkRefusal(home, ['3f2a', '-f', 'json', '-o', settings], /holds the client's own settings/, /another file/)
    expect(existsSync(settings)).toBe(false)
  })

  test('nothing of the rights of a file that it replaces', async () => {
    const desk = makeTree({ 'mine.md': 'x' })
    chmodSync(join(desk, 'mine.md'), 0o600)
    await home.exportHere(['2222', '-o', 'mine.md'], { cwd: desk })
    expect(statSync(join(desk, 'mine.md')).mode & 0o777).toBe(0o600)
  })

  test('to replace anything but an ordinary file', async () => {
    const desk = makeTree({ 'folder.md/inside': 'x', 'file.txt': 'x', nowhere: { link: 'missing/target.md' } })
    const at = { cwd: desk }
    await checkRefusal(home, ['3f2a', '-o', 'nowhere', '-f', 'md'], /link that leads nowhere/, /Remove the link/, at)
    await checkRefusal(home, ['3f2a', '-o', 'file.txt/'], /is no folder/, /leave out the \//, at)
    await checkRefusal(home, ['3f2a', '-o', '/dev/null', '-f', 'md'], /is no ordinary file/, /- for stdout/, at)
    expect(readdirSync(desk).sort()).toEqual(['file.txt', 'folder.md', 'nowhere'])
    const into = await home.exportHere(['2222', '-o', 'folder.md'], at)
    expect(into.out).toContain(join(desk, 'folder.md', '2026-03-01-water-the-beans-22222222.md'))
  })

  test('a place in the folder that is taken by something else, and then writes none of the files', async () => {
    const desk = makeTree({ 'week/index.txt/inside': 'x' })
    await checkRefusal(
      home,
      ['--project', 'app', '-f', 'txt', '-o', 'week/'],
      /index\.txt is a folder/,
      /name a file/,
      { cwd: desk },
    )
    expect(readdirSync(join(desk, 'week'))).toEqual(['index.txt'])
  })
})

describe('export fails closed', () => {
  test('when what must be taken out cannot be', async () => {
    const desk = makeTree({ 'words.txt': 'pull request\n', 'old.md': 'old' })
    // Not a word of the transcript but one of ours: nothing can replace it, and the last look before writing finds it.
    for (const output of ['old.md', 'new.md', '-', 'deep/folder/']) {
      const wish = ['3f2a', '-f', 'md', '--redact-words', 'words.txt', '-o', output]
      const { code, out, err } = await home.exportHere(wish, { cwd: desk })
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(
        /^backscroll: nothing was written: ".+" is among the words to take out, and backscroll writes it/,
      )
    }
    expect(readdirSync(desk).sort()).toEqual(['old.md', 'words.txt'])
    expect(readFileSync(join(desk, 'old.md'), 'utf8')).toBe('old')
  })

  test('when the disk is full', async () => {
    const desk = makeTree({ 'old.txt': 'old' })
    const big = await makeBig()
    for (const wish of ['2222 -o old.txt', '--project app -f txt -o week/', '2222 -f txt -o -']) {
      const result = await runShell(`ulimit -f 8; trap "" XFSZ; {} export ${wish}`, { home: big.home, cwd: desk })
      expect({ code: result.code, out: result.out }).toEqual({ code: 2, out: '' })
      expect(result.err).toMatch(/cannot be written \(EFBIG\): nothing was written\nFree some space/)
    }
    expect(readdirSync(desk)).toEqual(['old.txt'])
    expect(readFileSync(join(desk, 'old.txt'), 'utf8')).toBe('old')
  })

  test('when the reader of a pipe goes away, which is no failure', async () => {
    const big = await makeBig()
    const temporary = makeTree({})
    const env = { TMPDIR: temporary }
    const { out, err } = await runShell('{} export 2222 -f txt -o - | head -c 20; echo " $PIPESTATUS"', {
      home: big.home,
      env,
    })
    expect(out).toBe('Water the beans word 0\n')
    expect(err).not.toMatch(/went wrong/)
    expect(readdirSync(temporary).filter(name => name.startsWith('backscroll-'))).toEqual([])
  })

  test('when it is stopped', async () => {
    const many = await makeMany()
    const child = spawn(process.execPath, [ENTRY, 'export', '--project', 'app', '-f', 'txt', '-o', 'week/'], {
      cwd: many.desk,
      env: { PATH: process.env.PATH ?? '', HOME: many.home },
    })
    let err = ''
    child.stderr.on('data', data => (err += data))
    const ended = new Promise<number | null>(resolve => child.on('close', resolve))
    const week = join(many.desk, 'week')
    for (let tries = 0; tries < 10_000 && !(existsSync(week) && readdirSync(week).length > 3); tries++)
      await new Promise(done => setTimeout(done, 5))
    expect(readdirSync(week).every(name => name.endsWith('.new'))).toBe(true)
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    expect(err).toMatch(/stopped: nothing was written/)
    expect(many.listDesk()).toEqual([])
  })
})

describe('export of a damaged session', () => {
  test('gives what can be read, and says what cannot', async () => {
    const damaged = await makeExportHome()
    expect((await damaged.run(['sync'])).code).toBe(0)
    damage(damaged, 'agent')
    rmSync(damaged.transcript)
    rmSync(damaged.transcript.replace(/\.jsonl$/, ''), { recursive: true })
    const { code, out, err } = await damaged.exportHere([ONE, '-f', 'txt', '-o', '-'])
    expect(code).toBe(2)
    expect(out).toContain('Grow the tomatoes')
    expect(err).toMatch(/damaged/)
  })

  test('writes nothing where nothing can be read', async () => {
    const damaged = await makeExportHome()
    expect((await damaged.run(['sync'])).code).toBe(0)
    damage(damaged, 'main')
    rmSync(damaged.transcript)
    await checkRefusal(damaged, [ONE, '-f', 'txt'], /damaged/, /backscroll verify/)
  })
})

async function checkRefusal(
  from: ExportHome,
  args: readonly string[],
  problem: RegExp,
  nextStep: RegExp,
  options: { readonly cwd?: string } = {},
): Promise<void> {
  const before = from.listDesk()
  const format = args.includes('-o') ? [] : ['-f', 'md']
  const { code, out, err }: Result = await from.exportHere([...format, ...args], options)
  const [first = '', second = '', ...rest] = err.trimEnd().split('\n')
  expect({ code, out, rest }).toEqual({ code: 2, out: '', rest: [] })
  expect(first).toMatch(problem)
  expect(second).toMatch(nextStep)
  expect(from.listDesk()).toEqual(before)
}

/** The session about beans is long. */
async function makeBig(): Promise<ExportHome> {
  const big = await makeExportHome()
  const beans = readdirSync(dirname(big.transcript)).find(name => name.startsWith('2222')) ?? ''
  const prompt = `Water the beans ${'word '.repeat(3000)}\n${'and more\n'.repeat(3000)}`
  const lines = Array.from({ length: 8 }, (_, at) =>
    makeLines(beans.slice(0, -6), { cwd: big.work, prompt, at: `2026-03-0${at + 1}T10:00:00Z` }),
  )
  writeFileSync(join(dirname(big.transcript), beans), toLines(lines.flat()))
  return big
}

async function makeMany(): Promise<ExportHome> {
  const many = await makeExportHome()
  for (let number = 0; number < 100; number++) {
    const id = `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`
    writeFileSync(join(dirname(many.transcript), `${id}.jsonl`), toLines(makeLines(id, { cwd: many.work })))
  }
  return many
}

/** Flips a byte in the kept copy of the file of ONE that has this role. */
function damage({ keep }: ExportHome, role: string): void {
  const archive = join(keep, 'archive')
  const { files, sessions } = readManifest(archive)
  const one = [...sessions.values()].find(({ id }) => id === ONE)?.session
  const { file } = [...files.values()].find(kept => kept.session === one && kept.role === role) ?? { file: 0 }
  const path = tailPath(archive, { file, generation: 1 })
  const bytes = readFileSync(path)
  bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 0xff
  writeFileSync(path, bytes)
}
