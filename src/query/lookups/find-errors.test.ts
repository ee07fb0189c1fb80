import { expect, test } from 'vitest'
import { MAIN, OTHER } from '../../../test/keep-world.ts'
import { ALL, keepScripts, type Script, writeScript } from '../../../test/lookup-world.ts'
import { ONE, TWO } from '../../../test/temp-tree.ts'
import { type FoundError, findErrors } from './find-errors.ts'

function script(): Script {
  return writeScript({ sessionId: ONE })
}

/** What `errors <text>` says about one session. */
async function checkErrors(lines: readonly object[], text: string, expected: readonly object[]): Promise<void> {
  const found = findErrors(await keepScripts({ [MAIN]: lines }), { text, scope: ALL })
  expect(found).toMatchObject({ schema: 'backscroll.errors/1', coverage: { sessions: 1 }, total: expected.length })
  expect(found.errors).toMatchObject(expected)
}

const RED = { error: "Exit code 1\nCannot find module './lock' at /home/dev/app/src/a.ts:12" }

test('an error ends with the turn in which the same command works, after what was changed in between', () =>
  checkErrors(
    script()
      .prompt('Run the tests')
      .bash('cd app && npm test -- a.ts', RED)
      .answer('It fails.')
      .prompt('Mend the import')
      .edit('/home/dev/app/src/a.ts')
      .bash('npm test', { output: 'ok' })
      .answer('Mended: the path was wrong.\nMore words.').lines,
    'find MODULE',
    [
      {
        line: "Cannot find module './lock' at /home/dev/app/src/a.ts:12",
        source: 'tool',
        tool: 'Bash',
        count: 1,
        last: { turn: 1, mainTurn: 1, prompt: 'Run the tests', shortId: '11111111', alsoIn: [] },
        endedBy: {
          how: 'succeeded',
          turn: 2,
          prompt: 'Mend the import',
          answer: 'Mended: the path was wrong.',
          changedFiles: ['/home/dev/app/src/a.ts'],
        },
      },
    ],
  ))

const OK = { output: 'ok' }

function checkEnd(run: (script: Script) => Script, endedBy: object): Promise<void> {
  return checkErrors(run(script().prompt('Go')).lines, 'module', [{ endedBy }])
}

test('another script, another target or a part of the run is not the command that failed', async () => {
  const stillThere = { how: 'still-there' }
  await checkEnd(go => go.bash('npm run test:unit', RED).bash('npm run lint:fix', OK), stillThere)
  await checkEnd(go => go.bash('go test ./walrus', RED).bash('go test ./otter', OK), stillThere)
  await checkEnd(go => go.bash('npm test', RED).bash('npm test -- a.ts', OK), stillThere)
  await checkEnd(go => go.bash('go test ./walrus', RED).bash('go test -v ./... | cat', OK), {
    how: 'succeeded',
    turn: 1,
  })
})

test('a run behind a pipe that shows the error again has not ended it', async () => {
  const shown = { output: "x\nCannot find module './lock' at /srv/a.ts:99" }
  const piped = 'npm test 2>&1 | tail -20'
  await checkEnd(go => go.bash('npm test', RED).bash(piped, shown), { how: 'still-there' })
  await checkEnd(go => go.bash('npm test', RED).prompt('Again').bash(piped, shown), { how: 'still-there' })
  await checkEnd(go => go.bash('npm test', RED).prompt('Again').bash(piped, shown).prompt('Stop'), {
    how: 'not-seen-again',
    turn: 3,
  })
  await checkEnd(go => go.bash('npm test', RED).bash(piped, shown).bash(piped, OK), { how: 'succeeded', turn: 1 })
})

test('a run behind a pipe that says that something failed is no success', () =>
  checkEnd(go => go.bash('npm test', RED).bash('npm test | tail -1', { output: 'Tests 1 failed | 3 passed' }), {
    how: 'still-there',
  }))

test('words far behind the head of a long message are found, and the line with them is shown', () => {
  const chatter = 'bed was watered in time\n'.repeat(100)
  const error = `Exit code 1\n${chatter}FAIL beds/walrus.test.ts > swims\n${chatter}`
  return checkErrors(script().prompt('Go').bash('npm test', { error }).lines, 'walrus', [
    { line: 'FAIL beds/walrus.test.ts > swims' },
  ])
})

