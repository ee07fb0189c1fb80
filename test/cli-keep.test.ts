import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../src/surfaces/cli/command-table.ts'
import { makeHome, type Result, runCli } from './cli-runner.ts'
import { makeKeepHome, makeKept } from './keep-home.ts'
import { makeLines, makeTree, ONE, THREE, toLines } from './temp-tree.ts'

/** One sentence and a next step on stderr, nothing on stdout. */
function checkRefusal({ code, out, err }: Result, problem: RegExp, nextStep: RegExp): void {
  const [first = '', second = '', ...rest] = err.trimEnd().split('\n')
  expect({ code, out, rest }).toEqual({ code: 2, out: '', rest: [] })
  expect(first).toMatch(problem)
  expect(second).toMatch(nextStep)
}

describe('sync', () => {
  test('keeps what is new and says what it did; a deleted session stays, and comes back byte for byte', async () => {
    const { run, transcript, keep } = makeKeepHome()
    const first = await run(['sync'])
    expect(first.out).toMatch(/^Kept 2 new sessions, [\d.]+ KB -> [\d.]+ (K?)B\.\n$/)
    expect(first.err).toMatch(/^Reading 2 sessions, [\d.]+ KB\nFinishing\n$/)
    expect(await run(['sync'])).toEqual({ code: 0, out: 'Nothing new: 2 sessions are kept.\n', err: '' })
    expect(statSync(join(keep, 'archive')).mode & 0o777).toBe(0o700)

    const bytes = readFileSync(transcript)
    rmSync(transcript)
    expect((await run(['sync'])).out).toMatch(/^Nothing new: 2 sessions are kept\./)
    expect((await run(['ls'])).out).toContain('Grow the tomatoes')
    expect((await run(['show', ONE])).out).toContain('Grow the tomatoes')
    const restored = await run(['restore', ONE])
    expect(restored.code).toBe(0)
    expect(restored.out).toMatch(/^Restored 1 file, .*, to ~\/\.claude; \d files were there already\.\n/)
    expect(restored.out).toMatch(/Claude Code deletes it again on \d{4}-\d\d-\d\d/)
    expect(readFileSync(transcript).equals(bytes)).toBe(true)
  })
  test('counts what grew, and what is left out', async () => {
    const { run, transcript } = await makeKept({
      '.claude/projects/p/other.jsonl': makeLines(THREE, { cwd: '/clients/acme' }),
    })
    appendFileSync(transcript, toLines(makeLines(ONE, { prompt: 'And the beans' })))
    expect((await run(['sync'])).out).toMatch(/^Kept 1 grown session, [\d.]+ K?B -> [\d.]+ K?B\.\n$/)
    const fresh = makeKeepHome({ '.claude/projects/p/other.jsonl': makeLines(THREE, { cwd: '/clients/acme' }) })
    await fresh.run(['config', 'set', 'exclude', '/clients'])
    expect((await fresh.run(['sync'])).out).toMatch(/^Kept 2 new sessions, .* Left out: 1 excluded\.\n$/)
  })
  test('prints its report as JSON, and nothing else', async () => {
    const { run } = makeKeepHome()
    const { out, err } = await run(['sync', '--json'])
    expect(JSON.parse(out)).toMatchObject({ schema: 'backscroll.sync/1', sessions: { added: 2 }, problems: [] })
    expect(err).toBe('')
  })
  test('of a machine without transcripts says so', async () => {
    const { code, out, err } = runCli(['sync'], { home: makeHome('sync-nothing') })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/no Claude Code transcripts/)
  })
  test('names what cannot be read, keeps the rest, and fails', async () => {
    const { run, config } = makeKeepHome()
    const { code, out, err } = await run(['sync', '--root', config, '--root', '/no/such/folder'])
    expect(code).toBe(2)
    expect(out).toMatch(/^Kept 2 new sessions/)
    expect(err).toMatch(/backscroll: \/no\/such\/folder does not exist/)
  })
  test('into a place that cannot be written is refused', async () => {
    const { run, home } = makeKeepHome({ file: '' })
    const options = { env: { BACKSCROLL_HOME: join(home, 'file', 'keep') } }
    checkRefusal(await run(['sync', '--json'], options), /file.* cannot be /, /BACKSCROLL_HOME|folder|disk/)
  })
})

