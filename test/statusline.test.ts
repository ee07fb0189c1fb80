import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { limitsPath } from '../src/query/usage/limits/read-limits.ts'
import { COMMANDS } from '../src/surfaces/cli/command-table.ts'
import { FIELDS } from '../src/surfaces/cli/statusline/fields.ts'
import { writeFigures } from '../src/surfaces/cli/statusline/figures.ts'
import { statusPlaces } from '../src/surfaces/cli/statusline/status-host.ts'
import { ENTRY, REPOSITORY, type Result } from './cli-runner.ts'
import { hasTerminal, runInTerminal } from './in-terminal.ts'
import { makeKeepHome } from './keep-home.ts'
import { makeTree } from './temp-tree.ts'

const RATE_LIMITS = { five_hour: { used_percentage: 10 }, seven_day: { used_percentage: 20 } }
const GOOD = JSON.stringify({ session_id: 's', model: { display_name: 'Opus' }, rate_limits: RATE_LIMITS })

interface Run {
  readonly home?: string
  readonly input?: string | Uint8Array
  readonly args?: readonly string[]
  readonly env?: { readonly [name: string]: string }
}

function environment(home: string, env: Run['env']): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: home, TZ: 'UTC', NO_COLOR: '1', ...env }
}

function runLine({ home = makeTree({}), input = GOOD, args = [], env = {} }: Run): Result {
  const child = spawnSync(process.execPath, [ENTRY, 'statusline', ...args], {
    input,
    env: environment(home, env),
    encoding: 'utf8',
    timeout: 20_000,
  })
  return { code: child.status, out: child.stdout, err: child.stderr }
}

function check(run: Run, out: string): void {
  expect(runLine(run)).toEqual({ code: 0, out, err: '' })
}

function placesIn(home: string): ReturnType<typeof statusPlaces> {
  return statusPlaces(join(home, '.local', 'share', 'backscroll'))
}

const LINE = 'Opus · 5h 10%  7d 20%\n'

