import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ENTRY, makeHome, type Result, type RunOptions, runCli } from './cli-runner.ts'
import { makeLines, makeTree, ONE, toLines, writeItem } from './temp-tree.ts'

/** One sentence and a next step on stderr, nothing on stdout. */
function checkRefusal(result: Result, problem: RegExp, nextStep: RegExp): void {
  const [first = '', second = '', ...rest] = result.err.trimEnd().split('\n')
  expect({ code: result.code, out: result.out, rest }).toEqual({ code: 2, out: '', rest: [] })
  expect(first).toMatch(problem)
  expect(second).toMatch(nextStep)
}

function checkRun(args: readonly string[], problem: RegExp, nextStep: RegExp, options: RunOptions = {}): void {
  checkRefusal(runCli(args, options), problem, nextStep)
}

describe('a transcript that may not be read', () => {
  const folder = makeTree({ [`projects/p/${ONE}.jsonl`]: makeLines(ONE), 'projects/p/note.txt': '' })
  const path = join(folder, 'projects', 'p', `${ONE}.jsonl`)
  chmodSync(folder, 0o755)
  chmodSync(path, 0)

  test('is refused by show and tail without an empty page', () => {
    for (const args of [['show', ONE], ['show', path], ['show', ONE, '--json'], ['tail', ONE], ['tail']]) {
      checkRefusal(runUnprivileged([...args, '--root', folder]), /cannot be read: permission denied/, /doctor/)
    }
  })

  test('is not counted as read by doctor', () => {
    const { code, out } = runUnprivileged(['doctor', '--root', folder])
    expect(code).toBe(1)
    expect(out).toMatch(/^Read 0 of 1 file/)
    expect(out).toMatch(/1 file could not be read/)
    expect(out).not.toMatch(/Nothing is lost|bookkeeping/)
  })
})

const NOBODY = 65534

/** The superuser may read everything. */
function runUnprivileged(args: readonly string[]): Result {
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const env = { PATH: process.env.PATH ?? '', HOME: '/', BACKSCROLL_HOME: '/nonexistent/keep', TZ: 'UTC' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [ENTRY, ...args], {
    cwd: '/',
    env,
    encoding: 'utf8',
    timeout: 20_000,
    ...user,
  })
  return { code: status, out: stdout, err: stderr }
}

describe('show', () => {
  const folder = makeTree({
    'p/garbage.jsonl': 'this is\nno JSON at all\n',
    'p/nothing.jsonl': '',
    [`p/${ONE}.jsonl`]: makeLines(ONE),
  })
  test('of a file without any JSON says that it is no transcript', () => {
    checkRun(['show', 'garbage', '--root', folder], /garbage\.jsonl is not a Claude Code transcript/, /\.jsonl/)
  })
  test('of a file without any byte says that it is empty', () => {
    const { code, out, err } = runCli(['show', 'nothing', '--root', folder])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^backscroll: this session is empty: .*nothing\.jsonl\n$/)
  })
  test('of a folder, a missing file or a turn that is none names the problem', () => {
    checkRun(['show', folder, '--root', folder], /is a folder, not a session/, /`backscroll ls --root \S+`/)
    checkRun(['show', './missing.jsonl', '--root', folder], /missing\.jsonl does not exist/, /Check the path/)
    checkRun(['show', `${ONE}:x`, '--root', folder], /"x" is not the number of a turn/, /id:3/)
    checkRun(['show', `${ONE}:`, '--root', folder], /number of the turn is missing/, /id:3/)
  })
  test('takes only widths that the setting takes', () => {
    for (const width of ['5', '99999']) {
      checkRun(['show', ONE, '--root', folder, '--width', width], /--width cannot be/, /from 20 to 1000/)
    }
  })
})

