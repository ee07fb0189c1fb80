import { describe, expect, test } from 'vitest'
import type { Result } from './cli-runner.ts'
import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { FILES } from './report-world.ts'

let made: KeepHome | undefined

/** A machine with the sessions of report-world beside those of makeKeepHome. */
function run(...args: string[]): Promise<Result> {
  made ??= makeKeepHome(Object.fromEntries(Object.entries(FILES).map(([path, lines]) => [`.claude/${path}`, lines])))
  return made.run(args, { env: { COLUMNS: '100' } })
}

async function checkPrinted(args: readonly string[], expected: readonly RegExp[]): Promise<string> {
  const { code, out, err } = await run(...args)
  // The first one makes the index.
  expect({ code, err: err.replace(/^Reading .*\nFinishing\n/, '') }).toEqual({ code: 0, err: '' })
  for (const line of expected) expect(out).toMatch(line)
  expect(Math.max(...out.split('\n').map(line => line.length))).toBeLessThanOrEqual(
    args.includes('--markdown') ? 10_000 : 100,
  )
  return out
}

describe('on the terminal', () => {
  test('day: projects, sessions, and lines with their citations', () =>
    checkPrinted(
      ['day', '2026-03-03'],
      [
        /^Tuesday 2026-03-03$/m,
        /2 sessions · 3 turns · 3 files \+3 −3 · 1 commit · 1 pull request · 1 test run/,
        /^garden$/m,
        /^ {2}aaaaaaaa {2}Plant the beans/m,
        /^ {4}aaaaaaaa:2 {2}asked +Now mend the failing test of the beans$/m,
        /^ {4}aaaaaaaa:2 {2}file +bean\.ts {2}\+1 −1$/m,
        /^ {4}aaaaaaaa:3 {2}commit +abc1234 Plant beans/m,
        /^ {4}aaaaaaaa:2 {2}tests +✓ npm test {2}3 passed$/m,
        /^ {4}bbbbbbbb:1 {2}open +○ Taste the bean soup$/m,
      ],
    ))
  test('week: totals, projects and days', () =>
    checkPrinted(
      ['week', '2026-03-04'],
      [
        /^Week of 2026-03-02$/m,
        /^ {4}sessions +4, before 2 {2}\+100%$/m,
        /^ {4}garden +/m,
        /^Wednesday 2026-03-04 {2}/m,
        /^ {2}kitchen$/m,
      ],
    ))
  test('changelog: pull request, commit, and the request behind it', () =>
    checkPrinted(
      ['changelog', '--since', '2026-03-01', '--until', '2026-03-31'],
      [
        /^Changes since 2026-03-01 until 2026-03-31$/m,
        /^dev\/garden#12 {2}https:/m,
        /^ {4}aaaaaaaa:3 +abc1234 +Plant beans {2}aaaaaaaa:2 › Now mend the/m,
        /^Not committed/m,
      ],
    ))
  test('decisions and threads: sentences with their places', async () => {
    await checkPrinted(['threads'], [/^bbbbbbbb:1 +task +○ Taste the bean soup {2}kitchen · \w+ ago$/m])
    const { code, err } = await run('decisions', 'nobody', 'ever', 'said')
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining('no decision with "nobody ever said"'),
    })
  })
  test('standup: what was done last', async () => {
    const { code, out } = await run('standup')
    expect(code).toBe(0)
    expect(out).toMatch(/^Standup$/m)
    expect(out.split('\n').length).toBeLessThan(40)
  })
})

describe('as Markdown', () => {
  test.each([
    ['day', '2026-03-03'],
    ['week', '2026-03-03'],
    ['changelog', '--since', '2026-03-01', '--until', '2026-03-31'],
    ['standup'],
  ])('%s %s: words of transcripts are words', async (...args) => {
    const out = await checkPrinted([...args, '--markdown'], [/^## /m, /^### /m, /^- .*`[a-f]{8}:\d+#[\w-]{4,8}`/m])
    expect(out).not.toMatch(/(?<!\\)<script>|\x1b/)
    // Each leads to its entry also where a later release numbers turns differently.
    expect(out).not.toMatch(/[a-f]{8}:\d+(?!\d*#)/)
  })
})

describe('as JSON', () => {
  test.each([
    ['day', '2026-03-03'],
    ['week', '2026-03-03'],
    ['standup'],
    ['changelog', '--since', '2026-03-01'],
    ['threads', '--all'],
  ])('%s prints the value of its query', async (...args) => {
    const { code, out } = await run(...args, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out).schema).toBe(`backscroll.${args[0]}/1`)
  })

  test('day costs what usage day says', async () => {
    const day = JSON.parse((await run('day', '2026-03-03', '--tz', 'UTC', '--json')).out)
    const asked = ['usage', 'day', '--since', '2026-03-03', '--until', '2026-03-03', '--tz', 'UTC', '--json']
    const { totals } = JSON.parse((await run(...asked)).out)
    expect(totals.requests).toBeGreaterThan(0)
    expect(day.totals.usage).toEqual(totals)
  })
})

describe('mistakes and empty answers have a next step', () => {
  test.each([
    [['day', 'nonsense'], 2, /"nonsense" is no day/],
    [['day', 'last', 'week'], 2, /more than a day[\s\S]*backscroll week last week/],
    [['day', '2026-W10'], 2, /more than a day[\s\S]*backscroll week 2026-W10/],
    [['week', 'nonsense'], 2, /"nonsense" is no week[\s\S]*2026-W47/],
    [['week', '2026-W60'], 2, /"2026-W60" is no week/],
    [['week', '2026-03'], 2, /"2026-03" is more than a week/],
    [['week', '2026-04-20'], 1, /no work in the week of 2026-04-20[\s\S]*backscroll week 2026-03-02/],
    [['week', '--tz', 'Mars/Base'], 2, /no time zone "Mars\/Base"/],
    [['day', '2026-03-03', '--project', ''], 2, /--project has no value/],
    [['day', '2026-03-03', '--markdown', '--json'], 2, /--json and --markdown/],
    [['changelog', '--since', 'nonsense'], 2, /--since does not know the time/],
    [['changelog', '--since', '2026-03-05', '--until', '2026-03-01'], 2, /nothing lies between/],
    [['day', '2026-03-10'], 1, /no work on 2026-03-10[\s\S]*backscroll day 2026-03-05/],
    [['week', '2026-03-10'], 1, /no work in the week of 2026-03-09[\s\S]*backscroll week 2026-03-02/],
    [['day', '2026-03-03', '--project', 'attic'], 1, /no session in the project "attic"/],
    [['threads', '--project', 'attic'], 1, /no session in the project "attic"/],
    [
      ['changelog', '--since', '2026-03-01', '--until', '2026-03-02', '--project', 'kitchen'],
      1,
      /no change of a file in kitchen since 2026-03-01 until 2026-03-02/,
    ],
  ] as const)('%j', async (args, code, says) => {
    const result = await run(...args)
    expect(result.code).toBe(code)
    expect(result.out).toBe('')
    expect(result.err).toMatch(says)
  })
})