describe('the status line', () => {
  test('is printed and its limits are recorded, once', () => {
    const home = makeTree({})
    check({ home }, LINE)
    check({ home }, LINE)
    const lines = readFileSync(placesIn(home).limits, 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      session: 's',
      fiveHour: { used: 10, resetsAt: null },
      sevenDay: { used: 20, resetsAt: null },
    })
  })
  test('is printed whatever the client says', () => {
    for (const input of ['', '{', 'null', '\u0000', '[]', '{"model":{"display_name":"\u001b\\n"}}'])
      expect(runLine({ input })).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^[^\n]+\n$/) })
    check({ input: Uint8Array.of(0xff, 0xfe, 0x7b) }, 'backscroll\n')
    check({ input: `{"a":"${'x'.repeat(6 * 2 ** 20)}"}` }, 'backscroll\n')
  })
  test('is as the setting or the option says', () => {
    const home = makeTree({ '.config/backscroll/config.json': '{"statusline":"<{model}>"}' })
    check({ home }, '<Opus>\n')
    check({ home, args: ['--template', '{five_hour}'] }, '10%\n')
    check({ home, env: { COLUMNS: '10' }, args: ['--template=0123456789{model}'] }, '012345678…\n')
  })
  test('has colour unless somebody says no', () => {
    const input = '{"context_window":{"used_percentage":95}}'
    const red = '\x1b[31m95% context\x1b[0m\n'
    check({ input, env: { NO_COLOR: '' } }, red)
    check({ input, env: { NO_COLOR: '' }, args: ['--no-color'] }, '95% context\n')
    const home = makeTree({ '.config/backscroll/config.json': '{"color":"never"}' })
    check({ input, home, env: { NO_COLOR: '' } }, '95% context\n')
  })
  test('does not fail over a broken config file, or a home that is none', () => {
    check({ home: makeTree({ '.config/backscroll/config.json': '{' }) }, LINE)
    check({ home: makeTree({ '.config/backscroll/config.json': '{"statusline":5,"nonsense":1}' }) }, LINE)
    check({ home: join(makeTree({}), 'no', 'home') }, LINE)
    // In /proc Node's own way to make folders tries for ever.
    for (const BACKSCROLL_HOME of ['/dev/null/x', '/proc/nope', '/proc/no/such'])
      check({ home: makeTree({}), env: { BACKSCROLL_HOME } }, LINE)
    check({ home: makeTree({ '.local/share/backscroll': 'a file' }) }, LINE)
    check({ home: makeTree({ '.local/share/backscroll/limits.jsonl/x': '' }) }, LINE)
  })
  test('does not fail where nothing can be written', () => {
    const home = makeTree({ '.local/share/backscroll/x': '' })
    const keep = join(home, '.local', 'share', 'backscroll')
    chmodSync(keep, 0o500)
    try {
      check({ home }, LINE)
    } finally {
      chmodSync(keep, 0o700)
    }
  })
  test('does not fail on a disk that is full, with nobody reading', () => {
    const home = makeTree({})
    const command = `"${process.execPath}" "${ENTRY}" statusline`
    const shell = (script: string) =>
      spawnSync('bash', ['-c', `set -o pipefail; ${script}`], {
        env: environment(home, {}),
        input: GOOD,
        encoding: 'utf8',
      })
    expect(shell(`${command} | true`)).toMatchObject({ status: 0, stderr: '' })
    if (existsSync('/dev/full')) expect(shell(`${command} > /dev/full`)).toMatchObject({ status: 0, stderr: '' })
    expect(shell(`${command} >&- 2>&-`).status).toBe(0)
    expect(shell(`${command} <&-`)).toMatchObject({ status: 0, stderr: '', stdout: 'backscroll\n' })
  })
  test('reads figures that were counted before', () => {
    const home = makeTree({ '.local/share/backscroll/x': '' })
    const now = Date.now()
    const span = { startsAt: now - 1000, endsAt: now + 3_600_000 }
    writeFigures(placesIn(home).figures, {
      at: now,
      figures: {
        at: now,
        day: { name: 'today', zone: 'UTC', ...span },
        today: { usd: 3, isLowerBound: false },
        block: { usd: 2, isLowerBound: true, ...span },
        sessions: { s: { usd: 1, isLowerBound: true } },
      },
    })
    check({ home }, 'Opus · $1.00+ session · $3.00 today · $2.00+ block · 5h 10%  7d 20%\n')
  })
  test('keeps the last figures where a count failed, and says how old they are', () => {
    const home = makeTree({ '.local/share/backscroll/x': '' })
    const now = Date.now()
    const span = { startsAt: now - 9_000_000, endsAt: now + 3_600_000 }
    writeFigures(placesIn(home).figures, {
      at: now - 1000,
      figures: {
        at: now - 2.5 * 3_600_000,
        day: { name: 'today', zone: 'UTC', ...span },
        today: { usd: 3, isLowerBound: false },
        block: { usd: 2, isLowerBound: true, ...span },
        sessions: { s: { usd: 1, isLowerBound: true } },
      },
    })
    const counted = '$1.00+ (2h ago) session · $3.00 (2h ago) today · $2.00+ (2h ago) block'
    check({ home }, `Opus · ${counted} · 5h 10%  7d 20%\n`)
  })
  test('is printed through a link, as npm makes one', () => {
    const link = join(makeTree({}), 'backscroll')
    symlinkSync(ENTRY, link)
    const home = makeTree({})
    const child = spawnSync(process.execPath, [link, 'statusline'], {
      input: GOOD,
      env: environment(home, {}),
      encoding: 'utf8',
    })
    expect(child).toMatchObject({ status: 0, stdout: LINE, stderr: '' })
  })
  test('keeps every line where many clients write at once', async () => {
    const home = makeTree({})
    const runs = Array.from({ length: 6 }, (_, at) => {
      const child = spawn(process.execPath, [ENTRY, 'statusline'], {
        env: environment(home, {}),
        stdio: ['pipe', 'ignore', 'inherit'],
      })
      child.stdin.end(JSON.stringify({ session_id: `s${at}`, rate_limits: { five_hour: { used_percentage: at } } }))
      return new Promise(resolve => child.on('close', resolve))
    })
    expect(await Promise.all(runs)).toEqual([0, 0, 0, 0, 0, 0])
    const lines = readFileSync(placesIn(home).limits, 'utf8').trimEnd().split('\n')
    expect(lines.map(line => JSON.parse(line).session).sort()).toEqual(['s0', 's1', 's2', 's3', 's4', 's5'])
  })
})

