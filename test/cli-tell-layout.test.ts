import { describe, expect, test } from 'vitest'
import { displayWidth } from '../src/text/width.ts'
import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { writeScript } from './lookup-world.ts'

/** How reports look: narrow windows, wide letters, projects of one name, nights, sessions that say nothing. */

const FIRST = 'aaaaaaaa-3333-4333-8333-333333333333'
const OTHER = 'bbbbbbbb-3333-4333-8333-333333333333'
const NIGHT = 'cccccccc-3333-4333-8333-333333333333'
const MUTE = 'dddddddd-3333-4333-8333-333333333333'

const first = writeScript({ sessionId: FIRST, cwd: '/home/dev/a/garden', startedAt: '2026-03-03T10:00:00.000Z' })
  .prompt('北の畝に豆を植えてください。それから柵も作ってください。水やりも忘れないでください。'.repeat(3))
  .edit('/home/dev/a/garden/bean.ts')
  .bash('git commit -m "Plant beans"', { output: '[main abc1234] Plant beans in the northern bed\n 1 file changed' })
  .line({ type: 'user', message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] } })

const other = writeScript({ sessionId: OTHER, cwd: '/home/dev/b/garden', startedAt: '2026-03-03T12:00:00.000Z' })
  .prompt('Take the old fence down and tell me which of the posts can be used again for the new one')
  .edit('/home/dev/b/garden/fence.ts')
  .call('TodoWrite', { todos: [{ content: 'Paint the fence', status: 'pending', activeForm: 'Painting' }] })
  .answer('The fence is down.')
  .prompt('No, that is not what I wanted. Leave the posts of the old fence where they are.')
  .answer('They stay.')

/** Asked for on Tuesday night, paid for on Wednesday. */
const night = writeScript({ sessionId: NIGHT, cwd: '/home/dev/a/garden', startedAt: '2026-03-03T23:57:00.000Z' })
  .prompt('Count the stars')
  .bash('count --stars', { output: 'many' })
  .bash('count --stars again', { output: 'many' })
  .answer('There are many.')

/** Nothing but a yes on Friday, in a session of Tuesday. */
const mute = writeScript({ sessionId: MUTE, cwd: '/home/dev/a/garden', startedAt: '2026-03-06T10:00:00.000Z' })
  .prompt('yes')
  .edit('/home/dev/a/garden/yes.ts')

const FILES = {
  [`.claude/projects/-home-dev-a-garden/${FIRST}.jsonl`]: first.lines,
  [`.claude/projects/-home-dev-b-garden/${OTHER}.jsonl`]: other.lines,
  [`.claude/projects/-home-dev-a-garden/${NIGHT}.jsonl`]: night.lines,
  [`.claude/projects/-home-dev-a-garden/${MUTE}.jsonl`]: mute.lines,
}

let made: KeepHome | undefined

async function print(args: readonly string[], columns = 100): Promise<string> {
  made ??= makeKeepHome(FILES)
  const { code, out, err } = await made.run(args, { env: { COLUMNS: String(columns) } })
  expect({ args, code, err: err.replace(/^Reading .*\nFinishing\n/, '') }).toEqual({ args, code: 0, err: '' })
  return out
}

describe.each([40, 60, 80])('in a window of %i columns', columns => {
  test.each([
    [['day', '2026-03-03']],
    [['week', '2026-03-03']],
    [['standup']],
    [['changelog', '--since', '2026-03-01']],
    [['threads']],
    [['friction']],
    [['trends', '--until', '2026-03-10']],
  ])('no line of %j is wider', async args => {
    const lines = (await print(args, columns)).split('\n')
    expect(lines.filter(line => displayWidth(line) > columns)).toEqual([])
  })
})

test('texts stand below their citations where there is no room beside them', async () => {
  expect(await print(['threads'], 40)).toMatch(/^bbbbbbbb:1 {2}task\n {2}○ Paint the fence/m)
})

test('a sentence without spaces begins beside its mark', async () => {
  expect(await print(['threads'], 60)).toMatch(/^aaaaaaaa:1 +interrupted +○ 北/m)
})

test('short facts are not broken', async () => {
  const out = await print(['changelog', '--since', '2026-03-01'], 60)
  expect(out).toMatch(/^ +1 file \+1 −1 · b\/garden · main$/m)
})

describe('projects of one name are told apart', () => {
  test.each([
    [['day', '2026-03-03'], /^a\/garden/m, /^b\/garden/m],
    [['week', '2026-03-03'], /^ {2}a\/garden$/m, /^ {2}b\/garden$/m],
    [['changelog', '--since', '2026-03-01'], /2026-03-03 · a\/garden · main/, /b\/garden · main/],
    [['standup', '-n', '9'], /a\/garden +Plant beans|a\/garden +/, /b\/garden +○ Paint the fence/],
  ] as const)('%j', async (args, one, two) => {
    const out = await print(args)
    expect(out).toMatch(one)
    expect(out).toMatch(two)
  })
})

