import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Level } from '../../../render/level.ts'
import { Reel } from '../../../render/steps/reel.ts'
import { renderTerminal } from '../../../render/terminal/render-terminal.ts'
import { plainStyle } from '../../../render/terminal/style.ts'
import type { Row, RowPlace } from '../../../render/view/row.ts'
import { displayWidth } from '../../../text/width.ts'
import { createColors } from '../colors.ts'
import type { Key, KeyName } from '../screen/keys.ts'
import { drawReplay } from './draw.ts'
import type { Film } from './film.ts'
import { findStep } from './find-step.ts'
import { nextState, start } from './next-state.ts'
import { type Effect, openState, type ReplayEvent, type ReplayStart, type ReplayState } from './state.ts'
import { createStepLines } from './step-lines.ts'

const SECOND = 1000
const START = Date.UTC(2026, 0, 1, 10)

function place(minLevel: Level, at: number | undefined): RowPlace {
  return { depth: 0, uuid: undefined, at: at === undefined ? undefined : START + at, isRewound: false, minLevel }
}

function turn(number: number, at: number): readonly Row[] {
  const heading = {
    origin: 'typed' as const,
    text: '',
    toolCalls: 0,
    files: 0,
    tokens: 0,
    activeMs: 0,
    isInterrupted: false,
  }
  const words = { source: 'prompt' as const, fold: undefined, note: '', media: [], questions: [] }
  return [
    { ...place('prompts', at), kind: 'turn', number, ...heading },
    { ...place('prompts', at), kind: 'input', text: `prompt ${number}`, ...words },
  ]
}

function answer(text: string, at: number | undefined): Row {
  return { ...place('answers', at), kind: 'answer', text, model: undefined }
}

function agent(agentId: string, at: number): Row {
  return {
    ...place('tools', at),
    kind: 'agent',
    agentId,
    agentType: 'Explore',
    description: 'look around',
    model: undefined,
    steps: 1,
    tokens: 0,
    durationMs: undefined,
    status: 'completed',
    purpose: 'task',
    storedAs: 'file',
    isResume: false,
    error: '',
    isOpen: true,
    input: [],
    output: [],
  }
}

function notice(text: string): Row {
  return { ...place('all', undefined), kind: 'notice', label: 'mode', text, count: 1, parts: [] }
}

const TALL = Array.from({ length: 50 }, (_, at) => `line ${at}`).join('\n\n')

const SECTIONS: readonly { readonly turn: number | undefined; readonly rows: readonly Row[] }[] = [
  { turn: undefined, rows: [answer('the header', 0)] },
  { turn: 0, rows: [notice('only at all')] },
  { turn: 1, rows: [...turn(1, 0), agent('a1', 2 * SECOND), answer('first answer', 3 * SECOND), notice('x')] },
  { turn: 2, rows: [...turn(2, 3_600_000), answer(TALL, 3_610_000)] },
  { turn: 3, rows: [...turn(3, 3_611_000), answer('the last words', undefined)] },
]
const INSIDE: readonly Row[] = [answer('what the agent found', 2500)]

function makeFilm(): Film {
  const inside = new Reel([{ turn: undefined, rows: () => INSIDE }])
  return {
    sessionId: 'abcd',
    title: 'A session',
    reel: new Reel(SECTIONS.map(({ turn, rows }) => ({ turn, rows: () => rows }))),
    startedAt: START,
    lastTurn: 3,
    promptOf: number => `prompt ${number}`,
    openAgent: id => (id === 'a1' ? { name: 'agent Explore', reel: inside } : undefined),
    linesOf: (reel, level, at, columns) =>
      createStepLines(renderTerminal(reel.rowsOf(level, at), { width: Math.max(20, columns), style: plainStyle })),
    soFar: () => ({ files: 0, tokens: 0, cost: undefined }),
  }
}

const SIZE = { columns: 80, rows: 24 }
const BEGIN: ReplayStart = { level: 'tools', speed: 1, isPlaying: false, from: undefined }

function open(begin: Partial<ReplayStart> = {}, size = SIZE): ReplayState {
  return start(openState(makeFilm(), size, { ...BEGIN, ...begin })).state
}

/** Names of keys in angle brackets, all else as letters. */
function toKeys(text: string): readonly Key[] {
  return (text.match(/<[a-z-]+>|./g) ?? []).map(part =>
    part.length > 1 ? { kind: 'press', name: part.slice(1, -1) as KeyName } : { kind: 'text', text: part },
  )
}

function press(state: ReplayState, keys: string): { state: ReplayState; effects: readonly Effect[] } {
  let effects: readonly Effect[] = []
  for (const key of toKeys(keys)) {
    const next = run(state, { kind: 'key', key })
    state = next.state
    effects = next.effects
  }
  return { state, effects }
}

