import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { answerWith } from './cli-usage-home.ts'
import { hasTerminal, runInTerminal } from './in-terminal.ts'
import { type KeepHome, makeKept } from './keep-home.ts'
import { writeScript } from './lookup-world.ts'
import { THREE } from './temp-tree.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A session of the last half hour, and limits as the status line recorded them. */
async function makeActive(): Promise<KeepHome> {
  const now = Date.now()
  const script = writeScript({ sessionId: THREE, startedAt: new Date(now - 40 * MINUTE).toISOString() }).prompt('Go')
  answerWith(script, { id: 'msg_now1', input: 1_000_000 })
  for (let at = 0; at < 28; at++) script.prompt('Go on')
  answerWith(script, { id: 'msg_now2', input: 1_000_000 })
  const made = await makeKept({ [`.claude/projects/-home-dev-garden/${THREE}.jsonl`]: script.lines })
  const lines = [
    { at: now - 20 * MINUTE, session: THREE, fiveHour: { used: 23.5, resetsAt: now + 4 * HOUR }, sevenDay: null },
    {
      at: now - 10 * MINUTE,
      session: THREE,
      fiveHour: { used: 42, resetsAt: now + 4 * HOUR },
      sevenDay: { used: 7, resetsAt: now + 72 * HOUR },
    },
  ]
  writeFileSync(join(made.keep, 'limits.jsonl'), lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  return made
}

describe('R31: blocks', () => {
  test('show the active one with its rate and what it comes to, beside the real limits', async () => {
    const made = await makeActive()
    const { code, out } = await made.run(['usage', 'blocks', '--tz', 'UTC'])
    expect(code).toBe(0)
    expect(out).toMatch(/^BLOCK +LIMIT +MODELS +REQUESTS /m)
    expect(out).toMatch(/ active +42 % .* 2 +2,000,000 /)
    expect(out).toMatch(/^ {2}(\d+d )?\d+h( \d\dm)? without requests$/m)
    expect(out).toMatch(
      /^Active block: \dh \d\dm left · 4\.\dM tokens, \$\d+\.\d\d\+ an hour · would end at [\d.]+M tokens, \$\d+\.\d\d\+$/m,
    )
    expect(out).toMatch(
      /^Real limits: 5 hours 42 % used, resets \S+ \S+ \(seen \S+ \S+\)\n {13}7 days 7 % used, resets \S+ \S+ \(seen \S+ \S+\)$/m,
    )
  })
  test('have the limits in JSON', async () => {
    const made = await makeActive()
    const { limits } = JSON.parse((await made.run(['usage', 'blocks', '--json'])).out)
    expect(limits).toMatchObject([
      { kind: 'five-hour', usedPercent: 42, lastUsedPercent: 42 },
      { kind: 'seven-day', usedPercent: 7 },
    ])
  })
  test('can be the last few', async () => {
    const made = await makeActive()
    const { rows, totals } = JSON.parse((await made.run(['usage', 'blocks', '--last', '1', '--json'])).out)
    expect(rows).toHaveLength(1)
    expect(totals.requests).toBe(2)
  })
})

describe.runIf(hasTerminal())('on a terminal', () => {
  test('long reports end after 20 rows, and say how to see the others', async () => {
    const script = writeScript({ sessionId: THREE })
    for (let at = 0; at < 30; at++) answerWith(script.prompt(`Number ${at}`), { id: `msg_t${at}`, input: 10 })
    const made = await makeKept({ [`.claude/projects/-home-dev-garden/${THREE}.jsonl`]: script.lines })
    const { code, text } = runInTerminal(['usage', 'prompts', '--no-pager'], made)
    expect(code).toBe(0)
    expect(text).toMatch(/^20 of 32 rows; more with -n 32$/m)
    expect(text).toMatch(/Total of 32 /)
    expect(runInTerminal(['usage', 'prompts', '--no-pager', '-n', '32'], made).text).not.toMatch(/more with/)
  }, 60_000)
})
