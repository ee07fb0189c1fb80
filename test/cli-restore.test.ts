import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Result } from './cli-runner.ts'
import { makeKept, makeProgram } from './keep-home.ts'
import { makeLines, makeTree, ONE, THREE, TWO, toLines } from './temp-tree.ts'

/** One sentence and a next step on stderr, nothing on stdout. */
function checkRefusal({ code, out, err }: Result, problem: RegExp, nextStep: RegExp): void {
  const [first = '', second = '', ...rest] = err.trimEnd().split('\n')
  expect({ code, out, rest }).toEqual({ code: 2, out: '', rest: [] })
  expect(first).toMatch(problem)
  expect(second).toMatch(nextStep)
}

function readTree(folder: string): { readonly [path: string]: string } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(item => item.isFile())
  const paths = files.map(item => join(item.parentPath, item.name)).sort()
  return Object.fromEntries(paths.map(path => [relative(folder, path), readFileSync(path, 'latin1')]))
}

describe('restore', () => {
  test('lays out every file of the session in a folder, and of the log of prompts its own lines', async () => {
    const { run, config, home } = await makeKept()
    const to = join(home, 'look')
    const before = readTree(config)
    const { code, out, err } = await run(['restore', ONE.slice(0, 8), '--to', to])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^Restored 5 files, [\d.]+ KB, to ~\/look\.\n/)
    expect(out).not.toMatch(/deletes/)
    const restored = readTree(to)
    const [line] = (before['history.jsonl'] ?? '').split('\n')
    expect(restored['history.jsonl']).toBe(`${line}\n`)
    const own = Object.entries(before).filter(([path]) => path.includes(ONE))
    expect(Object.entries(restored).filter(([path]) => path !== 'history.jsonl')).toEqual(own)
    expect(readTree(config)).toEqual(before)
  })
  test('of what is all there says so, and when the client deletes it', async () => {
    const { run, transcript, config } = await makeKept()
    utimesSync(transcript, 1000, 1000)
    const { out } = await run(['restore', ONE])
    expect(out).toMatch(
      /^Everything is there already: 5 files in ~\/\.claude\.\n.*\nClaude Code deletes it again at its next start/,
    )
    writeFileSync(join(config, 'settings.json'), '{"cleanupPeriodDays": 0}')
    expect((await run(['restore', ONE])).out).toMatch(/told to keep no transcripts/)
  })
  test('works from the archive alone', async () => {
    const { run, transcript, keep } = await makeKept()
    const bytes = readFileSync(transcript)
    rmSync(transcript)
    for (const name of readdirSync(keep)) if (name.startsWith('index.db')) rmSync(join(keep, name))
    expect((await run(['restore', ONE, '--json'])).code).toBe(0)
    expect(readFileSync(transcript).equals(bytes)).toBe(true)
  })
  test('does not touch a file that differs, and then writes nothing', async () => {
    const { run, config, transcript } = await makeKept()
    rmSync(join(config, 'file-history'), { recursive: true })
    appendFileSync(transcript, '{"more":1}\n')
    const before = readTree(config)
    checkRefusal(
      await run(['restore', ONE]),
      /nothing was written: a file .* differs .*\.jsonl/,
      /restore \S+ --to DIR/,
    )
    expect(readTree(config)).toEqual(before)
  })
  test('leaves a log of prompts that has gone on, and says so', async () => {
    const { run, config } = await makeKept()
    writeFileSync(join(config, 'history.jsonl'), '{"display":"new","sessionId":"x"}\n')
    const { code, err } = await run(['restore', ONE])
    expect(code).toBe(0)
    expect(err).toMatch(/history\.jsonl exists and is left as it is/)
  })
  test('gives back older copies by their number', async () => {
    const { run, transcript, home } = await makeKept()
    const first = readFileSync(transcript, 'utf8')
    writeFileSync(transcript, toLines(makeLines(ONE, { prompt: 'Something else' })))
    await run(['sync'])
    await run(['restore', ONE, '--generation', '1', '--to', join(home, 'old')])
    expect(Object.values(readTree(join(home, 'old')))).toContain(first)
    checkRefusal(await run(['restore', ONE, '--generation', '3']), /has no generation 3/, /There are 2: 1, 2/)
    checkRefusal(await run(['restore', ONE, '--generation', '0']), /--generation cannot be "0"/, /whole number/)
  })
  test('of what it does not know says so', async () => {
    const { run, config } = await makeKept()
    checkRefusal(await run(['restore', 'zzz']), /no session is called "zzz"/, /backscroll ls/)
    checkRefusal(await run(['restore', `${ONE}:2`]), /whole sessions/, /Leave out/)
    checkRefusal(await run(['restore', ONE, '--to', '']), /folder after --to is empty/, /leave out --to/)
    checkRefusal(await run(['restore']), /missing required argument/, /restore --help/)
    mkdirSync(join(config, 'projects', 'new'))
    writeFileSync(join(config, 'projects', 'new', `${THREE}.jsonl`), toLines(makeLines(THREE)))
    checkRefusal(await run(['restore', THREE]), /is on disk and not kept yet/, /`backscroll sync`/)
  })
})

