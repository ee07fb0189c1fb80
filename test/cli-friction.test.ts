import { describe, expect, test } from 'vitest'
import type { Result } from './cli-runner.ts'
import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { writeScript } from './lookup-world.ts'
import { THREE } from './temp-tree.ts'

const RED = { error: 'Exit code 1\n1 failed' }

/** Long ago, so that a week of it is over whatever today is. */
const GARDEN = writeScript({ sessionId: THREE, cwd: '/home/dev/garden', startedAt: '2026-03-03T10:00:00.000Z' })
  .prompt('Mend the \x1b[2Jbean')
  .edit('/home/dev/garden/bean.ts')
  .bash('npm test', RED)
  .edit('/home/dev/garden/bean.ts')
  .bash('npm test', RED)
  .prompt("No, that's wrong. Use the other bean")
  .edit('/home/dev/garden/pea.ts')
  .answer('All green.').lines

let made: KeepHome | undefined

function run(args: readonly string[], env: { readonly [name: string]: string } = {}): Promise<Result> {
  made ??= makeKeepHome({ [`.claude/projects/-home-dev-garden/${THREE}.jsonl`]: GARDEN })
  return made.run(args, { env: { COLUMNS: '80', ...env } })
}

describe('friction', () => {
  test('lists sessions with their score and what weighed most', async () => {
    const { code, out } = await run(['friction'])
    expect(code).toBe(0)
    expect(out).toMatch(/^ID +WHEN +FRICTION +PROJECT +SESSION$/m)
    expect(out).toMatch(/^22222222-3 .* \d+ █.* garden +Mend the ␛\[2Jbean$/m)
    expect(out).toMatch(/^ {12}1 correction in 2 turns · /m)
    expect(out.replaceAll('\n', ' ')).toContain(
      '120 recorded sessions of others: of yours 1 session can be compared, and it takes 20',
    )
    expect(out).not.toContain('\x1b')
  })

  test('shows one session with turns that `show` takes', async () => {
    const { code, out } = await run(['friction', '22222222-3'])
    expect(code).toBe(0)
    expect(out).toMatch(/^Friction \d+ of 100 █+/m)
    expect(out).toMatch(/^ {5}22222222-3:2 {2}Corrected: No, that's wrong\./m)
    expect(out).toMatch(/^ {5}22222222-3:1 {2}bean\.ts was changed again after a failure in turn 1$/m)
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  test('prints what the question answers', async () => {
    const { out } = await run(['friction', '--json'])
    const found = JSON.parse(out) as { schema: string; sessions: { score: number; parts: { points: number }[] }[] }
    expect(found.schema).toBe('backscroll.friction/1')
    const [first] = found.sessions
    expect(first?.parts.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(first?.score ?? 0)
    const one = JSON.parse((await run(['friction', '22222222-3', '--json'])).out) as { schema: string; score: number }
    expect(one).toMatchObject({ schema: 'backscroll.session-friction/1', score: first?.score })
  })

  test.each<[readonly string[], number, RegExp]>([
    [['friction', 'zzzz'], 2, /no session is called "zzzz"/],
    [['friction', '22222222-3:1'], 2, /whole session, not of one turn/],
    [['friction', '22222222-3', '--limit', '3'], 2, /--limit chooses among sessions/],
    [['friction', '--project', 'nowhere'], 1, /no session in the project "nowhere"/],
    [['friction', '--since', 'soon'], 2, /soon/],
  ])('%j ends with %i', async (args, code, message) => {
    const result = await run(args)
    expect(result.code).toBe(code)
    expect(result.err).toMatch(message)
    expect(result.out).toBe('')
  })
})

describe('trends', () => {
  test('a line for each metric, and the last whole week', async () => {
    const { code, out } = await run(['trends', '--until', '2026-03-08', '--weeks', '4'])
    expect(code).toBe(0)
    expect(out).toMatch(/^4 weeks from 2026-02-09 on, UTC$/m)
    expect(out).toMatch(/^ +4 WEEKS +W10 +CHANGE$/m)
    expect(out).toMatch(/^Test runs +\S{4} +2 +\+2$/m)
    expect(out).toMatch(/^Test runs passed +\S{4} +0%$/m)
    expect(out).toMatch(/^Corrections per turn +\S{4} +0\.\d\d/m)
    expect(out).toContain('before 6 earlier weeks')
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  test('the weeks of one project, for a program', async () => {
    const { out } = await run(['trends', '--until', '2026-03-08', '--weeks', '4', '--project', 'garden', '--json'])
    const { schema, weeks } = JSON.parse(out) as { schema: string; weeks: { week: string; values: object }[] }
    expect(schema).toBe('backscroll.trends/1')
    expect(weeks.map(({ week }) => week)).toEqual(['2026-W07', '2026-W08', '2026-W09', '2026-W10'])
    expect(weeks.at(-1)?.values).toMatchObject({ sessions: { value: 1, change: 1 }, turns: { value: 2 } })
  })

  test('tokens and cost are those of `usage weekly`', async () => {
    const trends = JSON.parse((await run(['trends', '--until', '2026-03-08', '--json'])).out) as {
      weeks: { key: string; values: { tokens: { value: number }; costUsd: { value: number } } }[]
    }
    const usage = JSON.parse((await run(['usage', 'weekly', '--json'])).out) as {
      rows: { key: string; totalTokens: number; costUsd: number }[]
    }
    const row = usage.rows.find(({ key }) => key === '2026-03-02')
    expect(row?.totalTokens).toBeGreaterThan(0)
    const week = trends.weeks.find(({ key }) => key === '2026-03-02')
    expect(week?.values.tokens.value).toBe(row?.totalTokens)
    expect(week?.values.costUsd.value).toBe(row?.costUsd)
  })

  test.each<[readonly string[], number, RegExp]>([
    [['trends', '--weeks', '1'], 2, /--weeks cannot be "1"/],
    [['trends', '--tz', 'Mars'], 2, /no time zone "Mars"/],
    [['trends', '--project', ''], 2, /--project has no value/],
    [['trends', '--until', '2020-01-01'], 1, /no work in the 12 weeks/],
    [['trends', '--project', 'nowhere'], 1, /no work in the project "nowhere"/],
  ])('%j ends with %i', async (args, code, message) => {
    const result = await run(args)
    expect(result.code).toBe(code)
    expect(result.err).toMatch(message)
  })

  test.each([100, 40])('an unusual week stands below, with its sessions, in %i columns', async columns => {
    const files = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => {
        const sessionId = `${at}0000000-1111-4111-8111-111111111111`
        const startedAt = new Date(Date.parse('2026-01-12T10:00:00Z') + at * 7 * 86_400_000).toISOString()
        const script = writeScript({ sessionId, mark: `w${at}`, cwd: '/home/dev/bed', startedAt })
        for (let turn = 0; turn < (at === 7 ? 40 : 2); turn++) script.prompt(`Rake ${at} ${turn}`).answer('Raked.')
        return [`.claude/projects/-home-dev-bed/${sessionId}.jsonl`, script.lines]
      }),
    )
    const { out } = await makeKeepHome(files).run(['trends', '--until', '2026-03-08', '--tz', 'UTC'], {
      env: { COLUMNS: String(columns) },
    })
    expect(out).toMatch(
      /^UNUSUAL\n\n2026-W10 {2}week of 2026-03-02\n {2}unusually high:\s+turns 40 \(usual up to 17\)/m,
    )
    expect(out).toMatch(/^ {2}70000000:1 {2}Rake 7 0$/m)
    expect(Math.max(...out.split('\n').map(line => line.length))).toBeLessThanOrEqual(columns)
  })
})
