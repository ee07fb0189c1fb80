import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openLibrary } from '../src/query/library.ts'
import { listLive } from '../src/query/live/list-live.ts'
import type { LiveState, LiveStatus } from '../src/query/live/live-status.ts'
import { statusOf } from '../src/query/live/status-of.ts'
import { readTailSession } from '../src/query/live/tail-session.ts'
import { type ClientNote, readClientNotes } from '../src/source/client-notes.ts'
import { listAllSources } from '../src/source/discover.ts'
import { DISK } from '../src/source/file-access.ts'
import { loadSession } from '../src/source/load-session.ts'
import { findRoots } from '../src/source/roots.ts'
import { CORPUS, listCorpusFiles } from './corpus.ts'
import { type LineWriter, writeLines } from './live-lines.ts'
import { machineAt, makeTree, ONE, TWO } from './temp-tree.ts'

const START = Date.parse('2026-03-01T10:00:00.000Z')
const MINUTE = 60_000

function loadLines(lines: readonly object[]) {
  const folder = makeTree({ [`p/${ONE}.jsonl`]: lines })
  const [source] = listAllSources(findRoots(machineAt(folder, { override: ['p'] })).roots).sources
  if (!source) throw new Error('nothing was listed')
  return loadSession(source).session
}

/** What it is some minutes after the last line, and what it was about. */
function checkStatus(
  make: (write: LineWriter) => readonly object[],
  expected: readonly (readonly [minutes: number, state: LiveState, detail?: string])[],
  note?: Partial<ClientNote>,
): void {
  const session = loadLines(make(writeLines(START)))
  const left = note && { sessionId: ONE, pid: 1, status: undefined, updatedAt: undefined, ...note }
  for (const [minutes, state, detail] of expected) {
    const status = statusOf(session, { now: () => (session.endedAt ?? START) + minutes * MINUTE }, left)
    expect([minutes, status.state, ...(detail === undefined ? [] : [status.detail])]).toEqual(
      detail === undefined ? [minutes, state] : [minutes, state, detail],
    )
    expect(status.knownBy).toBe(note?.status ? 'client' : 'transcript')
  }
}

describe('from its transcript alone a session', () => {
  test('waits after an answer, and is at rest later', () =>
    checkStatus(
      w => [w.prompt('One'), w.answer('Done.')],
      [
        [1, 'waiting', ''],
        [60, 'idle', ''],
      ],
    ))

  test('works while a tool runs, and ended badly where nothing came of it', () =>
    checkStatus(
      w => [w.prompt('One'), w.call('t1', 'Bash', { command: 'npm test' })],
      [
        [1, 'working', 'Bash npm test'],
        [20, 'failed', 'stopped: Bash npm test'],
      ],
    ))

  test('works while the model has the word', () => {
    checkStatus(
      w => [w.prompt('One')],
      [
        [1, 'working', 'thinks'],
        [20, 'failed', 'stopped: thinks'],
      ],
    )
    checkStatus(
      w => [w.prompt('One'), w.call('t1', 'Read', { file_path: '/x' }), w.result('t1', 'text')],
      [
        [1, 'working', 'thinks'],
        [20, 'failed'],
      ],
    )
  })

  test('waits while a question or a plan is open, over night too', () => {
    const ask = { questions: [{ question: 'Which?', header: 'Choice', options: [] }] }
    checkStatus(
      w => [w.prompt('One'), w.call('t1', 'AskUserQuestion', ask)],
      [
        [1, 'waiting', 'asks a question'],
        [300, 'waiting'],
        [2000, 'failed', 'stopped: asks a question'],
      ],
    )
    checkStatus(
      w => [w.prompt('One'), w.call('t1', 'ExitPlanMode', { plan: 'x' })],
      [[1, 'waiting', 'asks to approve a plan']],
    )
  })

  test('ended badly with an interruption, an error of the API or a full context', () => {
    const text = '[Request interrupted by user]'
    checkStatus(
      w => [w.prompt('One'), w.call('t1', 'Bash', { command: 'x' }), w.prompt(text)],
      [
        [1, 'failed', 'interrupted'],
        [60, 'failed'],
      ],
    )
    const message = {
      id: 'x',
      role: 'assistant',
      model: '<synthetic>',
      content: [{ type: 'text', text: 'API Error: 529' }],
    }
    checkStatus(
      w => [w.prompt('One'), w.line({ type: 'assistant', isApiErrorMessage: true, message })],
      [[1, 'failed', 'API error']],
    )
    checkStatus(w => [w.prompt('One'), w.answer('Half', { stop: 'max_tokens' })], [[1, 'failed']])
  })

  test('works while the API is asked again', () => {
    const retry = { type: 'system', subtype: 'api_error', level: 'error', retryAttempt: 1, maxRetries: 10 }
    checkStatus(
      w => [w.prompt('One'), w.line(retry)],
      [
        [1, 'working', 'asks again after an API error'],
        [20, 'failed'],
      ],
    )
  })

  test('may be in the middle of an answer for a moment where the release does not say that it ended', () =>
    checkStatus(
      w => [w.prompt('One'), w.answer('Done.', { stop: null })],
      [
        [0.05, 'working'],
        [1, 'waiting'],
        [60, 'idle'],
      ],
    ))

  test('is at rest where nothing was ever said', () => checkStatus(() => [], [[0, 'idle', '']]))
})

