import { describe, expect, test } from 'vitest'
import { type Script, writeScript } from '../../../test/lookup-world.ts'
import { ONE } from '../../../test/temp-tree.ts'
import { createParser } from '../../format/parser.ts'
import { createSessionBuilder } from '../../model/build-session.ts'
import { buildStory } from '../build-story.ts'
import type { SignalKind, Story } from '../story.ts'
import { createTold } from '../told/told.ts'

const FILE = '/home/dev/app/a.ts'
const RED = { error: 'Exit code 1\n1 failed' }
const GREEN = { output: 'ok' }
const NO =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed."

function script(): Script {
  return writeScript({ sessionId: ONE }).prompt('Mend it')
}

function storyOf({ lines }: Script): Story {
  const told = createTold()
  const builder = createSessionBuilder({ id: ONE, onEntry: (kept, entry, thread) => told.add(kept, entry, thread) })
  const thread = builder.openThread({ file: 0, agentId: undefined })
  const parser = createParser({ onEntry: entry => thread.add(entry) })
  parser.push(new TextEncoder().encode(lines.map(line => `${JSON.stringify(line)}\n`).join('')))
  parser.finish()
  return buildStory(builder.build(), told)
}

/** Texts of the signals of one kind; the measure is their sum. */
function checkSignals(kind: SignalKind, made: Script, expected: readonly string[]): void {
  const { signals, measures } = storyOf(made)
  const found = signals.filter(signal => signal.kind === kind)
  expect(found.map(({ text }) => text)).toEqual(expected)
  for (const { places } of found) expect(places.length).toBeGreaterThan(0)
  const name = MEASURES[kind]
  if (name) expect(measures[name]).toBe(found.reduce((sum, { count }) => sum + count, 0))
}

const MEASURES: { readonly [kind in SignalKind]?: keyof Story['measures'] } = {
  retries: 'retries',
  'read-edit-cycles': 'readEditCycles',
  refusals: 'refusals',
  interruptions: 'interruptions',
  'failed-tests': 'failedTestRuns',
}

function interrupt(made: Script): Script {
  const text = '[Request interrupted by user for tool use]'
  return made.line({ type: 'user', message: { role: 'user', content: [{ type: 'text', text }] } })
}

function refuse(made: Script, name: string, input: object, words = ''): Script {
  const said =
    words === '' ? NO : `${NO.slice(0, NO.indexOf(' STOP'))} To tell you how to proceed, the user said:\n${words}`
  return made.call(name, input, { error: said })
}

describe('retries', () => {
  const once = [`${FILE} was changed again after a failure in turn 1`]

  test('a file that is changed again because the tests still fail', () =>
    checkSignals('retries', script().edit(FILE).bash('npm test', RED).edit(FILE), once))
  test('each failure once, however many edits mend it', () =>
    checkSignals(
      'retries',
      script().edit(FILE).bash('npm test', RED).edit(FILE).edit(FILE).bash('npm test', RED).edit(FILE),
      [`${once[0]}, twice`],
    ))
  test('an edit that did not fit, when it is tried again', () =>
    checkSignals(
      'retries',
      script().call('Edit', { file_path: FILE }, { error: 'String to replace not found in file.' }).edit(FILE),
      once,
    ))
  test('a failure of lint is not forgotten over another command', () =>
    checkSignals('retries', script().edit(FILE).bash('npm run lint', RED).bash('go doc x', GREEN).edit(FILE), once))
  test('tests in a pipe end well and failed all the same', () =>
    checkSignals(
      'retries',
      script()
        .edit(FILE)
        .bash('npx vitest run | tail -5', { output: ' Test Files  1 failed (1)\n      Tests  2 failed | 3 passed (5)' })
        .edit(FILE),
      once,
    ))

  test('not: edits one after another', () => checkSignals('retries', script().edit(FILE).edit(FILE).edit(FILE), []))
  test('not: the first edit after a failure', () =>
    checkSignals('retries', script().bash('npm test', RED).edit(FILE), []))
  test('not: after the tests passed again', () =>
    checkSignals(
      'retries',
      script().edit(FILE).bash('npm test', RED).edit('/home/dev/app/b.ts').bash('npm test', GREEN).edit(FILE),
      [],
    ))
  test('not: in the next turn', () =>
    checkSignals('retries', script().edit(FILE).bash('npm test', RED).prompt('Go on').edit(FILE), []))
  test('not: the rule that a file is read first', () =>
    checkSignals(
      'retries',
      script()
        .call('Edit', { file_path: FILE }, { error: 'File has not been read yet. Read it first before writing to it.' })
        .edit(FILE),
      [],
    ))
  test('not: a search that found nothing', () =>
    checkSignals('retries', script().edit(FILE).bash('grep -r x src', { error: 'Exit code 1' }).edit(FILE), []))
})

describe('read-edit cycles', () => {
  const read = { file_path: FILE }

  test('a file that is read again as a whole between two edits', () =>
    checkSignals('read-edit-cycles', script().edit(FILE).call('Read', read).edit(FILE), [
      `${FILE} was edited, read again and edited again in turn 1`,
    ]))
  test('a MultiEdit is an edit of the same file', () =>
    checkSignals(
      'read-edit-cycles',
      script()
        .call('MultiEdit', { ...read, edits: [{}, {}] })
        .call('Read', read)
        .edit(FILE),
      [`${FILE} was edited, read again and edited again in turn 1`],
    ))
  test('not: read once, edited twice', () =>
    checkSignals('read-edit-cycles', script().call('Read', read).edit(FILE).edit(FILE), []))
  test('not: another part of a long file', () =>
    checkSignals(
      'read-edit-cycles',
      script()
        .edit(FILE)
        .call('Read', { ...read, offset: 400, limit: 50 })
        .edit(FILE),
      [],
    ))
  test('not: after the person was asked', () =>
    checkSignals(
      'read-edit-cycles',
      script().edit(FILE).call('AskUserQuestion', { questions: [] }).call('Read', read).edit(FILE),
      [],
    ))
})

describe('one event is told once', () => {
  test('a refusal, with the line of the client behind it', () => {
    const made = interrupt(refuse(script(), 'Bash', { command: 'git push' }))
    checkSignals('refusals', made, ['Refused: Bash git push'])
    checkSignals('interruptions', made, [])
    checkSignals('corrections', made, [])
  })
  test('a refusal with words is a correction', () => {
    const made = refuse(script(), 'Bash', { command: 'npm install' }, 'use pnpm')
    checkSignals('refusals', made, [])
    checkSignals('corrections', made, ['Corrected: use pnpm'])
  })
  test('an interruption that follows no refusal', () =>
    checkSignals('interruptions', interrupt(script().bash('npm test', GREEN)), ['Interrupted']))
  test('not: a question that nobody answers', () =>
    checkSignals('refusals', refuse(script(), 'AskUserQuestion', { questions: [] }), []))
  test('not: a call that failed', () => checkSignals('refusals', script().bash('git push', RED), []))
})

describe('what did not happen is left out', () => {
  test('a quiet session has no signals', () => {
    expect(storyOf(script().edit(FILE).bash('npm test', GREEN).answer('Done.')).signals).toEqual([])
  })
})
