import { describe, expect, test } from 'vitest'
import { DirectoryBuilder } from '../../../render/html/document/directory-builder.ts'
import type { DocumentDirectory } from '../../../render/html/document/document-format.ts'
import { LEVELS, type Level } from '../../../render/level.ts'
import type { Row, RowPlace } from '../../../render/view/row.ts'
import { buildItems, findItem, findNearest } from './items.ts'
import { revealRow } from './reveal.ts'
import { createViewState, setAllOpen, type ViewState } from './view-state.ts'

function place(minLevel: Level, depth = 0): RowPlace {
  return { depth, minLevel, uuid: undefined, at: undefined, isRewound: false }
}

function turn(number: number): Row {
  const numbers = { toolCalls: 0, files: 0, tokens: 0, activeMs: 0, isInterrupted: false }
  return { ...place('prompts'), kind: 'turn', number, text: '', ...numbers } as Row
}

function prompt(text: string): Row {
  const rest = { source: 'prompt', fold: undefined, note: '', media: [], questions: [] } as const
  return { ...place('prompts'), kind: 'input', text, ...rest }
}

function answer(text: string, minLevel: Level = 'answers', depth = 0): Row {
  return { ...place(minLevel, depth), kind: 'answer', text, model: undefined }
}

function tool(name: string, error = ''): Row {
  const rest = {
    callId: '',
    server: undefined,
    headline: '',
    isRunning: false,
    badges: [],
    durationMs: undefined,
  } as const
  const status = error === '' ? 'ok' : 'error'
  return { ...place('tools'), kind: 'tool', name, error, status, ...rest, isOpen: false, input: [], output: [] } as Row
}

function agent(depth = 0): Row {
  const numbers = { steps: 1, tokens: 0, durationMs: undefined, isOpen: true, input: [], output: [] }
  return {
    ...place('tools', depth),
    kind: 'agent',
    agentId: 'a',
    description: '',
    error: '',
    status: 'completed',
    ...numbers,
  } as unknown as Row
}

function rewound(edge: 'begin' | 'end'): Row {
  return { ...place('all'), kind: 'rewound', edge, turns: [2], entries: 1 }
}

function directoryOf(...rows: readonly Row[]): DocumentDirectory {
  const builder = new DirectoryBuilder()
  for (const row of rows) builder.addRow(row)
  return builder.build('', 'all')
}

function shown(directory: DocumentDirectory, state: ViewState): string {
  return buildItems(directory, state, () => false)
    .map(({ row, runEnd }) => (runEnd === undefined ? `${row}` : `${row}..${runEnd - 1}`))
    .join(' ')
}

function at(level: Level): ViewState {
  return createViewState(LEVELS.indexOf(level))
}

describe('a level', () => {
  const directory = directoryOf(turn(1), prompt('do'), tool('Bash'), answer('done'))
  test('shows what needs it or less', () => {
    expect(shown(directory, at('prompts'))).toBe('0 1')
    expect(shown(directory, at('answers'))).toBe('0 1 3')
    expect(shown(directory, at('tools'))).toBe('0 1 2 3')
  })

  test('is raised as far as a hidden row needs', () => {
    const state = at('prompts')
    revealRow(directory, state, 2)
    expect(LEVELS[state.level]).toBe('tools')
  })
})

describe('a run of tool calls', () => {
  const directory = directoryOf(turn(1), tool('Read'), tool('Read'), tool('Bash', 'no'), answer('done'), tool('Read'))
  test('is one line at level tools, and its calls when opened', () => {
    const state = at('tools')
    expect(shown(directory, state)).toBe('0 1..3 4 5')
    state.insides.set(1, true)
    expect(shown(directory, state)).toBe('0 1..3 1 2 3 4 5')
  })

  test('opens with everything else', () => {
    const state = at('tools')
    setAllOpen(state, true)
    expect(shown(directory, state)).toBe('0 1..3 1 2 3 4 5')
  })

  test('stands as it is at level all', () => {
    expect(shown(directory, at('all'))).toBe('0 1 2 3 4 5')
  })

  test('is where its rows are found', () => {
    const items = buildItems(directory, at('tools'), () => false)
    expect([2, 3, 4].map(row => findItem(items, row))).toEqual([1, 1, 2])
    expect(findItem(items, 99)).toBe(-1)
    expect([findNearest(items, 99), findNearest(items, -1)]).toEqual([3, -1])
  })
})

