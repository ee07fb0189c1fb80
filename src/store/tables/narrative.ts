import { blob, defineTable, flag, int, maybeInt, maybeText, text } from '../define-table.ts'
import { defineFact } from './define-fact.ts'

/** What narrative/ makes of a session. */

export const stories = defineTable({
  name: 'stories',
  says: 'The account of a session: what was asked, done, found, decided and left open.',
  columns: {
    session: int('session'),
    request: text('what the person wanted first, in their words; empty where nobody asked for anything'),
    summary: text('one paragraph'),
    tags: text('JSON list'),
    measures: text('JSON: numbers that sessions are compared by'),
    story: blob('the whole account, with the entries that back each statement: JSON in zstd'),
  },
  key: ['session'],
})

export const decisions = defineFact({
  name: 'decisions',
  says: 'What was decided: by answers, accepted plans, and words.',
  columns: {
    text: text('the decision'),
    source: text('answer, plan, person, model or refusal'),
    about: maybeText('the question, the plan, what was refused'),
    is_rule: flag('holds for longer than a choice on the way'),
    taken_back: maybeText('words that took it back later in the session'),
  },
})

export const openThreads = defineFact({
  name: 'open_threads',
  says: 'What a session left open at its end. Whether a later session closed it is for the question to find out.',
  columns: {
    kind: text('task, tests, promise, question, plan, error, interrupted or prompt'),
    text: text('what is open'),
    key: text('what tells whether a later session closed it'),
  },
})

export const testRuns = defineFact({
  name: 'test_runs',
  says: 'Runs of tests, as seen in their output.',
  columns: {
    command: text('head of the command line'),
    key: text('the same for runs of the same tests'),
    runner: text('what ran them'),
    outcome: text('passed, failed or unknown'),
    passed: maybeInt('tests'),
    failed: maybeInt('tests'),
    skipped: maybeInt('tests'),
    failing: text('JSON list of names, up to five'),
  },
  indexes: [{ on: ['key'] }],
})

export const corrections = defineFact({
  name: 'corrections',
  says: 'Where a person said that what was done is not what they wanted.',
  columns: { text: text('their words'), source: text('prompt, queued, rejection, plan-feedback or rewind') },
})