describe('with a note of a running client', () => {
  const tool = (w: LineWriter): readonly object[] => [w.prompt('One'), w.call('t1', 'Bash', { command: 'npm test' })]
  const done = (w: LineWriter): readonly object[] => [w.prompt('One'), w.answer('Done.')]

  test('what it says counts, also against the age of the file', () => {
    checkStatus(
      tool,
      [
        [1, 'working', 'Bash npm test'],
        [45, 'working', 'Bash npm test'],
      ],
      { status: 'busy' },
    )
    checkStatus(tool, [[1, 'waiting', 'asks to run Bash npm test']], { status: 'waiting' })
    checkStatus(done, [[1, 'working', 'runs a shell command']], { status: 'shell' })
    checkStatus(done, [[1, 'waiting', 'waits for a permission']], { status: 'waiting', waitingFor: 'a permission' })
    checkStatus(
      done,
      [
        [1, 'waiting'],
        [60, 'idle'],
      ],
      { status: 'idle' },
    )
    checkStatus(tool, [[1, 'waiting', '']], { status: 'idle' })
  })

  test('one that nobody wrote to since yesterday counts for nothing', () => {
    const session = loadLines(tool(writeLines(START)))
    const note = { sessionId: ONE, pid: 1, status: 'busy', updatedAt: START } as const
    const status: LiveStatus = statusOf(session, { now: () => START + 2000 * MINUTE }, note)
    expect(status).toMatchObject({ state: 'failed', knownBy: 'transcript' })
  })

  test('a client that runs and says nothing is not taken for dead', () => checkStatus(tool, [[45, 'working']], {}))

  test('they are read as each release writes them, without those of processes that are gone', () => {
    const config = makeTree({
      'sessions/100.json': JSON.stringify({ pid: 100, sessionId: ONE, status: 'busy', updatedAt: START }),
      'sessions/pid-200.json': JSON.stringify({ session_id: TWO, status: 'shell', updatedAt: '2026-03-01T10:00:00Z' }),
      'sessions/300.json': JSON.stringify({ pid: 300, sessionId: 'gone', status: 'busy' }),
      'sessions/400.json': JSON.stringify({ pid: 400, sessionId: 'strange', status: 'dancing' }),
      'sessions/500.json': 'not json',
      'sessions/600.json': '[]',
      'sessions/notes.txt': 'x',
      [`sessions/100.${'ab'.repeat(32)}.key`]: JSON.stringify({ pid: 700, sessionId: 'key' }),
      'sessions/800.json': JSON.stringify({ pid: 800, sessionId: 'new', status: 'waiting', waitingFor: 'input' }),
    })
    const notes = readClientNotes(config, pid => pid !== 300)
    expect([...notes.values()]).toEqual([
      { sessionId: ONE, pid: 100, status: 'busy', updatedAt: START },
      { sessionId: 'strange', pid: 400, status: undefined, updatedAt: undefined },
      { sessionId: 'new', pid: 800, status: 'waiting', waitingFor: 'input', updatedAt: undefined },
      { sessionId: TWO, pid: 200, status: 'shell', updatedAt: START },
    ])
    expect(readClientNotes(join(config, 'nowhere'))).toEqual(new Map())
    expect(
      readClientNotes(makeTree({ [`sessions/${process.pid}.json`]: JSON.stringify({ sessionId: ONE }) })).size,
    ).toBe(1)
  })
})