test('a failure that stands in the place of an answer is found by its words', () =>
  checkErrors(
    script()
      .prompt('Go')
      .line({
        type: 'assistant',
        isApiErrorMessage: true,
        message: { id: 'x', model: '<synthetic>', content: [{ type: 'text', text: 'API Error: 529 Overloaded' }] },
      }).lines,
    'overloaded',
    [{ source: 'api', message: 'API Error: 529 Overloaded', endedBy: { how: 'still-there' } }],
  ))

test('errors that differ in numbers, times and folders alone are one', () =>
  checkErrors(
    script()
      .prompt('One')
      .bash('make', { error: 'Exit code 2\nsrc/a.ts:12:4 - error TS2304 at 10:11:12 in 0xdeadbeef' })
      .prompt('Two')
      .bash('make', { error: 'Exit code 2\nlib/deep/a.ts:99:1 - error TS2304 at 23:59:59 in 0x0badcafe' }).lines,
    'error',
    [{ count: 2, first: { turn: 1 }, last: { turn: 2 }, endedBy: { how: 'still-there' } }],
  ))

test('an error in the last turn that nothing mended is still there', () =>
  checkErrors(
    script().prompt('Go').bash('npm test', RED).bash('ls', { output: 'x' }).answer('I give up.').lines,
    'module',
    [{ endedBy: { how: 'still-there' } }],
  ))

test('a later turn without the error ends it when no call says so', () =>
  checkErrors(script().prompt('Go').bash('npm test', RED).prompt('Leave it').answer('All right.').lines, 'module', [
    { endedBy: { how: 'not-seen-again', turn: 2, prompt: 'Leave it', answer: 'All right.', changedFiles: [] } },
  ]))

test('another file that is read well does not end the error of a file that is missing', () =>
  checkErrors(
    script()
      .prompt('Look')
      .call('Read', { file_path: '/a.ts' }, { error: 'File does not exist.' })
      .call('Read', { file_path: '/b.ts' }, { output: 'x' }).lines,
    'exist',
    [{ tool: 'Read', headline: '/a.ts', endedBy: { how: 'still-there' } }],
  ))

test('a failed request ends with the next answer', () =>
  checkErrors(
    script()
      .prompt('Hello')
      .line({ type: 'system', subtype: 'api_error', level: 'error', error: { message: 'Overloaded' } })
      .answer('Hello too.').lines,
    'overloaded',
    [{ source: 'api', tool: undefined, endedBy: { how: 'succeeded', turn: 1, answer: 'Hello too.' } }],
  ))

test('the line with the words is shown, though another tells what failed', () =>
  checkErrors(script().prompt('Go').bash('make', { error: 'fatal error\nhint: water the beans' }).lines, 'beans', [
    { line: 'hint: water the beans' },
  ]))

test('a fork repeats no error: it stands in the session that met it first', async () => {
  const original = script().prompt('Run the tests').bash('npm test', RED)
  const fork = writeScript({ sessionId: TWO, copied: original.lines, startedAt: '2026-03-02T10:00:00.000Z' })
    .prompt('Once more')
    .bash('npm test', RED)
  const { errors } = findErrors(await keepScripts({ [MAIN]: original.lines, [OTHER]: fork.lines }), {
    text: 'module',
    scope: ALL,
  })
  expect(errors.map(summarize)).toEqual([
    { id: TWO, count: 1, alsoIn: [] },
    { id: ONE, count: 1, alsoIn: [TWO] },
  ])
})

function summarize({ last, count }: FoundError) {
  return { id: last.sessionId, count, alsoIn: last.alsoIn.map(({ sessionId }) => sessionId) }
}

test('without a text each error comes once, the frequent ones first', async () => {
  const often = { error: 'Exit code 1\nwatering can not found' }
  const one = script().prompt('Go').bash('a', often).bash('b', often).bash('c', RED)
  const two = writeScript({ sessionId: TWO }).prompt('Go').bash('a', often)
  const { errors, total } = findErrors(await keepScripts({ [MAIN]: one.lines, [OTHER]: two.lines }), {
    text: '',
    scope: ALL,
  })
  expect(total).toBe(2)
  expect(errors).toMatchObject([
    { line: 'watering can not found', everywhere: { count: 3, sessions: 2 } },
    { everywhere: { count: 1, sessions: 1 } },
  ])
})