describe('hints', () => {
  const folder = makeTree({ [`p q/${ONE}.jsonl`]: makeLines(ONE) })
  const root = join(folder, 'p q')
  test('say --root again', () => {
    expect(runCli(['--root', root]).out).toContain(`Next: backscroll --root '${root}' show 11111111`)
    expect(runCli(['show', 'zzz', '--root', folder]).err).toContain(`\`backscroll --root ${folder} ls\``)
  })
  test('name npm start where that was typed', () => {
    const options = { env: { npm_lifecycle_event: 'start' } }
    expect(runCli(['--root', root], options).out).toContain('Next: npm start -- --root')
    expect(runCli(['show', 'zzz', '--root', root], options).err).toContain('`npm start -- --root')
    expect(runCli(['shwo'], options).err).toContain('`npm start -- show`')
    expect(runCli([], options).err).toContain('`npm start -- --demo`')
  })
})

describe('what a person set', () => {
  test('is named as the cause, not the command line', () => {
    const home = makeHome('missing-root')
    runCli(['config', 'set', 'roots', '/no/such/folder'], { home })
    checkRun(['ls'], /\/no\/such\/folder does not exist/, /setting `roots`.*config unset roots/, { home })
  })
  test('and is no JSON makes one line', () => {
    const home = makeHome('broken-config')
    const path = runCli(['config', 'path'], { home }).out.trim()
    writeItem(path, '{\n  "level": \n  tools\n}\n')
    checkRun(['ls'], /config\.json is not JSON/, /repair/, { home })
  })
  test('or is in use without being set is listed, with where it comes from', () => {
    const home = makeHome('defaults')
    expect(runCli(['config', 'get', 'level'], { home }).out).toBe('tools (default)\n')
    expect(runCli(['config', 'get', 'pager'], { home, env: { PAGER: 'more' } }).out).toBe('more (PAGER)\n')
    expect(runCli(['config'], { home }).out).toMatch(/^level +tools \(default\)/m)
    const { value, default: used } = JSON.parse(runCli(['config', 'get', 'level', '--json'], { home }).out)
    expect({ value, used }).toEqual({ value: null, used: 'tools' })
  })
  test('and begins with a dash belongs in quotes', () => {
    checkRun(['config', 'set', 'pager', 'less', '-R'], /unknown option '-R'/, /set pager "less -R"/)
  })
})

describe('ls', () => {
  test('names what nothing matches', () => {
    const { err } = runCli(['ls', '--demo', 'pears', '--since', '7d'])
    expect(err).toMatch(/no session matches "pears" and --since 7d/)
  })
})

describe('doctor', () => {
  test('gives every place whole in a pipe', () => {
    const deep = join(makeHome('deep'), 'a-long-name-of-a-folder-'.repeat(5), 'another-long-name-'.repeat(8))
    mkdirSync(deep, { recursive: true })
    writeFileSync(join(deep, `${ONE}.jsonl`), `${toLines(makeLines(ONE))}not json\n{"type":"brand-new"}\n`)
    const { out } = runCli(['doctor', '--root', deep], { env: { COLUMNS: '80' } })
    expect(out).toContain(`${join(deep, `${ONE}.jsonl`)}:3 `)
    expect(out).toContain(`${join(deep, `${ONE}.jsonl`)}:4\n`)
    expect(out).not.toContain('…')
  })
  test('of a machine without transcripts says so, and how long they are kept', () => {
    const { code, out, err } = runCli(['doctor'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/no Claude Code transcripts in the usual places/)
    expect(err).toMatch(/keeps transcripts for 30 days \(its default\)/)
  })
  test('and the overview name a settings file that is broken', () => {
    const folder = makeTree({ 'settings.json': '{', [`projects/p/${ONE}.jsonl`]: makeLines(ONE) })
    const { code, out } = runCli(['doctor', '--root', folder])
    expect(code).toBe(1)
    expect(out).toMatch(/settings\.json is not a JSON object: its cleanupPeriodDays/)
    expect(runCli(['--root', folder]).err).toMatch(/settings\.json is not a JSON object/)
  })
})

describe('help', () => {
  test('is a command too', () => {
    expect(runCli(['help']).out).toBe(runCli(['--help']).out)
    expect(runCli(['help', 'show']).out).toBe(runCli(['show', '--help']).out)
    checkRun(['help', 'shwo'], /no command "shwo"/, /backscroll show/)
  })
})