describe('resume', () => {
  test('restores the session, goes to its folder and hands over to claude and its exit code', async () => {
    const { run, transcript, work } = await makeKept()
    const bytes = readFileSync(transcript)
    rmSync(transcript)
    const claude = makeProgram('claude', { exitCode: 7 })
    const { code, err } = await run(['resume', ONE.slice(0, 6)], {
      env: { PATH: `${claude.folder}:${process.env.PATH}` },
    })
    expect(code).toBe(7)
    expect(err).toMatch(/^Restored 1 file/)
    expect(claude.calls()).toEqual([[work, '', '--resume', ONE]])
    expect(readFileSync(transcript).equals(bytes)).toBe(true)
  })
  test('of a session that is there restores nothing', async () => {
    const { run, work } = await makeKept()
    const claude = makeProgram('claude')
    const { code, out, err } = await run(['resume', TWO], { env: { PATH: `${claude.folder}:${process.env.PATH}` } })
    expect({ code, out, err }).toEqual({ code: 0, out: '', err: '' })
    expect(claude.calls()).toEqual([[work, '', '--resume', TWO]])
  })
  test('prints what to run where claude is not there', async () => {
    const { run, work } = await makeKept()
    const { code, out, err } = await run(['resume', ONE], { env: { PATH: '/nowhere' } })
    expect({ code, out }).toEqual({ code: 0, out: `cd ${work} && claude --resume ${ONE}\n` })
    expect(err).toMatch(/`claude` is not on the PATH/)
  })
  test('names the config folder where it is not the one that claude uses', async () => {
    const { run, home, config } = await makeKept()
    const other = join(home, 'other config')
    mkdirSync(join(other, 'projects'), { recursive: true })
    const env = { PATH: '/nowhere', CLAUDE_CONFIG_DIR: `${other},${config}` }
    expect((await run(['resume', ONE], { env })).out).toContain(`CLAUDE_CONFIG_DIR=${config} claude --resume`)
  })
  test('brings an imported session to the client of this machine', async () => {
    const { run, config, work } = await makeKept()
    const slug = work.replace(/[^a-zA-Z0-9]/g, '-')
    const backup = makeTree({ [`.claude/projects/${slug}/${THREE}.jsonl`]: makeLines(THREE, { cwd: work }) })
    await run(['import', join(backup, '.claude')])
    const claude = makeProgram('claude')
    const { code } = await run(['resume', THREE], { env: { PATH: `${claude.folder}:${process.env.PATH}` } })
    expect(code).toBe(0)
    expect(claude.calls()).toEqual([[work, '', '--resume', THREE]])
    expect(existsSync(join(config, 'projects', slug, `${THREE}.jsonl`))).toBe(true)
  })
  test('says when the folder is gone, and how to go on', async () => {
    const { run, work } = await makeKept()
    rmSync(work, { recursive: true })
    checkRefusal(await run(['resume', ONE]), /worked in is gone: .*work\/app/, /mkdir -p .*backscroll show/)
  })
  test('of a file that is no session of its own is refused', async () => {
    const { run } = await makeKept({ '.claude/projects/p/--help.jsonl': makeLines(THREE) })
    checkRefusal(
      await run(['resume', '--', '--help']),
      /named by the id of their session, not --help/,
      /backscroll show/,
    )
  })
})