describe('without an archive', () => {
  test('every command that needs one says how to get it', async () => {
    const { run } = makeKeepHome()
    for (const args of [['verify'], ['restore', ONE], ['forget', ONE], ['reindex']]) {
      checkRefusal(await run(args), /nothing is kept yet/, /`backscroll sync`/)
    }
  })
  test('status tells what is not kept', async () => {
    const { run } = makeKeepHome()
    const { code, out, err } = await run(['status'])
    expect({ code, err }).toEqual({ code: 1, err: '' })
    expect(out).toBe('Nothing is kept yet of 2 sessions on disk.\nNext: backscroll sync\n')
  })
})

describe('status', () => {
  test('shows what is kept, what only the archive has, what is at risk, and the index', async () => {
    const { run, transcript, keep } = await makeKept()
    rmSync(transcript)
    const { code, out, err } = await run(['status'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const lines = out.trimEnd().split('\n')
    expect(lines[0]).toBe('2 sessions kept, 1 of them nowhere else')
    expect(lines[1]).toMatch(/^Archive {4}~\/\.local\/share\/backscroll\/archive, [\d.]+ KB in [\d.]+ KB \(\d+%\)$/)
    expect(lines[2]).toMatch(/^Index {6}[\d.]+ KB, fresh$/)
    expect(lines[3]).toBe('Last sync  just now')
    expect(lines).toHaveLength(5)
    const json = JSON.parse((await run(['status', '--json'])).out)
    expect(json).toMatchObject({
      schema: 'backscroll.status/1',
      path: keep,
      sessions: { kept: 2, keptOnly: 1, notKept: 0, excluded: 0, forgotten: 0, ownRuns: 0 },
      index: { state: 'fresh' },
    })
  })
  test('counts sessions that the client is about to delete, kept or not', async () => {
    const settings = { '.claude/settings.json': '{"cleanupPeriodDays": 3}' }
    const { run, config } = await makeKept(settings)
    writeFileSync(join(config, 'projects', 'p.jsonl'), toLines(makeLines(THREE)))
    const { atRisk, sessions } = JSON.parse((await run(['status', '--json'])).out)
    expect(atRisk).toMatchObject({ kept: 2, notKept: 1 })
    expect(sessions.notKept).toBe(1)
    expect((await run(['status'])).out).toMatch(/3 sessions within a week, from .*; 1 not kept yet: `backscroll sync`/)
  })
  test('tells how the index is', async () => {
    const { run, keep } = await makeKept()
    const index = join(keep, 'index.db')
    for (const ending of ['-wal', '-shm']) rmSync(index + ending, { force: true })
    writeFileSync(index, 'this is no database, and long enough to be looked at as one'.repeat(100))
    expect((await run(['status'])).out).toMatch(/^Index .*damaged; `backscroll reindex` makes it anew/m)
    rmSync(index)
    expect((await run(['status'])).out).toMatch(/^Index {6}missing; `backscroll sync` makes it$/m)
    expect((await run(['sync'])).code).toBe(0)
    expect((await run(['status'])).out).toMatch(/^Index .* fresh$/m)
    expect((await run(['reindex'])).out).toMatch(/^Made the index anew from the archive: 2 sessions in \d+/)
    expect((await run(['status'])).out).toMatch(/^Index .* fresh$/m)
  })
})

describe('verify', () => {
  test('finds an archive sound, whole or by a quick look', async () => {
    const { run } = await makeKept()
    const whole = await run(['verify'])
    expect({ code: whole.code, err: whole.err }).toEqual({ code: 0, err: '' })
    expect(whole.out).toMatch(/^Sound: every byte is as it was kept\.\n~.*: 2 sessions, \d+ files; \d+ pieces read/)
    expect((await run(['verify', '--quick'])).out).toMatch(/^Sound, as far as a quick look tells\.\n/)
  })
  test('lists what is damaged, and what to do', async () => {
    const { run, keep, transcript } = await makeKept()
    const streams = join(keep, 'archive', 'streams')
    const names = readdirSync(streams, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.tail.zst'))
    const tail = join(streams, names.sort()[0] ?? '')
    const bytes = readFileSync(tail)
    bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 0xff
    writeFileSync(tail, bytes)
    const { code, out, err } = await run(['verify'])
    expect({ code, err }).toEqual({ code: 1, err: '' })
    expect(out).toMatch(/^Damaged: 1 piece of the archive cannot be read as written\.\n/)
    expect(out).toContain(names[0])
    expect(out).toMatch(/kept again, as a new copy, by `backscroll sync`/)
    const json = JSON.parse((await run(['verify', '--json'])).out)
    expect(json).toMatchObject({
      schema: 'backscroll.verify/1',
      isQuick: false,
      damaged: [{ sessionId: expect.any(String) }],
    })
    expect(existsSync(transcript)).toBe(true)
  })
})

describe('import', () => {
  test('keeps the transcripts of a backup, which restore brings to the client of this machine', async () => {
    const { run, config } = await makeKept()
    const backup = makeTree({
      'old/.claude/projects/-x/a.jsonl': '',
      [`old/.claude/projects/-x/${THREE}.jsonl`]: makeLines(THREE),
    })
    const { code, out } = await run(['import', join(backup, 'old', '.claude')])
    expect(code).toBe(0)
    expect(out).toMatch(/^Imported \d new sessions?, .*\n$/)
    rmSync(backup, { recursive: true })
    expect((await run(['ls'])).out).toContain(THREE.slice(0, 8))
    expect((await run(['restore', THREE])).out).toMatch(/^Restored 1 file, .*, to ~\/\.claude\.\n/)
    expect(existsSync(join(config, 'projects', '-x', `${THREE}.jsonl`))).toBe(true)
  })
  test('takes one transcript too', async () => {
    const { run } = makeKeepHome()
    const backup = makeTree({ 'saved.jsonl': makeLines(THREE) })
    expect((await run(['import', join(backup, 'saved.jsonl')])).out).toMatch(/^Imported 1 new session/)
  })
  test('of what holds no transcripts is refused', async () => {
    const { run } = makeKeepHome()
    const folder = makeTree({ 'empty/x.txt': '', 'note.txt': 'hello\n' })
    checkRefusal(await run(['import', '/no/such/folder']), /\/no\/such\/folder does not exist/, /Name a folder/)
    checkRefusal(await run(['import', join(folder, 'empty')]), /there are no transcripts in .*empty/, /Name a folder/)
    checkRefusal(
      await run(['import', join(folder, 'note.txt')]),
      /note\.txt is not a Claude Code transcript/,
      /Name a folder/,
    )
    checkRefusal(await run(['import']), /missing required argument/, /backscroll import --help/)
  })
})

test('every command of the archive prints JSON with a schema of its own', async () => {
  const { run } = await makeKept()
  const backup = makeTree({ 'saved.jsonl': makeLines(THREE) })
  const words: { readonly [name: string]: readonly string[] } = {
    restore: [ONE],
    import: [backup],
    forget: [ONE, '--yes'],
    watch: ['--uninstall'],
  }
  const rows = COMMANDS.filter(row => row.group === 'Keep' && row.hasJson)
  const schemas: string[] = []
  for (const { name } of rows) {
    schemas.push(JSON.parse((await run([name, ...(words[name] ?? []), '--json'])).out).schema)
  }
  expect(schemas).toHaveLength(8)
  for (const schema of schemas) expect(schema).toMatch(/^backscroll\.[a-z-]+\/\d+$/)
  // An import is a sync from elsewhere, and reports the same.
  expect(new Set(schemas).size).toBe(7)
})
