import { describe, expect, test } from 'vitest'
import { LEVELS } from '../level.ts'
import { StepGrouper } from './group-rows.ts'
import { type Bond, isShown, type RowMark } from './row-mark.ts'

const PLAIN: RowMark = {
  kind: 'answer',
  minLevel: 'tools',
  at: undefined,
  isRewound: false,
  isPrompt: false,
  agentId: undefined,
  bond: 'alone',
}
const TURN: RowMark = { ...PLAIN, kind: 'turn', minLevel: 'prompts', bond: 'next' }
const PROMPT: RowMark = { ...PLAIN, kind: 'input', minLevel: 'prompts' }
const ANSWER: RowMark = { ...PLAIN, minLevel: 'answers' }
const TOOL: RowMark = { ...PLAIN, kind: 'tool' }
const HOOK: RowMark = { ...PLAIN, kind: 'hook', bond: 'call' }
const REPLY: RowMark = { ...PLAIN, kind: 'input', minLevel: 'prompts', bond: 'call' }
const OUTPUT: RowMark = { ...PLAIN, kind: 'output', bond: 'input' }
const NOTICE: RowMark = { ...PLAIN, kind: 'notice', minLevel: 'all', bond: 'crowd' }
const RETRY: RowMark = { ...PLAIN, kind: 'error', bond: 'retry' }
const BEGIN: RowMark = { ...PLAIN, kind: 'rewound', minLevel: 'all', bond: 'next' }
const END: RowMark = { ...PLAIN, kind: 'rewound', minLevel: 'all', bond: 'end' }

function group(marks: readonly RowMark[], level: (typeof LEVELS)[number] = 'all'): readonly (readonly number[])[] {
  const grouper = new StepGrouper(level)
  for (const [index, mark] of marks.entries()) grouper.add(index, mark)
  grouper.finish()
  return Array.from({ length: grouper.sure }, (_, step) => grouper.at(step) ?? [])
}

describe('what is seen together', () => {
  test.each<[says: string, marks: readonly RowMark[], steps: readonly (readonly number[])[]]>([
    ['a prompt under its heading', [TURN, PROMPT, ANSWER], [[0, 1], [2]]],
    ['each call alone, with its hooks', [TOOL, HOOK, HOOK, TOOL], [[0, 1, 2], [3]]],
    ['a question with what was answered', [TOOL, REPLY, TOOL], [[0, 1], [2]]],
    ['an answer whose question is not shown, alone', [ANSWER, REPLY], [[0], [1]]],
    ['a command with what it printed', [PROMPT, OUTPUT, ANSWER], [[0, 1], [2]]],
    ['small rows of the client', [NOTICE, NOTICE, ANSWER, NOTICE], [[0, 1], [2], [3]]],
    ['tries of one request', [RETRY, RETRY, ANSWER], [[0, 1], [2]]],
    [
      'marks with what they stand around',
      [BEGIN, TURN, PROMPT, ANSWER, END],
      [
        [0, 1, 2],
        [3, 4],
      ],
    ],
    ['a heading that nothing follows, alone', [ANSWER, TURN], [[0], [1]]],
    ['a hook without its call, alone', [ANSWER, HOOK], [[0], [1]]],
  ])('%s', (_, marks, steps) => {
    expect(group(marks)).toEqual(steps)
  })

  test('no wall of small rows', () => {
    expect(group(Array.from({ length: 100 }, () => NOTICE)).map(rows => rows.length)).toEqual([40, 40, 20])
  })

  test('a side that was taken back is one step where the level folds it', () => {
    const inside = [
      { ...TURN, minLevel: 'all' as const },
      { ...PROMPT, minLevel: 'all' as const },
    ]
    expect(group([ANSWER, BEGIN, ...inside, END, ANSWER], 'tools')).toEqual([[0], [1], [5]])
  })
})

test('each row that is shown is in one step, whatever comes', () => {
  const bonds: readonly Bond[] = ['alone', 'next', 'end', 'call', 'input', 'retry', 'crowd']
  const kinds = ['tool', 'input', 'notice', 'rewound', 'hook'] as const
  for (let seed = 0; seed < 500; seed++) {
    const marks = Array.from({ length: 12 }, (_, at): RowMark => {
      const pick = (seed * 31 + at * 17 + ((seed * at) % 11)) % 1000
      const bond = bonds[pick % bonds.length] as Bond
      return { ...PLAIN, bond, kind: kinds[pick % 5] ?? 'tool', minLevel: LEVELS[pick % 4] ?? 'all' }
    })
    for (const level of LEVELS) {
      const shown = marks.flatMap((mark, index) => (isShown(mark, level) ? [index] : []))
      expect(group(marks, level).flat()).toEqual(shown)
    }
  }
})

test('a step is sure when the next one has begun', () => {
  const grouper = new StepGrouper('all')
  grouper.add(0, TOOL)
  expect(grouper.at(0)).toBeUndefined()
  grouper.add(1, HOOK)
  grouper.add(2, TOOL)
  expect(grouper.at(0)).toEqual([0, 1])
  expect(grouper.at(1)).toBeUndefined()
})