/** Does at once what the runner does in slices. */
function run(state: ReplayState, event: ReplayEvent): { state: ReplayState; effects: readonly Effect[] } {
  const next = nextState(state, event)
  if (next.state.isGoingToEnd) {
    while (next.state.view.reel.survey()) {}
    return nextState(next.state, { kind: 'surveyed' })
  }
  const find = next.effects.find(effect => effect.kind === 'find')
  if (!find) return next
  const { film, view, level, wanted } = next.state
  const walk = findStep({ film, reel: view.reel, level, from: view.place, wanted, ...find })
  let found = walk.next()
  while (!found.done) found = walk.next()
  return nextState(next.state, { kind: 'found', ...found.value })
}

const LOOK = { now: START, colors: createColors(false), hasColor: false }

function screenOf(state: ReplayState): string {
  return drawReplay(state, LOOK).lines.join('\n')
}

describe('moving', () => {
  test('goes from step to step over turns, and says where the ends are', () => {
    expect(screenOf(open())).toContain('the header')
    const second = press(open(), '<right>')
    expect(screenOf(second.state)).toMatch(/prompt 1[\s\S]*step 2\/… · turn 1\/3/)
    expect(screenOf(press(second.state, '<left>').state)).toContain('the header')
    expect(press(open(), '<left>').state.message?.text).toBe('This is the first step')
    expect(press(open(), 'Gl').state.message?.text).toBe('This is the last step')
  })

  test('offers no key that leads nowhere', () => {
    expect(screenOf(open())).toMatch(/→ next(?![\s\S]*← back)/)
    expect(screenOf(press(open(), '<right>').state)).toMatch(/→ next .* ← back · \] next prompt/)
    const last = screenOf(press(open(), 'G').state)
    expect(last).toContain('← back')
    expect(last).not.toMatch(/→ next|next prompt/)
  })

  test('goes from prompt to prompt; from inside a turn first to its own', () => {
    expect(screenOf(press(open(), ']]').state)).toContain('> prompt 2')
    expect(screenOf(press(open(), ']l[').state)).toContain('> prompt 1')
    expect(press(open(), ']]]]').state.message?.text).toBe('There is no prompt after this')
  })

  test('a number goes to that turn, and one that is not there says so', () => {
    expect(screenOf(press(open(), '2').state)).toContain('To turn: 2')
    expect(screenOf(press(open(), '2<enter>').state)).toContain('> prompt 2')
    expect(screenOf(press(open(), ':3<enter>').state)).toContain('> prompt 3')
    expect(press(open(), '9<enter>').state.message?.text).toBe('There is no turn 9 here: the last is 3')
    expect(press(open(), '0<enter>').state.message?.text).toMatch(/Nothing of turn 0 is shown at level tools/)
    expect(screenOf(press(open(), '2x<escape>').state)).toContain('the header')
  })

  test('begins at a turn', () => {
    expect(screenOf(open({ from: 3 }))).toContain('> prompt 3')
  })

  test('scrolls a tall step to its end and then goes on; back up it comes in at the end', () => {
    const tall = press(open(), ']]l').state
    expect(screenOf(tall)).toMatch(/line 0\n[\s\S]*↓ \d+ more lines/)
    const end = press(tall, '<page-down>'.repeat(20)).state
    expect(screenOf(end)).not.toContain('line 0')
    expect(screenOf(press(tall, 'e').state)).toContain('line 49')
    expect(screenOf(press(tall, 'ee').state)).toContain('line 0\n')
    const bottom = press(open(), ']]]<up>').state
    expect(screenOf(bottom)).toMatch(/line 49\n[\s\S]*↑ \d+ lines above/)
    expect(screenOf(press(bottom, '<down>').state)).toContain('> prompt 3')
  })

  test('Enter opens an agent, Esc comes back to its line', () => {
    const line = press(open(), 'll').state
    expect(screenOf(line)).toContain('Enter open agent')
    const inside = press(line, '<enter>').state
    expect(screenOf(inside)).toMatch(/A session › 1 › agent Explore[\s\S]*what the agent found[\s\S]*Esc leave agent/)
    expect(press(inside, 'l').state.message?.text).toBe('This is the last step of the agent: Esc goes back')
    expect(press(inside, '<escape>').state.view).toEqual(line.view)
    expect(screenOf(press(inside, '2<enter>').state)).toContain('> prompt 2')
  })
})

describe('detail', () => {
  test('another level stays at the same place, or near it', () => {
    const state = press(open(), ']ll').state
    expect(screenOf(state)).toContain('first answer')
    const all = press(state, 'd')
    expect(all.state.level).toBe('all')
    expect(screenOf(all.state)).toContain('first answer')
    expect(screenOf(press(all.state, 'd').state)).toMatch(/> prompt 1[\s\S]*Prompts$/)
    expect(press(all.state, 'D').state.level).toBe('tools')
  })

  test('inside an agent no level is chosen that shows nothing of it', () => {
    const { state } = press(open(), 'll<enter>dd')
    expect(state.level).toBe('all')
    expect(state.message?.text).toBe('Nothing here is shown at level prompts')
  })
})

