import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Result } from './cli-runner.ts'
import { CORPUS } from './corpus.ts'
import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { writeScript } from './lookup-world.ts'
import { THREE } from './temp-tree.ts'

const PR = 'https://github.com/dev/garden/pull/12'

const GARDEN = writeScript({ sessionId: THREE, cwd: '/home/dev/garden' })
  .prompt('Read https://example.com/beans first')
  .bash('npm test', { error: 'Exit code 1\nno such bean: \x1b[2Jpea' })
  .prompt('Mend it, then open a pull request')
  .edit('/home/dev/garden/bean.ts')
  .bash('npm test', { output: 'ok' })
  .bash('git commit -m "Water the beans"', { output: '[main abc1234] Water the beans\n 1 file changed' })
  .bash('gh pr create', { output: `${PR}\n` })
  .answer('All green.').lines

let made: KeepHome | undefined

/** A machine with a session of the garden beside those of makeKeepHome. */
function run(...args: string[]): Promise<Result> {
  made ??= makeKeepHome({ [`.claude/projects/-home-dev-garden/${THREE}.jsonl`]: GARDEN })
  return made.run(args, { env: { COLUMNS: '100' } })
}

/** What stands in the lines of the answer, white space aside. */
async function checkPrinted(args: readonly string[], expected: readonly RegExp[]): Promise<void> {
  const { code, out } = await run(...args)
  expect(code).toBe(0)
  for (const line of expected) expect(out).toMatch(line)
}

