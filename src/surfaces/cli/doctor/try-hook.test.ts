import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { hasProcess } from '../../../source/client-notes.ts'
import { quoteForShell } from '../../../text/quote-for-shell.ts'
import { tryHook } from './try-hook.ts'

const folder = mkdtempSync(join(tmpdir(), 'try-hook-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const place = { cwd: folder, env: { PATH: process.env.PATH }, platform: process.platform, timeoutMs: 20_000 }

/** A program of this text, as a command that ends as ours do. */
function makeHook(name: string, text: string): { readonly command: string; readonly event: string } {
  const script = join(folder, `${name}.cjs`)
  writeFileSync(script, text)
  return { command: [process.execPath, script, 'hook', 'Stop'].map(quoteForShell).join(' '), event: 'Stop' }
}

/** Writes down how it was called. */
const NOTES = `
  const { writeFileSync, readFileSync } = require('node:fs')
  const input = JSON.parse(readFileSync(0, 'utf8'))
  writeFileSync('${folder}/asked.json', JSON.stringify({ words: process.argv.slice(2), input, keepDir: process.env.BACKSCROLL_HOME }))`

test('a hook that ends well and marks nothing did nothing', async () => {
  const { problem, durationMs } = await tryHook(makeHook('silent', NOTES), place)
  expect(problem).toBe('it ran and did nothing: the Node that runs it may be too old')
  expect(durationMs).toBeGreaterThan(0)
})

test('a hook is run with another event, without a transcript, and in a folder that is gone afterwards', async () => {
  await tryHook(makeHook('asked', NOTES), place)
  const { words, input, keepDir } = JSON.parse(readFileSync(join(folder, 'asked.json'), 'utf8'))
  expect(words).toEqual(['hook', 'PreCompact'])
  expect(input).toEqual({
    session_id: 'backscroll-doctor',
    cwd: folder,
    hook_event_name: 'PreCompact',
    trigger: 'manual',
  })
  expect(existsSync(keepDir)).toBe(false)
})

test('what goes wrong is said in its own words', async () => {
  const failing = await tryHook(makeHook('failing', 'console.error("\\u001b[31mno disk"); process.exit(2)'), place)
  expect(failing.problem).toMatch(/^it ended with exit code 2: .*no disk$/)
  expect(failing.problem).not.toContain('\u001b')
  const talking = await tryHook(makeHook('talking', 'console.log("hello")'), place)
  expect(talking.problem).toBe('it printed what nobody asked for: hello')
})

test('a program that was removed is named', async () => {
  const gone = join(folder, 'gone', 'backscroll.js')
  const { problem } = await tryHook({ command: `${process.execPath} ${gone} hook Stop`, event: 'Stop' }, place)
  expect(problem).toBe(`${gone} is gone`)
  const missing = await tryHook({ command: 'no-such-backscroll hook Stop', event: 'Stop' }, place)
  expect(missing.problem).toMatch(/^it ended with exit code 127: .*not found/)
})

test('a hook that does not end is ended with all that it started', async () => {
  const pids = join(folder, 'pids')
  const hangs = `
    const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
    require('node:fs').writeFileSync('${pids}', JSON.stringify([process.pid, child.pid]))
    setInterval(() => {}, 1000)`
  const { problem } = await tryHook(makeHook('hanging', hangs), { ...place, timeoutMs: 3000 })
  expect(problem).toBe('it did not end within 3s')
  const running = JSON.parse(readFileSync(pids, 'utf8')) as number[]
  for (let tries = 0; tries < 50 && running.some(isRunning); tries++) await delay(20)
  expect(running.filter(isRunning)).toEqual([])
}, 30_000)

/** Not one that has ended and that nobody has asked about yet. */
function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`
  return hasProcess(pid) && !(existsSync(stat) && /\) Z /.test(readFileSync(stat, 'utf8')))
}