describe('what stands inside', () => {
  const directory = directoryOf(
    turn(1),
    agent(),
    answer('in', 'all', 1),
    agent(1),
    answer('deep', 'all', 2),
    answer('out'),
  )
  test('of an agent is shown when it is opened, one agent at a time', () => {
    const state = at('tools')
    expect(shown(directory, state)).toBe('0 1 5')
    state.insides.set(1, true)
    expect(shown(directory, state)).toBe('0 1 2 3 5')
  })

  test('of an agent in an agent is revealed by opening both', () => {
    const state = at('answers')
    revealRow(directory, state, 4)
    expect([...state.insides.keys()].sort()).toEqual([1, 3])
    expect(shown(directory, state)).toContain('4')
  })

  test('is shown at level all, until somebody closes it', () => {
    const state = at('all')
    expect(shown(directory, state)).toBe('0 1 2 3 4 5')
    state.insides.set(3, false)
    expect(shown(directory, state)).toBe('0 1 2 3 5')
    setAllOpen(state, false)
    expect(shown(directory, state)).toBe('0 1 5')
  })

  test('of what is no agent is shown by its level alone', () => {
    const deeper = directoryOf(turn(1), tool('Workflow'), agent(1), answer('in', 'all', 2), answer('out'))
    expect(shown(deeper, at('answers'))).toBe('0 4')
    expect(shown(deeper, at('tools'))).toBe('0 1 2 4')
    const state = at('prompts')
    revealRow(deeper, state, 3)
    expect(shown(deeper, state)).toBe('0 1 2 3 4')
  })

  test('of an agent that the level hides is hidden with it', () => {
    const state = at('tools')
    state.insides.set(1, true)
    state.level = LEVELS.indexOf('answers')
    expect(shown(directory, state)).toBe('0 5')
  })

  test('of a rewound side is folded until opened, and its first line is always there', () => {
    const inside = [turn(2), tool('Bash')].map(row => ({ ...row, minLevel: 'all', isRewound: true }) as Row)
    const sides = directoryOf(turn(1), rewound('begin'), ...inside, rewound('end'), turn(3))
    const state = at('prompts')
    expect(shown(sides, state)).toBe('0 1 5')
    revealRow(sides, state, 3)
    expect(shown(sides, state)).toBe('0 1 2 3 4 5')
  })
})

describe('a filter', () => {
  const directory = directoryOf(turn(1), tool('Read'), turn(2), agent(), tool('Bash', 'no'), answer('in', 'all', 1))
  test('shows errors alone, each below its turn', () => {
    const state = at('prompts')
    state.filter.isErrorsOnly = true
    expect(shown(directory, state)).toBe('2 4')
  })

  test('shows kinds and tools together, also folded ones', () => {
    const state = at('prompts')
    state.filter.kinds.add('answer')
    state.filter.tools.add('Read')
    expect(shown(directory, state)).toBe('0 1 2 5')
  })

  test('goes when a row it hides is asked for', () => {
    const state = at('all')
    state.filter.isErrorsOnly = true
    revealRow(directory, state, 1)
    expect(state.filter.isErrorsOnly).toBe(false)
  })
})

test('a range of turns shows exactly those', () => {
  const directory = directoryOf(turn(1), prompt('a'), turn(2), prompt('b'), turn(3), prompt('c'))
  const state = at('all')
  state.turns = { from: 2, to: 2 }
  expect(shown(directory, state)).toBe('2 3')
})

test('a damaged part is one row', () => {
  const directory = directoryOf(turn(1), prompt('a'), turn(2), prompt('b'))
  const items = buildItems(directory, at('all'), row => row === 1 || row === 2)
  expect(items.map(({ row }) => row)).toEqual([0, 1, 3])
})
