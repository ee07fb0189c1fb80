import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { ENTRY, makeHome, type Result, runCli } from './cli-runner.ts'
import { FIXTURES } from './corpus.ts'

const SESSIONS = join(FIXTURES, 'sessions')
const TURNING = '11111111-0000-4000-8000-000000000003'

describe('show', () => {
  test('takes the beginning of an id, and a path', () => {
    expect(show(['11111111-0000-4000-8000-000000000001']).out).toMatch(/^Mend the picking list\n/)
    expect(runCli(['show', join(SESSIONS, 'working.jsonl')]).out).toMatch(/^Mend the picking list\n/)
  })

  test('shows one turn or a range of turns', () => {
    expect(turnsIn(show([`${TURNING}:4`]).out)).toEqual(['4'])
    expect(turnsIn(show([`${TURNING}:1-4`, '--level', 'all']).out)).toEqual(['1', '2', '3', '4'])
  })

  test('says which turns there are when the one asked for is not', () => {
    checkFailure(show([`${TURNING}:9`]), /there is no turn 9: the session has 5 turns/)
    checkFailure(show([`${TURNING}:3-2`]), /ends before it begins/)
  })

  test('prints the bytes of the file at level raw', () => {
    const bytes = readFileSync(join(SESSIONS, 'turning-back.jsonl'), 'utf8')
    expect(show([TURNING, '--level', 'raw']).out).toBe(bytes)
    const parts = [show([`${TURNING}:0-1`, '--level', 'raw']), show([`${TURNING}:2-5`, '--level', 'raw'])]
    expect(parts.map(part => part.out).join('')).toBe(bytes)
  })

  test('names the files of agents beside the raw lines', () => {
    expect(show(['11111111-0000-4000-8000-000000000004', '--level', 'raw']).err).toMatch(/agent-a1\.jsonl/)
  })

  test('prints the model as JSON, cut to the turns asked for', () => {
    const { schema, turns, session } = JSON.parse(show([`${TURNING}:4`, '--json']).out)
    expect(schema).toBe('backscroll.session/1')
    expect(session.id).toBe(TURNING)
    expect(turns.map((turn: { number: number }) => turn.number)).toEqual([4])
  })

  test('takes the level from the config file, and the flag before it', () => {
    const home = makeHome('level')
    runCli(['config', 'set', 'level', 'prompts'], { home })
    expect(show([TURNING], home).out).not.toMatch(/grow plums {2}/)
    expect(show([TURNING, '--level', 'tools'], home).out).toMatch(/grow plums {2}/)
  })
})

describe('tail', () => {
  test('follows a session across whole lines, half lines and a rewrite', async () => {
    const { folder, file } = makeProject('tail')
    const tail = startTail(['--root', folder])
    await tail.waitFor('loses its last row')
    const line = JSON.stringify(prompt('Now the pears', 'aaaa0001'))
    appendFileSync(file, line.slice(0, 40))
    appendFileSync(file, `${line.slice(40)}\n`)
    await tail.waitFor('> Now the pears')
    writeFileSync(file, `${JSON.stringify(prompt('All new', 'aaaa0002'))}\n`)
    await tail.waitFor('> All new')
    await tail.waitFor('the transcript was rewritten')
    expect(tail.count('> Now the pears')).toBe(1)
  })

  test('names the agent before each of its lines', async () => {
    const { folder } = makeProject('tail-agents')
    const tail = startTail(['--root', folder])
    await tail.waitFor('loses its last row')
    const subagents = join(folder, 'working', 'subagents')
    mkdirSync(subagents, { recursive: true })
    copyFileSync(join(SESSIONS, 'helping', 'subagents', 'agent-a1.jsonl'), join(subagents, 'agent-a1.jsonl'))
    await tail.waitFor(/^a1 +Seven pears|^a1 {2,}.*Seven pears/m)
  })

  test('draws a call when it begins and again when its result comes', async () => {
    const { folder, file } = makeProject('tail-running')
    const tail = startTail(['--root', folder])
    await tail.waitFor('loses its last row')
    appendFileSync(file, `${JSON.stringify(toolUse('toolu_99', 'sleep 9'))}\n`)
    await tail.waitFor(/sleep 9 .*running/)
    appendFileSync(file, `${JSON.stringify(toolResult('toolu_99'))}\n`)
    await tail.waitFor(/sleep 9 .*9s/)
  })

  test('says so where there is nothing to follow', () => {
    checkFailure(runCli(['tail', '--root', makeHome('nothing')]), /no session to follow/)
  })
})

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGINT')
})

function show(args: readonly string[], home = makeHome('show')): Result {
  return runCli(['show', '--root', SESSIONS, ...args], { home })
}

function turnsIn(text: string): string[] {
  return [...text.matchAll(/^── (\d+) ─/gm)].map(match => match[1] as string)
}

function checkFailure(result: Result, message: RegExp): void {
  expect(result.err).toMatch(message)
  expect(result.err).not.toMatch(/\n\s+at /)
  expect(result.code).toBe(2)
}

function makeProject(name: string): { folder: string; file: string } {
  const folder = join(makeHome(name), 'project')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'working.jsonl')
  copyFileSync(join(SESSIONS, 'working.jsonl'), file)
  return { folder, file }
}

function startTail(args: readonly string[]) {
  const child = spawn(process.execPath, [ENTRY, 'tail', ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: makeHome('tail-home'), TZ: 'UTC', COLUMNS: '100' },
  })
  running.push(child)
  let seen = ''
  child.stdout.on('data', data => (seen += data))
  child.stderr.on('data', data => (seen += data))
  return {
    count: (text: string) => seen.split(text).length - 1,
    async waitFor(wanted: string | RegExp): Promise<void> {
      const isThere = (): boolean => (typeof wanted === 'string' ? seen.includes(wanted) : wanted.test(seen))
      for (let tries = 0; tries < 200 && !isThere(); tries++) await new Promise(resolve => setTimeout(resolve, 50))
      expect(isThere(), `waited for ${wanted} in:\n${seen}`).toBe(true)
    },
  }
}

const ENVELOPE = { sessionId: '11111111-0000-4000-8000-000000000001', version: '2.1.98', cwd: '/home/ada/orchard' }

function prompt(text: string, uuid: string) {
  const message = { role: 'user', content: text }
  return { ...ENVELOPE, type: 'user', uuid, parentUuid: null, timestamp: '2026-03-02T10:00:00.000Z', message }
}

function toolUse(id: string, command: string) {
  const content = [{ type: 'tool_use', id, name: 'Bash', input: { command } }]
  const message = { id: 'msg_99', role: 'assistant', model: 'claude-opus-4-6', content }
  const timestamp = '2026-03-02T10:00:00.000Z'
  return { ...ENVELOPE, type: 'assistant', uuid: 'aaaa0003', parentUuid: null, timestamp, message }
}

function toolResult(id: string) {
  const message = { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'awake' }] }
  const timestamp = '2026-03-02T10:00:09.000Z'
  return { ...ENVELOPE, type: 'user', uuid: 'aaaa0004', parentUuid: 'aaaa0003', timestamp, message }
}
