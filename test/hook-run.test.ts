import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCallerNote } from '../src/query/live/caller-note.ts'
import { hookPlaces } from '../src/surfaces/cli/hook/hook-places.ts'
import { listPending } from '../src/surfaces/cli/hook/pending.ts'
import { readRecallLog } from '../src/surfaces/cli/hook/recall-log.ts'
import { MAX_INPUT_BYTES } from '../src/surfaces/cli/hook/run.ts'
import { ENTRY } from './cli-runner.ts'
import { failuresIn, type HookRun, listWorkers, runHook, SILENT, waitFor } from './hook-home.ts'
import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { makeTree, ONE } from './temp-tree.ts'

function inputOf(home: KeepHome, more: object = {}): object {
  return { session_id: ONE, transcript_path: home.transcript, cwd: home.work, ...more }
}

async function check(home: Pick<KeepHome, 'home'>, run: HookRun): Promise<void> {
  expect(await runHook(home, run)).toEqual(SILENT)
}

/** Runs through a shell, as the client does; `{}` stands for the command. */
function runShell(script: string, home: string, input = '{}'): { readonly code: number | null; readonly err: string } {
  const command = script.replaceAll('{}', `"${process.execPath}" "${ENTRY}"`)
  const env = { PATH: process.env.PATH ?? '', HOME: home }
  const { status, stderr } = spawnSync('bash', ['-c', `set -o pipefail; ${command}`], { input, env, encoding: 'utf8' })
  return { code: status, err: stderr }
}

describe('a hook', () => {
  test('has the session kept by a process of its own, which then ends', async () => {
    const home = makeKeepHome()
    const transcript_path = home.transcript.replace(home.home, '~')
    await check(home, { event: 'Stop', input: inputOf(home, { hook_event_name: 'Stop', transcript_path }) })
    const { worker, pending } = hookPlaces(home.keep)
    await waitFor(() => existsSync(join(home.keep, 'archive', 'manifest.jsonl')) && !existsSync(worker))
    expect(readdirSync(pending)).toEqual([])
    await waitFor(() => listWorkers(home.home).length === 0)
    expect((await home.run(['show', ONE])).out).toContain('Grow the tomatoes')
    expect(failuresIn(home.keep)).toEqual([])
  })
  test('marks a compaction, and leaves word of the session for servers of the same client', async () => {
    const home = makeKeepHome()
    // Somebody works already: no process is started.
    const places = hookPlaces(home.keep)
    await check(home, { event: 'SessionStart', input: inputOf(home, { source: 'startup' }) })
    expect(readCallerNote(home.keep, process.pid)).toMatchObject({ sessionId: ONE, cwd: home.work })
    writeFileSync(places.worker, JSON.stringify({ pid: process.pid }))
    await check(home, { event: 'PreCompact', input: inputOf(home, { trigger: 'auto' }) })
    expect(readRecallLog(places, ONE).border).toMatchObject({
      by: 'PreCompact',
      why: 'auto',
      sizeBytes: expect.any(Number),
    })
    expect(listPending(places)).toMatchObject([{ transcriptPath: home.transcript, event: 'PreCompact' }])
    expect(listWorkers(home.home)).toEqual([])
  })
  test('says nothing and notes it where the client writes nonsense, or another event than it is set up for', async () => {
    const home = makeKeepHome()
    await check(home, { event: 'Stop', input: '{' })
    await check(home, { event: 'Notification', input: { hook_event_name: 'Stop' } })
    await check(home, { event: 'Whatever', input: { hook_event_name: 'Whatever', prompt: null } })
    await check(home, { event: 'Stop', input: 'x'.repeat(3_000_000), args: ['--bogus', 'more'] })
    expect(failuresIn(home.keep)).toEqual(['bad-input', 'event-mismatch'])
    expect(listPending(hookPlaces(home.keep))).toEqual([])
  })
  test('does not ask for a session that was never written', async () => {
    const home = makeKeepHome()
    const input = inputOf(home, { reason: 'prompt_input_exit' })
    writeFileSync(home.transcript, '')
    await check(home, { event: 'SessionEnd', input })
    rmSync(home.transcript)
    await check(home, { event: 'SessionEnd', input })
    expect(existsSync(hookPlaces(home.keep).pending)).toBe(false)
    expect(failuresIn(home.keep)).toEqual([])
  })
  test('asks for the session by its subagent where its own transcript is gone', async () => {
    const home = makeKeepHome()
    const agent_transcript_path = join(dirname(home.transcript), ONE, 'subagents', 'agent-a1.jsonl')
    rmSync(home.transcript)
    await check(home, { event: 'SubagentStop', input: inputOf(home, { agent_transcript_path, agent_id: 'a1' }) })
    const { worker } = hookPlaces(home.keep)
    await waitFor(() => existsSync(join(home.keep, 'archive', 'manifest.jsonl')) && !existsSync(worker))
    expect(readFileSync(join(home.keep, 'archive', 'manifest.jsonl'), 'utf8')).toContain('agent-a1.jsonl')
    expect(failuresIn(home.keep)).toEqual([])
  })
  test.each([
    ['keep/here', 'keep/here'],
    ['~/keep', 'keep'],
  ])('keeps in one place where BACKSCROLL_HOME is %s', async (BACKSCROLL_HOME, place) => {
    const home = makeKeepHome()
    await check(home, { event: 'Stop', input: inputOf(home), env: { BACKSCROLL_HOME } })
    const keep = join(home.home, place)
    await waitFor(() => existsSync(join(keep, 'archive', 'manifest.jsonl')))
    await waitFor(() => listWorkers(home.home).length === 0)
    expect(readdirSync(hookPlaces(keep).folder)).toEqual(['pending'])
    expect(existsSync(join(home.home, '~'))).toBe(false)
    expect((await home.run(['show', ONE], { env: { BACKSCROLL_HOME } })).out).toContain('Grow the tomatoes')
  })
  test('says so where the client wrote too much to be read', async () => {
    const home = makeKeepHome()
    await check(home, { event: 'Stop', input: JSON.stringify({ text: 'x'.repeat(MAX_INPUT_BYTES + 200_000) }) })
    expect(failuresIn(home.keep)).toEqual(['input-too-long'])
  })
  test('does not wait for the end of the input where all of it is there', async () => {
    const home = makeKeepHome()
    const env = { PATH: process.env.PATH ?? '', HOME: home.home }
    const child = spawn(process.execPath, [ENTRY, 'hook', 'SessionStart'], { env, cwd: home.home })
    const [text, rest] = JSON.stringify(inputOf(home, { source: 'startup', model: { id: 'x' } })).split(',"model"')
    child.stdin.write(text ?? '')
    await new Promise(resolve => setTimeout(resolve, 100))
    // In two parts: the first ends in the middle.
    child.stdin.write(`,"model"${rest}\n`)
    const code = await new Promise(resolve => child.on('close', resolve))
    expect(code).toBe(0)
    expect(readCallerNote(home.keep, process.pid)).toMatchObject({ sessionId: ONE })
  })
})

