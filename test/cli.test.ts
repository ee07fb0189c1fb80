import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SETTINGS } from '../src/config/settings.ts'
import { LEVELS } from '../src/render/level.ts'
import { COMMANDS } from '../src/surfaces/cli/command-table.ts'
import { displayWidth } from '../src/text/width.ts'
import { makeHome, type RunOptions, runCli, runShell } from './cli-runner.ts'

/** Fails with one sentence and a next step on stderr, and nothing else. */
function checkFailure(args: readonly string[], problem: RegExp, nextStep: RegExp, options: RunOptions = {}): void {
  const { code, out, err } = runCli(args, options)
  const [first = '', second = '', ...rest] = err.trimEnd().split('\n')
  expect({ code, out, rest }).toEqual({ code: 2, out: '', rest: [] })
  expect(first).toMatch(/^backscroll: /)
  expect(first).toMatch(problem)
  expect(second).toMatch(nextStep)
}

const ESCAPE = '\x1b'

describe('help', () => {
  test('lists every command under its task', () => {
    const { code, out } = runCli(['--help'])
    expect(code).toBe(0)
    for (const row of COMMANDS) {
      expect(out).toContain(`\n${row.group}:`)
      expect(out).toContain(`\n  ${row.name}`)
    }
  })
  test('of a command shows its arguments, options and examples', () => {
    for (const row of COMMANDS) {
      const { code, out } = runCli([row.name, '--help'])
      expect(code).toBe(0)
      for (const option of (row.options ?? []).filter(known => !known.isHidden))
        expect(out).toContain(`--${option.name}`)
      for (const arg of row.args ?? []) expect(out).toContain(arg.name)
      for (const line of out.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(100)
    }
  })
  test('and the version come without touching anything', () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    const { code, out } = runCli(['--version'])
    expect(code).toBe(0)
    expect([version, '0.0.0-source']).toContain(out.trim())
  })
})

describe('a bad command line', () => {
  test('with an unknown command names the likely one', () =>
    checkFailure(['sohw'], /no command "sohw"/, /Did you mean `backscroll show`\?/))
  test('with a command like no other points to help', () => checkFailure(['xyzzy'], /no command "xyzzy"/, /--help/))
  test('with an unknown flag names the likely one', () =>
    checkFailure(['ls', '--jsn'], /unknown option '--jsn'/, /Did you mean --json\?/))
  test('with a choice that is none lists the choices', () =>
    checkFailure(['show', 'x', '--level', 'most'], /--level cannot be "most"/, /prompts, answers, tools, all, raw/))
  test('without a needed argument points to the help of the command', () =>
    checkFailure(['completions'], /missing required argument/, /backscroll completions --help/))
  test('with a number that is none says so', () =>
    checkFailure(['ls', '-n', '0'], /--limit cannot be "0"/, /whole number/))
  test('with a time that is none shows how to write one', () =>
    checkFailure(['ls', '--since', 'whenever', '--demo-if-empty', '--root', '.'], /"whenever"/, /7d/))
  test('with a root that is not there names it', () =>
    checkFailure(['ls', '--root', '/no/such/folder'], /\/no\/such\/folder does not exist/, /--root/))
})

describe('a machine without transcripts', () => {
  test('is told so, with a next step', () => {
    const { code, out, err } = runCli([])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/no Claude Code transcripts/)
    expect(err).toMatch(/--root/)
  })
  test('still answers in JSON', () => {
    const { code, out } = runCli(['ls', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ schema: 'backscroll.sessions/1', sessions: [] })
  })
  test('shows the demo set where asked to, and says so in one line', () => {
    const { code, out, err } = runCli(['--demo-if-empty'])
    expect(code).toBe(0)
    expect(err.trimEnd().split('\n')).toHaveLength(1)
    expect(err).toMatch(/demo set/)
    expect(out).toMatch(/5 sessions in 2 projects/)
    expect(out).toMatch(/will delete 1 session within a week/)
    expect(out).toMatch(/Next: backscroll --demo show/)
  })
  test('is told by npm start how to go on with npm start', () => {
    const { out } = runCli(['--demo-if-empty'], { env: { npm_lifecycle_event: 'start' } })
    expect(out).toMatch(/Next: npm start -- show/)
  })
})