describe('each lookup', () => {
  test('errors: where it was met, and what ended it', () =>
    checkPrinted(
      ['errors', 'no', 'such'],
      [
        /^ID +WHEN +PROJECT +ERROR +FROM +TIMES$/m,
        /^22222222-3:1 .* garden +no such bean: ␛\[2Jpea +Bash +1$/m,
        /^ {14}› Read https:\/\/example.com\/beans first$/m,
        /^ {14}✓ worked in 22222222-3:2 after changing bean.ts: All green\.$/m,
      ],
    ))
  test('commands: whether they worked, and how often they were run', () =>
    checkPrinted(
      ['commands', 'npm'],
      [/^22222222-3:2 .* garden +npm test +ok +2×, 1 failed$/m, /^ {14}› Mend it, then open a pull request$/m],
    ))
  test('commits: prompt, branch and pull request', () =>
    checkPrinted(
      ['commits', 'abc1234ffff'],
      [/^22222222-3:2 .* abc1234 Water the beans +main$/m, /^ {14}› Mend it/m, new RegExp(`^ {14}${PR}$`, 'm')],
    ))
  test('prs: the sessions behind it, with their commits', () =>
    checkPrinted(
      ['prs', '#12'],
      [/^dev\/garden#12 {2}https:/m, /^22222222-3:2 /m, /^ {14}› Mend it/m, /^ {14}abc1234 Water the beans$/m],
    ))
  test('urls: how it came up, and the prompt', () =>
    checkPrinted(['urls', 'EXAMPLE.com'], [/https:\/\/example.com\/beans +typed$/m, /^ {14}› Read https/m]))

  test.each([
    ['errors', 'bean', 'errors'],
    ['commands', 'npm', 'commands'],
    ['commits', 'abc1', 'commits'],
    ['prs', '12', 'pullRequests'],
    ['urls', 'beans', 'urls'],
  ])('%s prints the answer of its query as JSON', async (command, text, list) => {
    const { code, out, err } = await run(command, text, '--json')
    const answer = JSON.parse(out)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(Object.keys(answer)[0]).toBe('schema')
    expect(answer).toMatchObject({ schema: `backscroll.${command}/1`, coverage: { sessions: 3 }, total: 1 })
    expect(answer[list]).toHaveLength(1)
  })

  test.each(['errors', 'commands', 'commits', 'prs', 'urls'])(
    '%s that finds nothing says what it searched, and what to try',
    async command => {
      const { code, out, err } = await run(command, 'quince', 'jam%')
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toMatch(/^backscroll: no [a-z ]+ with "quince jam%" in 3 sessions\n/)
      expect(err).toContain('`backscroll search quince jam%`')
    },
  )

  test.each(['errors', 'commands', 'commits', 'prs', 'urls'])(
    '%s without a text lists what there is',
    async command => {
      const { code, out } = await run(command)
      expect({ code, hasId: out.includes('22222222-3:') }).toEqual({ code: 0, hasId: true })
    },
  )
})

describe('the ids it prints', () => {
  test('can be given to show', async () => {
    const { out } = await run('commits', 'beans', '--json')
    const { shortId, mainTurn } = JSON.parse(out).commits[0]
    const shown = await run('show', `${shortId}:${mainTurn}`)
    expect(shown).toMatchObject({ code: 0, out: expect.stringContaining('Mend it, then open a pull request') })
  })
})

describe('options', () => {
  test.each([['commands'], ['files'], ['why', 'x.ts']])('a project nobody has is named by %s', async (...args) => {
    const { code, err } = await run(...args, '--project', 'quince')
    expect({ code, err }).toEqual({
      code: 1,
      err: 'backscroll: no session in the project "quince"\nList the sessions with `backscroll ls`.\n',
    })
  })
  test('what was searched is said as a sentence', async () => {
    expect((await run('errors', 'quince', '--project', 'garden', '--since', '2026-01-01')).err).toMatch(
      /^backscroll: no error with "quince" in 1 session in the project "garden" since 2026-01-01\n/,
    )
  })
  test('a text of any length makes a short sentence', async () => {
    for (const command of ['files', 'why', 'errors', 'commands', 'commits', 'prs', 'urls']) {
      const { code, err } = await run(command, 'x'.repeat(100_000))
      expect([command, code, err.length < 600]).toEqual([command, 1, true])
    }
  })
  test('a time nobody understands is refused', async () => {
    const { code, out, err } = await run('errors', '--since', 'quince')
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^backscroll: --since does not know the time "quince"\nWrite it as /)
  })
  test('what is beyond the limit is counted', async () => {
    const { out } = await run('commands', '-n', '1')
    expect(out).toMatch(/\n1 of 3; more with -n 3\n$/)
  })
})

test.each(['"', "'", '%', '_', '\0', '🦀', "'; DROP TABLE sessions; --", 'a '.repeat(10_000), '(((', '--'])(
  'the text %j fails nowhere',
  async text => {
    for (const command of ['errors', 'commands', 'commits', 'prs', 'urls']) {
      expect((await run(command, '--', text)).code).toBeLessThan(2)
    }
  },
)

describe.skipIf(!existsSync(CORPUS))('over recorded sessions', () => {
  const root = join(CORPUS, 'agentv')
  const ask = async (...args: string[]) => {
    const { code, out } = await makeKeepHome().run([...args, '--json', '--root', root])
    return { code, answer: JSON.parse(out) }
  }

  test('prs finds the session that opened a pull request, and commits its commits', async () => {
    const { code, answer } = await ask('prs', 'EntityProcess/agentv#754')
    const [{ sessions }] = answer.pullRequests
    expect({ code, total: answer.total, sessions: sessions.length }).toEqual({ code: 0, total: 1, sessions: 1 })
    const [commit] = sessions[0].commits
    const found = (await ask('commits', `${commit.sha}00000000`)).answer.commits
    expect(found).toMatchObject([{ sessionId: sessions[0].sessionId, pullRequests: [{ number: 754 }] }])
    expect(found[0].prompt).not.toBe('')
  })
  test('errors finds a push that was refused and then went through', async () => {
    const { answer } = await ask('errors', 'pushing')
    expect(answer.errors.length).toBeGreaterThan(0)
    for (const error of answer.errors) expect(error).toMatchObject({ tool: 'Bash', endedBy: { how: 'succeeded' } })
  })
  test('commands and urls find what was run and read', async () => {
    const { answer } = await ask('commands', 'git push')
    expect(answer.total).toBeGreaterThan(0)
    for (const { command } of answer.commands) expect(command).toMatch(/git push/)
    expect((await ask('urls', 'http')).answer.urls.length).toBeGreaterThan(0)
  })
})