describe('its words', () => {
  test('are all in the help, and in the docs', () => {
    const { details = '' } = COMMANDS.find(row => row.name === 'statusline') ?? {}
    const docs = readFileSync(join(REPOSITORY, 'docs', 'statusline.md'), 'utf8')
    const listed = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
    const fields = Object.keys(FIELDS).map(name => `{${name}}`)
    expect(listed(details)).toEqual(fields.sort())
    expect(listed(docs)).toEqual(fields)
  })
  test('go to the whole command line where they ask for more', () => {
    expect(runLine({ args: ['--help'] })).toMatchObject({ code: 0, out: expect.stringContaining('--install') })
    expect(runLine({ args: ['--install', '--bogus'] })).toMatchObject({
      code: 2,
      err: expect.stringContaining('--bogus'),
    })
    const home = makeTree({})
    expect(
      spawnSync(process.execPath, [ENTRY, '--plain', 'statusline'], {
        input: GOOD,
        env: environment(home, {}),
        encoding: 'utf8',
      }),
    ).toMatchObject({
      status: 0,
      stdout: LINE,
      stderr: '',
    })
  })
  test.each([['--bogus'], ['extra'], ['--json'], ['--template'], ['-y'], ['--', 'x']])(
    'do not cost the line where they are wrong: %s',
    (...args) => check({ args }, LINE),
  )
  test.runIf(hasTerminal())('that are wrong are named to somebody who looks', () => {
    const { code, text } = runInTerminal(['statusline', '--bo\u001bgus'], { home: makeTree({}) })
    expect(code).toBe(0)
    expect(text).toContain('"--bo␛gus" means nothing to statusline')
  })
  test('that are no field are named where the line is set', async () => {
    const { code, out, err } = await makeKeepHome().run(['config', 'set', 'statusline', '{modle}', 'x'])
    expect({ code, out }).toEqual({ code: 0, out: 'statusline = {modle} x\n' })
    expect(err).toMatch(/^backscroll: \{modle\} is no field .* did you mean \{model\}\?\n$/)
  })
  test('name the same file of limits as `usage blocks`', () => expect(statusPlaces('/k').limits).toBe(limitsPath('/k')))
})

describe('counting in the background', () => {
  /** The program that would count is the entry again; here the index is only a file, so it fails and says so. */
  test('begins where figures are old and there is an index, and at most every 20 seconds', async () => {
    const home = makeTree({ '.local/share/backscroll/index.db': 'no index' })
    const places = placesIn(home)
    check({ home }, LINE)
    const begun = readFileSync(places.begun)
    expect(begun.length).toBe(0)
    await waitFor(() => existsSync(places.figures))
    expect(JSON.parse(readFileSync(places.figures, 'utf8'))).toEqual({
      schema: 'backscroll.statusline/2',
      at: expect.any(Number),
    })
    rmSync(places.figures)
    check({ home }, LINE)
    await new Promise(resolve => setTimeout(resolve, 1500))
    expect(existsSync(places.figures)).toBe(false)
  })
  test('does not begin for a line that shows no figures', () => {
    const home = makeTree({ '.local/share/backscroll/index.db': 'no index' })
    check({ home, args: ['--template', '{model}'] }, 'Opus\n')
    expect(existsSync(placesIn(home).begun)).toBe(false)
  })
  test('does not begin without an index', () => {
    const home = makeTree({ '.local/share/backscroll/x': '' })
    check({ home }, LINE)
    expect(existsSync(placesIn(home).begun)).toBe(false)
  })
  test('does not begin again soon after it failed', () => {
    const home = makeTree({ '.local/share/backscroll/index.db': 'no index' })
    writeFigures(placesIn(home).figures, { at: Date.now() - 60_000, figures: undefined })
    check({ home }, LINE)
    expect(existsSync(placesIn(home).begun)).toBe(false)
  })
})

async function waitFor(isThere: () => boolean): Promise<void> {
  const until = Date.now() + 15_000
  while (!isThere()) {
    if (Date.now() > until) throw new Error('waited for too long')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
