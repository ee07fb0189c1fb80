import { beforeAll, describe, expect, test } from 'vitest'
import { keepScripts, type Script, writeScript } from '../../../../test/lookup-world.ts'
import { reply, tellUsage, tokensByKey, toolResult, toolUse } from '../../../../test/usage-script.ts'
import type { IndexedKeep } from '../../indexed-keep.ts'

const idOf = (name: string) => `${name}${name}-0000-4000-8000-000000000000`
const URL = 'https://github.com/Dev/App/pull/'
let count = 0

function write(name: string, day: number, branch = 'apples'): Script {
  const script = writeScript({
    sessionId: idOf(name),
    mark: name,
    startedAt: `2026-03-0${day}T10:00:00.000Z`,
  })
  const { line } = script
  script.line = fields => line({ gitBranch: branch, ...fields })
  return script
}

function open(script: Script, tokens: number, number: number): Script {
  const id = `p${++count}`
  return script
    .line(reply(id, tokens, [toolUse(`t_${id}`, 'Bash', { command: 'gh pr create --fill' })]))
    .line(toolResult(`t_${id}`, `${URL}${number}\n`))
}

/** Opens 1 in its second turn and 2 in its fourth, and goes on. */
function writeOpener(): readonly object[] {
  const script = write('aaaa', 2).prompt('Begin').line(reply('1', 1)).prompt('Open it')
  open(script, 2, 1).prompt('More').line(reply('2', 4))
  script
    .line(reply('c1', 8, [toolUse('t_c1', 'Bash', { command: 'git commit -m x' })]))
    .line(toolResult('t_c1', '[apples abc1234] Prune\n 1 file changed'))
  open(script.prompt('Open another'), 16, 2)
  return script.prompt('Mend what the review says').line(reply('3', 32)).lines
}

/** Linked by the client, which says the name in another case. */
const LINKED = write('bbbb', 3, 'main')
  .prompt('Review')
  .line(reply('4', 64))
  .note({
    type: 'pr-link',
    prNumber: 2,
    prUrl: `${URL}2`,
    prRepository: 'dev/app',
    timestamp: '2026-03-03T10:03:00.000Z',
  }).lines

const BEFORE = write('cccc', 1).prompt('Try').line(reply('5', 128)).lines
const AFTER = write('dddd', 4).prompt('Try again').line(reply('6', 256)).lines
const TRUNK = write('eeee', 4, 'main').prompt('Something else').line(reply('7', 512)).lines
const ELSEWHERE = writeScript({ sessionId: idOf('ffff'), mark: 'ffff', cwd: '/home/dev/other' })
  .prompt('Another project')
  .line({ ...reply('8', 1024), gitBranch: 'apples' }).lines

let keep: IndexedKeep

beforeAll(async () => {
  const sessions = { aaaa: writeOpener(), bbbb: LINKED, cccc: BEFORE, dddd: AFTER, eeee: TRUNK, ffff: ELSEWHERE }
  keep = await keepScripts(
    Object.fromEntries(
      Object.entries(sessions).map(([name, lines]) => [`projects/-home-dev-app/${idOf(name)}.jsonl`, lines]),
    ),
  )
})

describe('usage by pull request', () => {
  test('turns belong to the one they lead to, and what follows the last one to that', () => {
    const { rows, totals } = tellUsage(keep, 'prs')
    expect(tokensByKey({ rows })).toEqual({
      // Up to its turn, and a session on its branch before it was opened.
      'dev/app#1': 1 + 2 + 128,
      // The next turns, what follows, the review, and a later session on the branch.
      'dev/app#2': 4 + 8 + 16 + 32 + 64 + 256,
      '-': 512 + 1024,
    })
    expect(totals.totalTokens).toBe(2047)
  })

  test('rows tell address, sessions, commits, branch, and what was put there by its branch', () => {
    const { rows } = tellUsage(keep, 'prs')
    const common = { branch: 'apples', knownBy: 'command-output' }
    expect(rows.find(({ key }) => key === 'dev/app#1')).toMatchObject({
      label: 'Dev/App#1',
      about: { ...common, url: `${URL}1`, repository: 'Dev/App', number: 1, sessions: 2, commits: 0, byBranch: 1 },
    })
    expect(rows.find(({ key }) => key === 'dev/app#2')?.about).toEqual({
      ...common,
      url: `${URL}2`,
      repository: 'Dev/App',
      number: 2,
      sessions: 3,
      commits: 1,
      byBranch: 1,
    })
    expect(rows.find(({ key }) => key === '')?.label).toBe('(no pull request)')
  })

  test('the branch is known also where the session that opened it is left out', () => {
    const scope = { since: undefined, until: undefined, project: undefined, model: undefined }
    const report = tellUsage(keep, 'prs', { scope: { ...scope, sessions: [idOf('dddd')] } })
    expect(tokensByKey(report)).toEqual({ 'dev/app#2': 256 })
  })
})
