import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runShell } from './cli-runner.ts'
import { filesWith, generatedOf, makeEnriched } from './enrich-home.ts'
import { isRunning } from './is-running.ts'
import { makeKept } from './keep-home.ts'
import { makeLines, ONE, THREE, TWO, toLines } from './temp-tree.ts'

describe('enrich', () => {
  test('is off by default: nothing is run, sent or written', async () => {
    const { run, keep } = await makeKept()
    const { code, out, err } = await run(['enrich'])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^backscroll: no command is set that could be asked, so nothing was sent\nSet one, such as/)
    expect(existsSync(join(keep, 'generated'))).toBe(false)
  })
  test('asks the command about each session once, and keeps what it says apart from facts', async () => {
    const home = await makeEnriched()
    const first = await home.run(['enrich'])
    expect({ code: first.code, err: first.err }).toEqual({ code: 0, err: '' })
    expect(first.out).toMatch(
      /^\S{8} .* {2}1 decision, 1 left out\n\S{8} .*\n2 sessions summed up by node; .* sent today of 1 MB\.\n$/,
    )
    expect(
      home
        .documents()
        .map(({ json }) => json.session.id)
        .sort(),
    ).toEqual([ONE, TWO])
    expect(generatedOf(home, ONE)).toMatchObject({
      isGenerated: true,
      command: 'node',
      result: { summary: 'They grew.', decisions: [{ text: 'Use compost', turns: [1] }], dropped: 1 },
    })
    expect(filesWith(home.keep, 'They grew.').every(name => /^generated.sessions/.test(name))).toBe(true)
    const again = await home.run(['enrich'])
    expect(again.code).toBe(1)
    expect(again.err).toBe('backscroll: nothing to ask about: 2 sessions have a summary that fits\n')
    expect(home.documents()).toHaveLength(2)
    await home.run(['enrich', '--again', ONE.slice(0, 8)])
    expect(home.documents()).toHaveLength(3)
  })
  test('asks again when the session has gone on, and what was said stays until then', async () => {
    const home = await makeEnriched()
    await home.run(['enrich', ONE])
    const more = makeLines(ONE, { cwd: home.work, prompt: 'And the peppers', at: '2026-03-02T10:00:00.000Z' })
    writeFileSync(home.transcript, readFileSync(home.transcript, 'utf8') + toLines(more))
    expect((await home.run(['enrich', ONE])).code).toBe(0)
    expect(home.documents()).toHaveLength(2)
    await home.run(['reindex'])
    expect((await home.run(['enrich', ONE])).err).toMatch(/1 session has a summary that fits/)
  })
  test('takes the wrapper of Claude Code, and adds up what it cost', async () => {
    const home = await makeEnriched(
      `console.log(JSON.stringify({ type: 'result', is_error: false, total_cost_usd: 0.25, modelUsage: { m1: { costUSD: 0.25 } }, result: JSON.stringify(answer) }))`,
    )
    const { out } = await home.run(['enrich', '--json'])
    expect(JSON.parse(out)).toMatchObject({
      schema: 'backscroll.enriched/1',
      sessions: [{ isGenerated: true, costUsd: 0.25, model: 'm1' }, { costUsd: 0.25 }],
      spent: { costUsd: 0.5 },
    })
  })
  test('notes a bad answer, and does not ask again until it is told to', async () => {
    const home = await makeEnriched(`console.log('Sure! Here is \\x1b[2Jthe summary.')`)
    const { code, err } = await home.run(['enrich', ONE])
    expect(code).toBe(2)
    expect(err).toBe(`backscroll: 11111111 Grow the tomatoes: the answer is no JSON\n`)
    expect(generatedOf(home, ONE)?.result).toEqual({ kind: 'failed', reason: 'the answer is no JSON' })
    expect((await home.run(['enrich', ONE])).err).toMatch(
      /nothing to ask about: 1 failed before \(`--again` asks again\)/,
    )
    expect(home.documents()).toHaveLength(1)
    await home.run(['enrich', ONE, '--again'])
    expect(home.documents()).toHaveLength(2)
  })
  test('stops when the command fails twice in a row, and when it takes too long says so', async () => {
    const failing = await makeEnriched(`console.error('not logged in'); process.exitCode = 1`, {
      [`.claude/projects/other/${THREE}.jsonl`]: makeLines(THREE, { cwd: '/home/dev/other' }),
    })
    const { code, err } = await failing.run(['enrich'])
    expect(code).toBe(2)
    expect(err).toMatch(
      /: node ended with exit code 1: not logged in\n.*\nbackscroll: node failed twice in a row; 1 session left/,
    )
    const slow = await makeEnriched('setInterval(() => {}, 1000)')
    slow.setLimits({ seconds: 1 })
    expect((await slow.run(['enrich', ONE])).err).toMatch(/node took longer than 1 second, and was ended/)
  })
  test('stops where the command answers twice with something else, or reports an error itself', async () => {
    for (const body of [`console.log('Sure!')`, `console.log('{"is_error":true,"result":"no credit"}')`]) {
      const home = await makeEnriched(body, {
        [`.claude/projects/other/${THREE}.jsonl`]: makeLines(THREE, { cwd: '/home/dev/other' }),
      })
      expect((await home.run(['enrich'])).err).toMatch(/backscroll: node failed twice in a row; 1 session left/)
      expect(home.documents()).toHaveLength(2)
    }
  })
  test('of a command that is not there notes nothing against the sessions', async () => {
    const home = await makeEnriched()
    await home.run(['config', 'set', 'enrichCommand', 'no-such-program-here'])
    const { code, err } = await home.run(['enrich'])
    expect(code).toBe(2)
    expect(err).toMatch(/no-such-program-here cannot be started: there is no such program; 2 sessions left/)
    expect(generatedOf(home, ONE)).toBeUndefined()
  })
})