describe('finding', () => {
  test('goes to the next step that holds it, around the end, and again with n and N', () => {
    const first = press(open(), '/PROMPT<enter>').state
    expect(screenOf(first)).toContain('> prompt 1')
    expect(screenOf(press(first, 'n').state)).toContain('> prompt 2')
    const around = press(first, 'N').state
    expect(screenOf(around)).toContain('> prompt 3')
    expect(around.message?.text).toBe('Went on from the other end')
    expect(press(around, '<escape>').state.wanted).toBe('')
  })

  test('brings the line into sight', () => {
    expect(screenOf(press(open(), '/line 40<enter>').state)).toContain('line 40')
  })

  test('finds what only an agent said at its line', () => {
    const { state } = press(open(), '/agent found<enter>')
    expect(state.message?.text).toBe('In what this agent did: Enter opens it')
    expect(screenOf(press(state, '<enter>').state)).toContain('what the agent found')
  })

  test('says what was not found, and stays', () => {
    const { state } = press(open(), 'l/zebra<enter>')
    expect(state.message).toEqual({ text: 'Not found: zebra', isProblem: true })
    expect(screenOf(state)).toContain('> prompt 1')
  })
})

describe('playing', () => {
  const waitIn = (effects: readonly Effect[]) => effects.find(effect => effect.kind === 'wait')?.ms

  test('waits as long as it took, in bounds, at the speed chosen', () => {
    const { state, effects } = press(open(), 'l ')
    expect(state.isPlaying).toBe(true)
    expect(waitIn(effects)).toBe(2000)
    expect(waitIn(nextState(state, { kind: 'key', key: { kind: 'text', text: '+' } }).effects)).toBe(1000)
    const idle = press(open(), 'lll ')
    expect(waitIn(idle.effects)).toBe(4000)
    const none = press(open(), ' ')
    expect(waitIn(none.effects)).toBe(600)
  })

  test('goes on by itself, through a tall step by screens, to the end', () => {
    let state = open({ isPlaying: true })
    const seen = new Set<string>()
    let ticks = 0
    for (; state.isPlaying && ticks < 100; ticks++) {
      seen.add(screenOf(state))
      state = nextState(state, { kind: 'tick' }).state
    }
    expect(ticks).toBe(13)
    expect([...seen].some(screen => screen.includes('line 49'))).toBe(true)
    expect(state.message?.text).toBe('The end of the session')
    expect(screenOf(press(state, ' ').state)).toContain('the header')
  })

  test('stops with a move by hand, and a tick that is late does nothing', () => {
    const { state, effects } = press(open({ isPlaying: true }), '<right>')
    expect(state.isPlaying).toBe(false)
    expect(effects).toContainEqual({ kind: 'stop-waiting' })
    expect(nextState(state, { kind: 'tick' }).state).toBe(state)
  })
})

describe('whatever happens', () => {
  const KEYS = [
    'right',
    'left',
    'up',
    'down',
    'page-up',
    'page-down',
    'home',
    'end',
    'enter',
    'escape',
    'tab',
    'back-tab',
  ]
  const events = fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc
          .constantFrom(...KEYS)
          .map((name): ReplayEvent => pressOf({ kind: 'press', name: name as KeyName })),
      },
      {
        weight: 6,
        arbitrary: fc
          .constantFrom(...'lhjk][gGe dD+-/nN:123y?')
          .map((text): ReplayEvent => pressOf({ kind: 'text', text })),
      },
      fc.string().map((text): ReplayEvent => pressOf({ kind: 'paste', text })),
      fc.constant<ReplayEvent>({ kind: 'tick' }),
      fc.constant<ReplayEvent>({ kind: 'surveyed' }),
      fc.record({
        kind: fc.constant('resize' as const),
        size: fc.record({ columns: fc.integer({ min: 1, max: 130 }), rows: fc.integer({ min: 1, max: 50 }) }),
      }),
    ),
    { maxLength: 40 },
  )

  function pressOf(key: Key): ReplayEvent {
    return { kind: 'key', key }
  }

  test('there is a step at the place, some of it is on the screen, and the screen has its size', () => {
    fc.assert(
      fc.property(events, list => {
        let state = open()
        for (const event of list) {
          state = run(state, event).state
          for (const view of [state.view, ...state.outer]) expect(view.reel.has(state.level, view.place)).toBe(true)
          const lines = state.film.linesOf(state.view.reel, state.level, state.view.place, state.size.columns)
          expect(state.view.top).toBeGreaterThanOrEqual(0)
          expect(lines.has(state.view.top)).toBe(true)
          const frame = drawReplay(state, LOOK)
          expect(frame.lines.length).toBe(state.size.rows)
          if (state.size.columns >= 20)
            for (const line of frame.lines) expect(displayWidth(line)).toBeLessThanOrEqual(state.size.columns)
        }
      }),
      { numRuns: 150 },
    )
  })

  test('next and then back is where one was, but at the end', () => {
    fc.assert(
      fc.property(events, list => {
        let state = open()
        for (const event of list) state = run(state, event).state
        state = press(state, '<escape><escape>').state
        const there = press(state, '<right>').state
        if (there.message === undefined) expect(press(there, '<left>').state.view.place).toEqual(state.view.place)
      }),
      { numRuns: 150 },
    )
  })
})