describe('work that goes on over midnight', () => {
  test('says on which day it ended', async () => {
    expect(await print(['day', '2026-03-03', '--tz', 'UTC'])).toMatch(/23:58 to 00:03 on 2026-03-04/)
  })

  test('is there on the day that it was paid for', async () => {
    const out = await print(['day', '2026-03-04', '--tz', 'UTC'])
    expect(out).toMatch(/^Wednesday 2026-03-04\nno prompt · \d+ tokens/)
    expect(out).toMatch(/^Also at work {2}sessions without a prompt that day$/m)
    expect(out).toMatch(/^ {4}cccccccc {2}ran {2}Count the stars {2}garden · \d+ tokens/m)
    expect(await print(['week', '2026-03-04', '--tz', 'UTC'])).toMatch(/^ {4}cccccccc +ran +Count the stars/m)
  })

  test('no token is without a project or a session that took it', async () => {
    for (const args of [
      ['day', '2026-03-03'],
      ['day', '2026-03-04'],
      ['week', '2026-03-04', '--project', 'a/garden'],
      ['week', '2026-03-04'],
    ]) {
      const { totals, projects, alsoRunning } = JSON.parse(await print([...args, '--tz', 'UTC', '--json'])) as Report
      const paths = new Set(projects.map(({ path }) => path))
      const tokens = [
        ...projects.map(project => project.totals.usage?.totalTokens ?? 0),
        ...alsoRunning.filter(({ projectPath }) => !paths.has(projectPath)).map(({ usage }) => usage?.totalTokens ?? 0),
      ]
      expect([args, tokens.reduce((sum, some) => sum + some, 0)]).toEqual([args, totals.usage?.totalTokens])
    }
  })
})

interface Report {
  readonly totals: Used
  readonly projects: readonly { readonly path: string; readonly totals: Used }[]
  readonly alsoRunning: readonly (Used & { readonly projectPath: string })[]
}

interface Used {
  readonly usage?: { readonly totalTokens: number }
}

test('a session that was only told yes is named, not quoted', async () => {
  const out = await print(['week', '2026-03-03'])
  expect(out).not.toMatch(/asked +$/m)
  expect(out).toMatch(/^ {4}dddddddd +session +\S/m)
})

test('weeks are known by the names that trends give them', async () => {
  const byDay = await print(['week', '2026-03-03'])
  expect(await print(['week', '2026-W10'])).toBe(byDay)
  expect(byDay).toMatch(/2026-W10 · /)
})

test('what is open in a session that runs is marked', async () => {
  expect(await print(['threads'])).not.toContain('running now')
  const note = { pid: process.pid, sessionId: OTHER, status: 'busy' }
  const home = makeKeepHome({ ...FILES, [`.claude/sessions/${process.pid}.json`]: JSON.stringify(note) })
  const { out } = await home.run(['threads'], { env: { COLUMNS: '100' } })
  expect(out).toMatch(/^bbbbbbbb:1 +task +○ Paint the fence {2}b\/garden · \w+ ago · running now$/m)
})

test('a long name of a project leaves room for what was done in it', async () => {
  const cwd = '/home/dev/the-garden-behind-the-house-of-my-grandmother'
  const script = writeScript({ sessionId: FIRST, cwd, startedAt: '2026-03-03T10:00:00.000Z' })
  const lines = script.prompt('Rake the northern bed and the southern one').edit(`${cwd}/a.ts`).lines
  const home = makeKeepHome({ [`.claude/projects/-long/${FIRST}.jsonl`]: lines })
  const { out } = await home.run(['standup', '--project', cwd], { env: { COLUMNS: '80' } })
  expect(out).toMatch(/^ {4}aaaaaaaa:1 {2}the-garden-behind-the-h… {2}Rake the northern bed/m)
  const narrow = await home.run(['standup', '--project', cwd], { env: { COLUMNS: '30' } })
  expect(narrow.out).toMatch(/^ {4}aaaaaaaa:1 {2}the-garden-be…\n {6}Rake/m)
})

test('a standup says how many more sessions are in progress, the newest first', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 6 }, (_, at) => {
      const sessionId = `${at}0000000-3333-4333-8333-333333333333`
      const startedAt = `2026-03-03T1${at}:00:00.000Z`
      const script = writeScript({ sessionId, mark: `p${at}`, cwd: '/home/dev/bed', startedAt })
      return [
        `.claude/projects/-home-dev-bed/${sessionId}.jsonl`,
        script.prompt(`Rake bed ${at}`).edit(`/home/dev/bed/${at}.ts`).lines,
      ]
    }),
  )
  const { out } = await makeKeepHome(files).run(['standup', '--project', 'bed'])
  expect(out).toMatch(/^In progress.*\n {4}50000000:1 +bed +Rake bed 5 .*\n {4}40000000:1/m)
  expect(out).toMatch(/^ +and 2 more sessions$/m)
})

test('Markdown has no brackets in brackets', async () => {
  const out = await print(['day', '2026-03-03', '--markdown'])
  expect(out).toMatch(/\(interrupted\)/)
  expect(await print(['week', '2026-03-03', '--markdown'])).toMatch(/\(1 file\)/)
  expect(out).not.toMatch(/\(\(/)
})

test('points of parts add up to the score that is shown', async () => {
  const script = writeScript({ sessionId: FIRST, startedAt: '2026-03-03T10:00:00.000Z' }).prompt('Plant the beans')
  script.bash('npm test', { error: 'Exit code 1\n Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)\n' })
  for (let at = 0; at < 8; at++) script.edit('/home/dev/app/bean.ts')
  script
    .prompt('No, that is not what I wanted. Use the other bed.')
    .bash('rm x', { error: 'Exit code 1\nno such file' })
  const home = makeKeepHome({ [`.claude/projects/-home-dev-app/${FIRST}.jsonl`]: script.lines })
  const { out } = await home.run(['friction', 'aaaaaaaa'])
  const score = Number(/^Friction (\d+) of 100/m.exec(out)?.[1])
  const points = [...out.matchAll(/^ {0,2}(\d+) {2}\S/gm)].map(([, number]) => Number(number))
  expect(points.length).toBeGreaterThan(1)
  expect(points.reduce((sum, number) => sum + number, 0)).toBe(score)
  expect(out.replaceAll('\n', ' ')).toMatch(/\d tokens? per changed line \(\d+ for \d+\)/)
})