describe('a hook ends well', () => {
  test.each(['/dev/null/x', '/proc/nope'])('where nothing can be kept: %s', async BACKSCROLL_HOME => {
    const home = makeKeepHome()
    await check(home, { event: 'PreCompact', input: inputOf(home), env: { BACKSCROLL_HOME } })
  })
  test('where its folder is a file, or has files in place of folders', async () => {
    const home = makeKeepHome({ '.local/share/backscroll': 'a file' })
    await check(home, { event: 'PreCompact', input: inputOf(home) })
    const odd = makeKeepHome({
      '.local/share/backscroll/hooks/pending': '',
      '.local/share/backscroll/hooks/recall': '',
      '.local/share/backscroll/hooks/failures.jsonl/x': '',
    })
    await check(odd, { event: 'PreCompact', input: inputOf(odd) })
  })
  test('where nobody reads, the disk is full, or there is no input', () => {
    const { home } = makeKeepHome()
    expect(runShell('{} hook Stop | true', home)).toEqual({ code: 0, err: '' })
    if (existsSync('/dev/full')) expect(runShell('{} hook Stop > /dev/full', home)).toEqual({ code: 0, err: '' })
    expect(runShell('{} hook Stop >&- 2>&-', home).code).toBe(0)
    expect(runShell('{} hook Stop <&-', home).code).toBe(0)
    expect(runShell('env -u HOME {} hook', home).code).toBe(0)
    expect(runShell('{} --plain hook Stop', home)).toEqual({ code: 0, err: '' })
  })
  test('and says what it is for where somebody asks', () => {
    const { stdout, status } = spawnSync(process.execPath, [ENTRY, 'hook', '--help'], {
      env: { PATH: process.env.PATH ?? '', HOME: makeTree({}) },
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    expect(stdout).toContain('backscroll hook')
  })
})

test('every event that is handled stands in the documentation', () => {
  const docs = readFileSync(new URL('../docs/hooks.md', import.meta.url), 'utf8')
  for (const event of [
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PreCompact',
    'Stop',
    'SubagentStop',
    'SessionEnd',
  ]) {
    expect(docs).toContain(`\`${event}\``)
  }
})