describe('ctrl-c', () => {
  test('ends the command with all that it started, and notes nothing against the session', async () => {
    const home = await makeEnriched(`const { spawn } = await import('node:child_process')
const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
fs.writeFileSync(path.join(process.env.HOME, 'pids'), process.pid + ' ' + left.pid)
setInterval(() => {}, 1000)`)
    const pids = join(home.home, 'pids')
    const { code, err } = await runShell(
      `{} enrich ${ONE} & while [ ! -s '${pids}' ]; do sleep 0.05; done; kill -INT $!; wait $!`,
      { home: home.home },
    )
    expect(code).toBe(130)
    expect(err).toMatch(/^backscroll: stopped; 1 session left: `backscroll enrich` goes on from here$/m)
    expect(readFileSync(pids, 'utf8').split(' ').map(Number).filter(isRunning)).toEqual([])
    expect(generatedOf(home, ONE)).toBeUndefined()
  })
})

describe('the budget of enrich', () => {
  test('holds for sessions at once', async () => {
    const home = await makeEnriched()
    home.setLimits({ sessions: 1 })
    expect((await home.run(['enrich', '-n', '5'])).out).toMatch(
      /1 session summed up .*\n1 session left for the next time/,
    )
    expect(home.documents()).toHaveLength(1)
  })
  test('holds for the bytes of a day, over several calls', async () => {
    const home = await makeEnriched()
    home.setLimits({ dayBytes: 5000 })
    await home.run(['enrich', ONE])
    const { code, err } = await home.run(['enrich'])
    expect(code).toBe(0)
    expect(err).toBe(
      'backscroll: the budget of today is spent (dayBytes of the setting enrichLimits); 1 session left\n',
    )
    expect(home.documents()).toHaveLength(1)
  })
  test('holds for what the command says it cost', async () => {
    const home = await makeEnriched(
      `console.log(JSON.stringify({ total_cost_usd: 0.6, result: JSON.stringify(answer) }))`,
    )
    home.setLimits({ dayUsd: 0.5 })
    expect((await home.run(['enrich'])).err).toMatch(/the budget of today is spent \(dayUsd/)
    expect(home.documents()).toHaveLength(1)
  })
  test('counts what a run cost that failed', async () => {
    const home = await makeEnriched(
      `console.log(JSON.stringify({ is_error: true, subtype: 'error_max_turns', total_cost_usd: 0.6 })); process.exitCode = 1`,
    )
    home.setLimits({ dayUsd: 0.5 })
    const { err } = await home.run(['enrich'])
    expect(err).toMatch(/: node ended with exit code 1: error_max_turns\n/)
    expect(err).toMatch(/the budget of today is spent \(dayUsd/)
    expect(home.documents()).toHaveLength(1)
  })
  test('holds for the bytes of a session: the words of the first and the last turn come first', async () => {
    const cwd = '/home/dev/long'
    const lines = Array.from({ length: 60 }, (_, at) =>
      makeLines(THREE, {
        cwd,
        prompt: `Prompt ${at} ${'words '.repeat(100)}`,
        at: `2026-03-01T10:${String(at).padStart(2, '0')}:00.000Z`,
      }),
    ).flat()
    const home = await makeEnriched(undefined, { [`.claude/projects/long/${THREE}.jsonl`]: lines })
    home.setLimits({ sessionBytes: 8000 })
    await home.run(['enrich', THREE])
    const [document] = home.documents()
    expect(Buffer.byteLength(document?.text ?? '')).toBeLessThanOrEqual(8000)
    expect(document?.text).toContain('Prompt 0 words')
    expect(document?.text).toContain('Prompt 59 words')
    expect(document?.json.passagesLeftOut).toBeGreaterThan(20)
  })
})

describe('a project that is kept out', () => {
  test('is not sent either, unless somebody names the session', async () => {
    const home = await makeEnriched()
    await home.run(['config', 'set', 'exclude', home.work])
    const { code, err } = await home.run(['enrich'])
    expect([code, home.documents()]).toEqual([1, []])
    expect(err).toBe('backscroll: nothing to ask about: 2 of projects that are kept out (the setting exclude)\n')
    await home.run(['enrich', ONE])
    expect(home.documents()).toHaveLength(1)
  })
})