describe('ls', () => {
  test('fits the width and lists the newest first', () => {
    for (const width of [40, 80, 140]) {
      const { code, out } = runCli(['ls', '--demo'], { env: { COLUMNS: String(width) } })
      const lines = out.trimEnd().split('\n')
      expect(code).toBe(0)
      expect(lines).toHaveLength(6)
      expect(lines[1]).toContain('7c1f04d2')
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
    }
  })
  test('finds by project, by words and by time', () => {
    expect(countListed(['--project', 'inkwell'])).toBe(2)
    expect(countListed(['FORECAST', 'phones'])).toBe(1)
    expect(countListed(['--since', '3d'])).toBe(2)
    expect(countListed(['--since', '30d', '--until', '8d'])).toBe(2)
    expect(countListed(['-n', '1'])).toBe(1)
  })
  test('says when nothing matches', () => {
    const { code, out, err } = runCli(['ls', '--demo', 'no such words'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/no session matches/)
  })
  test('shows control characters of a title instead of obeying them', () => {
    const root = makeHome('hostile')
    const prompt = { role: 'user', content: `${ESCAPE}]0;owned\u0007${ESCAPE}[2Jhello\u202eevil` }
    const line = { type: 'user', uuid: 'u1', parentUuid: null, sessionId: 's', version: '2.1.0', message: prompt }
    writeTranscript(root, 'hostile-session', JSON.stringify({ ...line, cwd: `/tmp/${ESCAPE}[31mx`, timestamp: NOW }))
    const { out } = runCli(['ls', '--root', root])
    expect(out).toContain('evil')
    expect(out).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/)
  })
})

const NOW = '2026-01-01T00:00:00.000Z'

function countListed(args: readonly string[]): number {
  const { out } = runCli(['ls', '--demo', '--json', ...args])
  return JSON.parse(out).sessions.length
}

function writeTranscript(root: string, id: string, text: string): void {
  mkdirSync(join(root, 'projects', '-tmp-x'), { recursive: true })
  writeFileSync(join(root, 'projects', '-tmp-x', `${id}.jsonl`), `${text}\n`)
}

describe('JSON', () => {
  test('names its schema with a version in every command that prints results', () => {
    const words: { readonly [name: string]: readonly string[] } = {
      show: ['7c1f04d2'],
      story: ['7c1f04d2'],
      notes: ['--vault', 'vault', '--create'],
      replay: ['7c1f04d2'],
      context: ['7c1f04d2'],
      'undo-plan': ['7c1f04d2'],
      search: ['tide'],
      why: ['units.ts'],
      export: ['7c1f04d2', '-o', 'exported.md'],
      redact: ['7c1f04d2', '--check'],
    }
    // Two go on until somebody ends them; two change the settings of a client, which the demo set has none of; one is for
    // what is kept alone.
    const leftOut = ['tail', 'open', 'install', 'uninstall', 'enrich']
    const rows = COMMANDS.filter(row => row.hasJson && !leftOut.includes(row.name) && row.group !== 'Keep')
    const schemas = [[], ...rows.map(row => [row.name, ...(words[row.name] ?? [])])].map(args => {
      const { out } = runCli([...args, '--demo', '--json'])
      return JSON.parse(out).schema
    })
    expect(schemas.length).toBeGreaterThan(4)
    for (const schema of schemas) expect(schema).toMatch(/^backscroll\.[a-z-]+\/\d+$/)
    expect(new Set(schemas).size).toBe(schemas.length)
  })
})

describe('colour', () => {
  test('is off in a pipe, on when forced, and off again by NO_COLOR and --no-color', () => {
    const forced = { env: { FORCE_COLOR: '1' } }
    expect(runCli(['--demo']).out).not.toContain(ESCAPE)
    expect(runCli(['--demo'], forced).out).toContain(ESCAPE)
    expect(runCli(['--demo', '--no-color'], forced).out).not.toContain(ESCAPE)
    expect(runCli(['--demo', 'ls'], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } }).out).not.toContain(ESCAPE)
  })
})

describe('a closed pipe', () => {
  test('is a normal end', async () => {
    const { out, err, code } = await runShell(`{} ls --demo 2>/dev/null | head -1; echo "\${PIPESTATUS[0]}"`)
    expect({ err, code }).toEqual({ err: '', code: 0 })
    expect(out).toMatch(/^ID .*\n0\n$/)
  })
  test('before the first line too', async () => {
    const { out, err } = await runShell(`{} doctor --demo 2>/dev/null | true; echo "\${PIPESTATUS[0]}"`)
    expect({ out, err }).toEqual({ out: '0\n', err: '' })
  })
})

