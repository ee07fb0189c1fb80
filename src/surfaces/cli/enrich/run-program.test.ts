import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { isRunning } from '../../../../test/is-running.ts'
import { makeTree } from '../../../../test/temp-tree.ts'
import { runProgram } from './run-program.ts'

interface Asked {
  readonly script: string
  readonly input?: string
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** Runs a script of Node in a folder of its own. */
async function check({ script, input = 'in', timeoutMs = 20_000, signal = new AbortController().signal }: Asked) {
  const cwd = makeTree({ 'fake.mjs': script })
  const program = { name: 'fake', line: { command: process.execPath, args: [join(cwd, 'fake.mjs')] } }
  const env = { PATH: process.env.PATH }
  const end = await runProgram({ program, input, cwd, env, platform: process.platform, timeoutMs, signal })
  return { end, cwd }
}

const READ_ALL = `let text = ''; for await (const chunk of process.stdin) text += chunk;`
/** Starts another that writes down its number and stays, and holds the pipes of its parent. */
const LEAVE_ONE = `import { spawn } from 'node:child_process'; import { writeFileSync } from 'node:fs';
const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
writeFileSync('left.txt', String(left.pid));`

async function expectGone(cwd: string): Promise<void> {
  const pid = Number(readFileSync(join(cwd, 'left.txt'), 'utf8'))
  for (let tries = 0; isRunning(pid) && tries < 100; tries++) await sleep(20)
  expect(isRunning(pid)).toBe(false)
}

describe('a command', () => {
  test('gets its input and gives its output', async () => {
    const input = 'ä'.repeat(300_000)
    const { end } = await check({ script: `${READ_ALL} console.log(text.length)`, input })
    expect(end).toEqual({ kind: 'answered', out: '300000\n' })
  })
  test('need not read its input', async () => {
    const { end } = await check({ script: `console.log('done')`, input: 'x'.repeat(1_000_000) })
    expect(end).toEqual({ kind: 'answered', out: 'done\n' })
  })
  test('that fails is quoted with the last line it said, without control characters', async () => {
    const { end } = await check({
      script: `console.error('first\\n\\x1b[31mno\\x1b[0m \\x07login\\n'); process.exitCode = 3`,
    })
    expect(end).toEqual({ kind: 'failed', reason: 'fake ended with exit code 3: no ␇login', out: '' })
  })
  test('that fails may say why on stdout, in words or in the wrapper of Claude Code', async () => {
    const why = async (out: string) => (await check({ script: `console.log('${out}'); process.exitCode = 1` })).end
    expect(await why('Please log in')).toMatchObject({ reason: 'fake ended with exit code 1: Please log in' })
    expect(await why('{"is_error":true,"result":"No credit","total_cost_usd":0.3}')).toMatchObject({
      reason: 'fake ended with exit code 1: No credit',
    })
  })
  test('that says too much is ended', async () => {
    const script = `const text = 'x'.repeat(100_000); setInterval(() => process.stdout.write(text), 1)`
    const { end } = await check({ script })
    expect(end).toMatchObject({ kind: 'failed', reason: 'fake said more than 1 MB, and was ended' })
  })
  test('that takes too long is ended with all that it started', async () => {
    const { end, cwd } = await check({ script: `${LEAVE_ONE} setInterval(() => {}, 1000)`, timeoutMs: 1000 })
    expect(end).toMatchObject({ kind: 'failed', reason: 'fake took longer than 1 second, and was ended' })
    await expectGone(cwd)
  })
  test('leaves nobody behind when it ends by itself, and is not waited for by what it started', async () => {
    const { end, cwd } = await check({ script: `${LEAVE_ONE} console.log('ok'); left.unref()` })
    expect(end).toEqual({ kind: 'answered', out: 'ok\n' })
    await expectGone(cwd)
  })
  test('is ended with all that it started when we are stopped', async () => {
    const controller = new AbortController()
    const folder = makeTree({ 'fake.mjs': `${LEAVE_ONE} setInterval(() => {}, 1000)` })
    const program = { name: 'fake', line: { command: process.execPath, args: [join(folder, 'fake.mjs')] } }
    const { signal } = controller
    const place = { cwd: folder, env: { PATH: process.env.PATH }, platform: process.platform }
    const ended = runProgram({ program, input: '', ...place, timeoutMs: 20_000, signal })
    while (!existsSync(join(folder, 'left.txt'))) await sleep(20)
    await sleep(50)
    controller.abort()
    expect(await ended).toEqual({ kind: 'stopped' })
    await expectGone(folder)
  })
  test('that is not there is told from one that fails', async () => {
    const signal = new AbortController().signal
    const place = { input: '', cwd: makeTree({}), env: { PATH: '/bin:/usr/bin' }, platform: process.platform }
    const missing = { name: 'nothing', line: { command: '/no/such/program', args: [] } }
    expect(await runProgram({ program: missing, ...place, timeoutMs: 5000, signal })).toEqual({
      kind: 'missing',
      reason: 'nothing cannot be started: there is no such program',
    })
    const inShell = { name: 'nothing', line: { line: 'no-such-program-here; exit $?' } }
    expect(await runProgram({ program: inShell, ...place, timeoutMs: 5000, signal })).toMatchObject({ kind: 'missing' })
  })
})
