import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeHome, type Result, runCli } from './cli-runner.ts'
import { FIXTURES } from './corpus.ts'
import { hasTerminal } from './in-terminal.ts'
import { openScreenDriver, type ScreenDriver } from './screen-driver.ts'
import { makeLines, makeTree, ONE } from './temp-tree.ts'

const TURNING = join(FIXTURES, 'sessions', 'turning-back.jsonl')
const HELPING = '11111111-0000-4000-8000-000000000004'
const ENTERED = '\x1b[?1049h'
const LEFT = '\x1b[?1049l'

/** A terminal would obey these: a title, a clipboard, the screen cleared, a bell. */
const HOSTILE = '\x1b]0;owned\x07 \x1b]52;c;b3duZWQ=\x07 \x1b[2J\x1b[31m red \x9b2J \u202egnol'

function openAt(args: readonly string[], options: { readonly size?: string } = {}): ScreenDriver {
  return openScreenDriver(['replay', ...args], { home: makeHome('replay'), ...options })
}

describe.runIf(hasTerminal())('on a terminal', () => {
  test('steps on and back, to a turn, to a text, and leaves the terminal as it was', async () => {
    const screen = openAt([TURNING])
    await screen.until(/Name the sorts\n[\s\S]*step 1\/10/)
    screen.type('\x1b[C')
    await screen.until(/^> Name the sorts$[\s\S]*step 2\/10 · turn 1\/5/m)
    screen.type('l')
    await screen.until(/^ {2}Cox and Bramley\.$/m)
    screen.type('l')
    await screen.until(/tried and rewound: turns 2–3[\s\S]*rewound/)
    screen.type('h')
    await screen.until(/^ {2}Cox and Bramley\.$/m)
    screen.type('4\r')
    await screen.until(/^> Add plums instead$/m)
    screen.type('/compacted\r')
    await screen.until(/── context compacted \(auto\)/)
    screen.type('?')
    await screen.until(/any other key closes/)
    screen.type('xq')
    expect(await screen.ended).toBe(0)
    expect(screen.raw().endsWith(LEFT)).toBe(true)
  })

  test('plays to the end by itself from the turn asked for', async () => {
    const screen = openAt([TURNING, '--from', '4', '--play', '--speed', '64'])
    await screen.until(/‖ 64× {2}step 10\/10[\s\S]*The end of the session/)
    screen.type('\x03')
    expect(await screen.ended).toBe(0)
  })

  test('opens an agent and comes back', async () => {
    const screen = openAt([join(FIXTURES, 'sessions', 'helping.jsonl')])
    await screen.until(/step 1\//)
    screen.type('/agent\rn')
    await screen.until(/Enter open agent/)
    screen.type('\r')
    await screen.until(/Esc leave agent/)
    screen.type('\x1b')
    await screen.until(/^(?![\s\S]*Esc leave agent)[\s\S]*Enter open agent/)
    screen.type('q')
    expect(await screen.ended).toBe(0)
  })

  test('nothing that a transcript holds is obeyed, at any size', async () => {
    const lines = makeLines(ONE, { prompt: HOSTILE })
    const root = makeTree({ [`projects/-app/${ONE}.jsonl`]: lines })
    for (const size of ['cols 100 rows 24', 'cols 20 rows 5', 'cols 7 rows 2']) {
      const screen = openAt(['--root', root, ONE, '--level', 'all'], { size })
      await screen.until(/‖/)
      screen.type('llhjk]dd?x')
      await new Promise(resolve => setTimeout(resolve, 200))
      screen.type('q')
      expect(await screen.ended).toBe(0)
      const [, drawn = ''] = screen.raw().split(ENTERED)
      expect(drawn).not.toMatch(/\x1b\]|\x07|\x9b|\u202e/)
      expect(drawn.split('\x1b[2J').length - 1).toBe(1)
    }
  })

  test('the terminal is given back when the process is told to end', async () => {
    const screen = openAt([TURNING])
    await screen.until(/step 1\//)
    screen.kill('SIGTERM')
    expect(await screen.ended).not.toBe(0)
    expect(screen.raw().lastIndexOf(LEFT)).toBeGreaterThan(screen.raw().lastIndexOf(ENTERED))
  })
})

describe('in a pipe', () => {
  test('prints step by step, from a turn or only some turns', () => {
    const { code, out } = replay([TURNING])
    expect(code).toBe(0)
    expect(out).toMatch(/^\[step 1 · 09:00:02 · \+0s\]\nName the sorts\n/)
    expect(out).toMatch(/\n\n\[step 2 · turn 1 · 09:00:02 · \+0s\]\n── 1 ─.*\n> Name the sorts\n\n\[step 3 /)
    expect(replay([TURNING, '--from', '4']).out).toMatch(/^\[step 1 · turn 4 /)
    const one = replay(['--root', join(FIXTURES, 'sessions'), '11111111-0000-4000-8000-000000000003:1']).out
    expect(one).toContain('Cox and Bramley.')
    expect(one).not.toContain('plums')
  })

  test('at level all what agents did follows the line that starts them, nothing at the others', () => {
    const args = ['--root', join(FIXTURES, 'sessions'), HELPING]
    expect(replay([...args, '--level', 'all']).out).toMatch(/^\[step \d+ · agent /m)
    expect(replay(args).out).not.toMatch(/^\[step \d+ · agent /m)
  })

  test('gives the same steps as JSON', () => {
    const { schema, steps } = JSON.parse(replay([TURNING, '--json', '--level', 'answers']).out)
    expect(schema).toBe('backscroll.steps/1')
    const kinds = steps.map((step: { kind: string }) => step.kind)
    expect(kinds.slice(0, 4)).toEqual(['session', 'input', 'answer', 'rewound'])
    expect(steps[1]).toMatchObject({ step: 2, turn: 1, at: '2026-03-02T09:00:02.000Z', elapsedMs: 0, agents: [] })
    const words = replay([TURNING, '--level', 'answers']).out
    expect(words.match(/^\[step /gm)?.length).toBe(steps.length)
  })

  test('control characters are made visible', () => {
    const root = makeTree({ [`projects/-app/${ONE}.jsonl`]: makeLines(ONE, { prompt: HOSTILE }) })
    expect(replay(['--root', root, ONE]).out).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/)
  })

  test('a mistake is one sentence with a next step', () => {
    checkFailure(replay([TURNING, '--speed', 'fast']), /"fast" is no speed/)
    checkFailure(replay([TURNING, '--speed', '0.1']), /"0\.1" is no speed/)
    checkFailure(replay([TURNING, '--from', '9']), /there is no turn 9: the session has 5 turns/)
    checkFailure(replay([TURNING, '--level', 'raw']), /--level cannot be "raw"/)
    const one = ['--root', join(FIXTURES, 'sessions'), '11111111-0000-4000-8000-000000000003:1']
    checkFailure(replay([...one, '--from', '2']), /--from 2 is outside of turn 1/)
    checkFailure(replay(['nothing-like-it']), /no session is called/)
  })
})

function replay(args: readonly string[]): Result {
  return runCli(['replay', ...args])
}

function checkFailure({ code, out, err }: Result, words: RegExp): void {
  expect(code).toBe(2)
  expect(out).toBe('')
  expect(err).toMatch(words)
}