describe.skipIf(!existsSync('/dev/full'))('an output that cannot be written', () => {
  test('fails, with a sentence', async () => {
    for (const args of ['--help', 'ls --demo', 'search --demo test', '--demo --json']) {
      const { code, err } = await runShell(`{} ${args} > /dev/full`)
      expect([args, code]).toEqual([args, 2])
      expect(err).toMatch(/^backscroll: the output could not be written: no space is left\nFree some space.*\n$/m)
    }
  })
})

describe('settings', () => {
  test('are set, listed, read and unset', () => {
    const home = makeHome('settings')
    expect(runCli(['config', 'set', 'level', 'answers'], { home }).out).toBe('level = answers\n')
    expect(runCli(['config', 'set', 'roots', '/a', '/b c'], { home }).code).toBe(0)
    expect(runCli(['config', 'get', 'level'], { home }).out).toBe('answers\n')
    expect(runCli(['config', 'get', 'roots'], { home }).out).toBe('/a\n/b c\n')
    expect(runCli(['config', '--json'], { home }).out).toContain('"level": "answers"')
    expect(runCli(['config', 'unset', 'level'], { home }).code).toBe(0)
    expect(runCli(['config', 'get', 'level'], { home }).out).toBe('tools (default)\n')
    const path = runCli(['config', 'path'], { home }).out.trim()
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ roots: ['/a', '/b c'] })
  })
  test('of the file are used: a width, and roots', () => {
    const home = makeHome('used')
    const root = makeHome('used-root')
    writeTranscript(
      root,
      'a-session',
      JSON.stringify({ type: 'user', timestamp: NOW, message: { role: 'user', content: 'hello there '.repeat(20) } }),
    )
    runCli(['config', 'set', 'roots', root], { home })
    runCli(['config', 'set', 'width', '50'], { home })
    const { code, out } = runCli(['ls'], { home })
    expect(code).toBe(0)
    expect(out).toContain('hello there')
    for (const line of out.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(50)
  })
  test('that are wrong stop every command but config, naming file and setting', () => {
    const home = makeHome('wrong')
    const path = runCli(['config', 'path'], { home }).out.trim()
    runCli(['config', 'set', 'width', '90'], { home })
    writeFileSync(path, '{"width": "wide", "nonsense": 1}')
    checkFailure(['ls'], /config\.json, "width" must be a whole number/, /config set width/, { home })
    expect(runCli(['config', 'unset', 'width'], { home }).code).toBe(0)
    checkFailure(['ls'], /config\.json, "nonsense" is not a setting/, /The settings are/, { home })
    expect(runCli(['config'], { home }).code).toBe(0)
  })
  test('are refused with the value they should have', () => {
    checkFailure(
      ['config', 'set', 'width', '3'],
      /width must be .* not "3"/,
      /Example: `backscroll config set width 100`/,
    )
    checkFailure(['config', 'set', 'colour', 'never'], /"colour" is not a setting/, /Did you mean color\?/)
    checkFailure(['config', 'get'], /needs the name of a setting/, /roots, exclude, pager/)
  })
  test('for the level are the levels of the view, and raw', () => {
    expect(SETTINGS.find(setting => setting.name === 'level')?.choices).toEqual([...LEVELS, 'raw'])
  })
})

describe('what cannot be read', () => {
  test('is named on stderr while the rest is listed', () => {
    const root = makeHome('partly')
    writeTranscript(
      root,
      'good',
      JSON.stringify({ type: 'user', timestamp: NOW, message: { role: 'user', content: 'I am here' } }),
    )
    const missing = join(root, 'gone')
    const { code, out, err } = runCli(['ls', '--root', root, '--root', missing])
    expect(code).toBe(2)
    expect(out).toContain('I am here')
    expect(err).toMatch(/gone does not exist/)
  })
  test('shows no stack, unless asked for', () => {
    const home = makeHome('bug')
    const path = runCli(['config', 'path'], { home }).out.trim()
    mkdirSync(path, { recursive: true })
    const plain = runCli(['ls'], { home })
    expect(plain.code).toBe(2)
    expect(plain.err).not.toMatch(/\n\s+at /)
    const debugged = runCli(['ls'], { home, env: { BACKSCROLL_DEBUG: '1' } })
    expect(debugged.err).toMatch(/EISDIR/)
  })
})