describe('recorded ends', () => {
  test('are what they are, and the end of the file tells the same as all of it', () => {
    if (!listCorpusFiles()) return
    const seen = new Map<string, number>()
    for (const source of listAllSources(findRoots(machineAt(CORPUS, { override: [CORPUS] })).roots).sources) {
      if (!source.main || source.main.sizeBytes > MAX_BYTES) continue
      const { session } = loadSession(source)
      const now = (): number => (session.endedAt ?? 0) + MINUTE
      const status = statusOf(session, { now })
      seen.set(`${status.state} ${status.detail}`, (seen.get(`${status.state} ${status.detail}`) ?? 0) + 1)
      const end = readTailSession(source, DISK)
      // A copied file tells another time than what stands in it; so do agents of another day.
      if ((session.endedAt ?? 0) - (end.endedAt ?? 0) > 24 * 60 * MINUTE) continue
      const tail = statusOf(end, { now, writtenAt: session.endedAt })
      expect({ ...tail, path: source.main.path }).toEqual({ ...status, path: source.main.path })
    }
    const kinds = ['waiting ', 'working thinks', 'failed interrupted', 'failed API error', 'waiting asks a question']
    for (const kind of [...kinds, 'waiting asks to approve a plan', 'working asks again after an API error']) {
      expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(0)
    }
  }, 60_000)
})

const MAX_BYTES = 4_000_000

describe('live sessions', () => {
  test('are not those whose file was copied or restored a moment ago', () => {
    const lines = writeLines(START)
    const home = makeTree({ [`.claude/projects/-p/${ONE}.jsonl`]: [lines.prompt('One'), lines.answer('Done.')] })
    const later = START + 30 * 24 * 60 * MINUTE
    const path = join(home, '.claude/projects/-p', `${ONE}.jsonl`)
    utimesSync(path, new Date(later), new Date(later))
    const library = openLibrary(machineAt(home))
    expect(listLive(library, { now: () => later + MINUTE, notes: new Map() })).toEqual([])
    const only = makeTree({
      [`.claude/projects/-p/${TWO}/subagents/agent-a1.jsonl`]: [writeLines(later).prompt('Look')],
    })
    expect(listLive(openLibrary(machineAt(only)), { now: () => later, notes: new Map() })).toEqual([])
    const note = { sessionId: ONE, pid: 1, status: 'waiting', updatedAt: later } as const
    const [listed] = listLive(library, { now: () => later + MINUTE, notes: new Map([[ONE, note]]) })
    expect(listed?.status.state).toBe('waiting')
  })

  test('are those that run or were written to a moment ago, newest first', () => {
    const [one, two, old] = [writeLines(START), writeLines(START), writeLines(START)]
    const home = makeTree({
      [`.claude/projects/-p/${ONE}.jsonl`]: [one.prompt('One'), one.call('t1', 'Bash', { command: 'make' })],
      [`.claude/projects/-p/${TWO}.jsonl`]: [two.prompt('Two'), two.answer('Done.')],
      '.claude/projects/-p/old.jsonl': [old.prompt('Old')],
    })
    const touch = (name: string, ms: number): void =>
      utimesSync(join(home, '.claude/projects/-p', `${name}.jsonl`), new Date(ms), new Date(ms))
    touch(ONE, START - 60 * MINUTE)
    touch(TWO, START + MINUTE)
    touch('old', START - 60 * MINUTE)
    const library = openLibrary(machineAt(home))
    const notes = new Map([[ONE, { sessionId: ONE, pid: 1, status: 'waiting', updatedAt: START } as const]])
    const listed = listLive(library, { now: () => START + 2 * MINUTE, notes })
    expect(listed.map(({ source, status }) => [source.id, status.state, status.detail])).toEqual([
      [TWO, 'waiting', ''],
      [ONE, 'waiting', 'asks to run Bash make'],
    ])
  })
})
