import { describe, expect, test } from 'vitest'
import { processorMs } from '../../../test/processor-time.ts'
import { listChoices } from './choices.ts'

describe('an answer states a choice', () => {
  test.each([
    "I'll use a queue instead of a lock because writers must not wait.",
    'I decided to keep the old name.',
    "I've decided against a new dependency.",
    'We went with SQLite for the cache.',
    'I chose zod over ajv.',
    'Chose a single table over three, so queries stay simple.',
    'I opted for a worker thread.',
    'I settled on two indexes.',
    'The approach: read the file in slices rather than at once.',
    'I deliberately left the migrations alone.',
    'I kept the sync API because hooks cannot wait.',
    'I put the check into the parser rather than the caller.',
    'SQLite was chosen over LevelDB for its full text search.',
    "I'll stick with the existing helper since it already handles Windows paths.",
    "I'll go with plum - a calm middle between red and grey.",
    'Decision: store amounts as integers in cents.',
    'Since lines cannot be split without breaking them, the correct approach is to return an error.',
    "Since the id is nowhere in the environment, I'll use a hook to capture it.",
    "The notes should be readable by all since they are documentation, so I'll add the exception.",
    'Both functions return interfaces by design (a factory), so I added a directive with a comment.',
    '`types.ts` — Kept our alias over the incoming interface',
    'Ich habe mich für SQLite entschieden.',
    '我选择了 SQLite 作为缓存。',
  ])('%s', answer => {
    expect(listChoices(answer)).toEqual([answer])
  })

  test('in one sentence of several, which alone is told', () => {
    const answer = 'The page is faster now. I opted for a cache per user. All tests pass.'
    expect(listChoices(answer)).toEqual(['I opted for a cache per user.'])
  })

  test('three times at most, each in a few hundred characters', () => {
    const many = Array.from({ length: 9 }, (_, at) => `- I decided to keep part ${at} ${'as it is '.repeat(50)}`)
    expect(listChoices(many.join('\n'))).toHaveLength(3)
    expect(Math.max(...listChoices(many.join('\n')).map(told => told.length))).toBeLessThanOrEqual(300)
  })
})

describe('an answer that looks alike states none', () => {
  test.each([
    'We could use a queue instead of a lock because writers must not wait.',
    'Option A: use SQLite rather than a file, since it is faster.',
    "I'd suggest a queue rather than a lock because it is simpler.",
    'Should I use a queue instead of a lock?',
    "I'll use grep to find the callers.",
    'Let me use the Read tool instead of cat because the file is long.',
    "I'll go with the first test file.",
    "I'll use a sub-agent instead of searching myself so that we save context.",
    "I'll help you modify the page to open the cached file instead of making it again.",
    'Let me try a different approach instead of mocking, since that failed.',
    'The function returns null instead of throwing.',
    'The server is returning HTML instead of JSON because the route is missing.',
    'You decided to keep the old name.',
    'Once you decide, I can go on.',
    "We haven't decided on a name yet.",
    'I used the wrong path instead of the root, sorry.',
    'Let me know if you went with the second one.',
    'All tests pass now.',
    "Since the tests pass, I'll commit the change.",
    "Since you asked for a review, I'll use the review skill.",
    "Since the file is long, I'll use grep to find the callers.",
    'This is by design: rows are kept in order.',
    'The parser kept failing over and over rather than ending.',
    "I don't see such a tool, so I can't take it out.",
    '',
  ])('%s', answer => {
    expect(listChoices(answer)).toEqual([])
  })

  test('in code and tables', () => {
    expect(listChoices('```\nI decided to keep the old name.\n```\n| I decided to keep it | yes |')).toEqual([])
  })
})

test('a long text of hostile shape takes no longer than its length', () => {
  const started = processorMs()
  for (const piece of [
    'since a, ',
    'instead of ',
    'I decided ',
    "i'll use ",
    'ich habe mich für ',
    'go with - ',
    '```\n',
    ': used ',
    'should be a since ',
    'by design, so ',
    "since a, i'll just ",
    'a — kept ',
  ])
    for (const times of [80, 1000, 100_000]) listChoices(piece.repeat(times))
  expect(processorMs() - started).toBeLessThan(5000)
})
