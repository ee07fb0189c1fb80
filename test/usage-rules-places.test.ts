import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FIXTURES } from './corpus.ts'
import { makeKeepHome } from './keep-home.ts'
import { checkNumbers, checkTrap, countTrap, readUsage, type Trap } from './usage-fixture.ts'

/** Dollars for a million tokens: claude-haiku-4-5 input 1, output 5, cache read 0.1; claude-opus-4-6 input 5, output 25. */
const TRAPS: readonly Trap[] = [
  {
    rule: 'R16',
    says: 'agents and the agents they start are counted',
    trap: 'agents-that-start-agents',
    requests: 4,
    input: 1000 + 1000 + 2000 + 4000,
    output: 100 + 200 + 300 + 400,
    usd: (8000 * 1 + 1000 * 5) / 1e6,
  },
  {
    rule: 'R16',
    says: 'old agent files beside the session are counted',
    trap: 'flat-agent-files',
    requests: 2,
    input: 1000 + 2000,
    output: 100 + 300,
    usd: (3000 * 1 + 400 * 5) / 1e6,
  },
  {
    rule: 'R16',
    says: 'sidechains in the file of the session are counted',
    trap: 'sidechain-in-the-file',
    requests: 3,
    input: 1000 + 2000 + 1000,
    output: 100 + 300 + 50,
    usd: (4000 * 1 + 450 * 5) / 1e6,
  },
  {
    rule: 'R18',
    says: 'white space around colons hides no request',
    trap: 'spaced-json',
    requests: 1,
    input: 1000,
    output: 400,
    read: 5000,
    usd: (1000 * 1 + 400 * 5 + 5000 * 0.1) / 1e6,
  },
  {
    rule: 'R18',
    says: 'null counts are zero',
    trap: 'null-counts',
    requests: 1,
    input: 1000,
    output: 400,
    usd: (1000 * 1 + 400 * 5) / 1e6,
  },
  {
    rule: 'R18',
    says: 'CRLF and blank lines hide no request',
    trap: 'crlf-and-blank-lines',
    requests: 2,
    input: 1000 + 500,
    output: 400 + 50,
    usd: (1500 * 1 + 450 * 5) / 1e6,
  },
  {
    rule: 'R18',
    says: 'a line that is cut off is no request, and those before it are',
    trap: 'cut-tail',
    requests: 1,
    input: 1000,
    output: 400,
    usd: (1000 * 1 + 400 * 5) / 1e6,
  },
  {
    rule: 'R18',
    says: 'an unknown speed costs what the standard one does',
    trap: 'unknown-speed',
    requests: 2,
    input: 1000 + 1000,
    output: 400 + 400,
    usd: (2000 * 5 + 800 * 25) / 1e6,
  },
  {
    rule: 'R18',
    says: 'types and fields of a later client are passed over',
    trap: 'unknown-types',
    requests: 1,
    input: 1000,
    output: 400,
    usd: (1000 * 1 + 400 * 5) / 1e6,
  },
]

describe('where requests are found', () => {
  for (const trap of TRAPS) test(`${trap.rule}: ${trap.says} (${trap.trap})`, () => checkTrap(trap))

  test('R17: every root is read, also a list of them and one that is projects/ itself (several-roots)', async () => {
    const home = makeKeepHome()
    cpSync(join(FIXTURES, 'usage', 'several-roots'), join(home.home, 'roots'), { recursive: true })
    const [one, two] = [join(home.home, 'roots', 'one'), join(home.home, 'roots', 'two', 'projects')]
    for (const more of [[], ['--no-index']]) {
      const env = { CLAUDE_CONFIG_DIR: `${one},${two}`, BACKSCROLL_HOME: join(home.home, 'keep') }
      const { out } = await home.run(['usage', 'models', '--json', ...more], { env })
      const usd = (3000 * 1 + 200 * 5) / 1e6
      checkNumbers(JSON.parse(out).totals, { requests: 2, input: 1000 + 2000, output: 100 + 100, usd })
    }
  })

  test('R17: the folder of XDG and the sessions of Claude Desktop are read without being named (several-roots)', async () => {
    const home = makeKeepHome()
    rmSync(home.config, { recursive: true })
    const desktop = join('Claude', 'local-agent-mode-sessions', 'account', 'organisation', 'local_1', '.claude')
    cpSync(join(FIXTURES, 'usage', 'several-roots', 'one'), join(home.home, 'xdg', 'claude'), { recursive: true })
    cpSync(join(FIXTURES, 'usage', 'several-roots', 'two'), join(home.home, 'xdg', desktop), { recursive: true })
    for (const more of [[], ['--no-index']]) {
      const env = { XDG_CONFIG_HOME: join(home.home, 'xdg'), BACKSCROLL_HOME: join(home.home, 'keep') }
      const { out } = await home.run(['usage', 'models', '--json', ...more], { env })
      const usd = (3000 * 1 + 200 * 5) / 1e6
      checkNumbers(JSON.parse(out).totals, { requests: 2, input: 1000 + 2000, output: 100 + 100, usd })
    }
  })

  test('R18: a line that is cut off is told (cut-tail)', async () => {
    expect((await countTrap('cut-tail')).accuracy.unreadableLines).toBe(1)
  })

  test('R18: times with an offset are the moments they name (offset-times)', async () => {
    const { rows } = await countTrap('offset-times', ['daily'])
    // 00:40 at +02:00 is 22:40 the day before; 19:30 at -05:00 is 00:30 the day after.
    expect(rows.map(row => [row.key, row.outputTokens])).toEqual([
      ['2026-03-02', 400],
      ['2026-03-03', 100],
    ])
  })

  test('R19: folders with one slug are the projects that their lines name (lossy-slug)', async () => {
    const { rows } = await countTrap('lossy-slug', ['projects', '--order', 'asc'])
    expect(rows.map(row => [row.key, row.inputTokens])).toEqual([
      ['/home/ada/or-chard', 1000],
      ['/home/ada/or/chard', 2000],
    ])
  })

  test('R19: a project is found by its path, not by its slug (lossy-slug)', async () => {
    const { totals } = await countTrap('lossy-slug', ['daily', '--project', 'or/chard'])
    expect(totals.inputTokens).toBe(2000)
  })
})

test('R16: agents have rows of their own, and the conversation has its own (agents-that-start-agents)', async () => {
  const home = makeKeepHome()
  const root = join(FIXTURES, 'usage', 'agents-that-start-agents')
  const { rows } = await readUsage(home, ['agents', '--root', root])
  expect(rows.reduce((sum, row) => sum + row.requests, 0)).toBe(4)
  checkNumbers(
    rows.find(row => row.key === 'main'),
    { requests: 2, input: 1000 + 1000, output: 100 + 200, usd: (2000 * 1 + 300 * 5) / 1e6 },
  )
})
