import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { keepPaths } from '../src/ingest/keep-paths.ts'
import { openKeep } from '../src/query/keep.ts'
import { takeLock } from '../src/store/lock.ts'
import { capturePending } from '../src/surfaces/cli/hook/capture-pending.ts'
import { hookPlaces } from '../src/surfaces/cli/hook/hook-places.ts'
import { listPending, writePending } from '../src/surfaces/cli/hook/pending.ts'
import { findWorker } from '../src/surfaces/cli/hook/worker-claim.ts'
import { failuresIn } from './hook-home.ts'
import { type KeepHome, makeKeepHome, makeKept } from './keep-home.ts'
import { makeLines, ONE, THREE, TWO, toLines, writeItem } from './temp-tree.ts'

function ask(home: KeepHome, transcriptPath: string, sessionId = ONE): void {
  writePending(hookPlaces(home.keep), { transcriptPath, sessionId, event: 'Stop', at: Date.now(), failed: 0 })
}

/** What the worker does; in this process, because starting Node is what takes the time. */
async function capture(home: KeepHome): Promise<void> {
  expect(await home.run(['capture'])).toEqual({ code: 0, out: '', err: '' })
}

function keptIn({ keep: folder }: KeepHome): { readonly [id: string]: readonly string[] } {
  const keep = openKeep(keepPaths(folder))
  try {
    const sessions = keep?.listSessions() ?? []
    return Object.fromEntries(
      sessions.map(({ id, session }) => [id, (keep?.listFiles(session) ?? []).map(file => file.role).sort()]),
    )
  } finally {
    keep?.close()
  }
}

describe('capturing', () => {
  test('keeps just that session with all that belongs to it, where there was no archive', async () => {
    const home = makeKeepHome()
    ask(home, home.transcript)
    ask(home, home.transcript)
    expect(listPending(hookPlaces(home.keep))).toHaveLength(1)
    await capture(home)
    expect(keptIn(home)).toEqual({ [ONE]: ['agent', 'file-history', 'main', 'tool-result'] })
    expect(listPending(hookPlaces(home.keep))).toEqual([])
    expect(findWorker(hookPlaces(home.keep).worker, Date.now())).toBeUndefined()
    expect(failuresIn(home.keep)).toEqual([])
    expect((await home.run(['verify'])).code).toBe(0)
    // The rest is found by the next sync as if nothing had been.
    expect((await home.run(['sync'])).code).toBe(0)
    expect(Object.keys(keptIn(home)).sort()).toEqual([ONE, TWO])
    expect((await home.run(['sync', '--json'])).out).toContain('"added": 0')
  })
  test('keeps what was appended, and what the client writes just after its hook', async () => {
    const home = makeKeepHome()
    ask(home, home.transcript)
    await capture(home)
    appendFileSync(home.transcript, toLines(makeLines(ONE, { prompt: 'And the pumpkins', cwd: home.work })))
    ask(home, home.transcript)
    const late = setTimeout(() => {
      appendFileSync(home.transcript, toLines(makeLines(ONE, { prompt: 'And the zucchini', cwd: home.work })))
    }, 250)
    await capture(home)
    clearTimeout(late)
    expect((await home.run(['search', 'pumpkins'])).out).toContain('pumpkins')
    rmSync(home.transcript)
    expect((await home.run(['show', ONE])).out).toContain('zucchini')
  })
  test('finds the session of a subagent, in either layout', async () => {
    const home = makeKeepHome()
    const folder = dirname(home.transcript)
    ask(home, join(folder, ONE, 'subagents', 'agent-a1.jsonl'))
    writeItem(join(folder, 'agent-b2.jsonl'), makeLines(TWO, { isSidechain: true, agentId: 'b2', cwd: home.work }))
    ask(home, join(folder, 'agent-b2.jsonl'), TWO)
    await capture(home)
    expect(keptIn(home)).toMatchObject({
      [ONE]: ['agent', 'file-history', 'main', 'tool-result'],
      [TWO]: ['agent', 'main'],
    })
  })
  test('keeps a session of a client whose folder is elsewhere, and one reached by a link just once', async () => {
    const home = makeKeepHome()
    const elsewhere = join(home.home, 'other-client', 'projects', '-x', `${THREE}.jsonl`)
    writeItem(elsewhere, makeLines(THREE, { prompt: 'Elsewhere' }))
    symlinkSync(home.config, join(home.home, 'linked'))
    ask(home, elsewhere, THREE)
    ask(home, home.transcript.replace(home.config, join(home.home, 'linked')))
    ask(home, home.transcript)
    await capture(home)
    expect(Object.keys(keptIn(home)).sort()).toEqual([ONE, THREE])
    const keep = openKeep(keepPaths(home.keep))
    expect(keep?.listSessions()).toHaveLength(2)
    keep?.close()
    expect((await home.run(['sync'])).code).toBe(0)
    expect((await home.run(['show', THREE])).out).toContain('Elsewhere')
  })
  test('takes no file that is not a transcript of the client', async () => {
    const home = makeKeepHome()
    const project = dirname(home.transcript)
    const files = {
      'secret.txt': 'password',
      [`projects/-x/${THREE}.jsonl`]: 'not json\n',
      [`elsewhere/-x/${THREE}.jsonl`]: toLines(makeLines(THREE)),
      'projects/-x/notes.jsonl': toLines(makeLines(THREE)),
    }
    for (const [path, text] of Object.entries(files)) writeItem(join(home.home, path), text)
    symlinkSync(join(home.home, `elsewhere/-x/${THREE}.jsonl`), join(project, `${THREE}.jsonl`))
    mkdirSync(join(home.home, 'projects', '-y', `${TWO}.jsonl`), { recursive: true })
    for (const path of [...Object.keys(files), `projects/-y/${TWO}.jsonl`]) ask(home, join(home.home, path), THREE)
    ask(home, join(project, `${THREE}.jsonl`))
    // Gone since: nobody's fault.
    ask(home, join(project, '99999999-9999-4999-8999-999999999999.jsonl'))
    await capture(home)
    expect(keptIn(home)).toEqual({})
    expect(listPending(hookPlaces(home.keep))).toEqual([])
    expect(new Set(failuresIn(home.keep))).toEqual(new Set(['no-transcript']))
    expect(failuresIn(home.keep)).toHaveLength(6)
  })
  test('has nothing to do, and nothing to tell, where nothing was written yet', async () => {
    const home = makeKeepHome()
    writeFileSync(home.transcript, '')
    ask(home, home.transcript)
    await capture(home)
    expect(listPending(hookPlaces(home.keep))).toEqual([])
    expect([keptIn(home), failuresIn(home.keep)]).toEqual([{}, []])
  })
  test('leaves out what is excluded and what was forgotten', async () => {
    const home = makeKeepHome({ '.config/backscroll/config.json': '{"exclude":["app"]}' })
    ask(home, home.transcript)
    await capture(home)
    expect(keptIn(home)).toEqual({})
    expect(listPending(hookPlaces(home.keep))).toEqual([])
    const other = await makeKept()
    expect((await other.run(['forget', ONE, '--yes'])).code).toBe(0)
    ask(other, other.transcript)
    await capture(other)
    expect(Object.keys(keptIn(other))).toEqual([TWO])
  })
  test('reads a broken config as far as it can, and waits where it may say what is kept out', async () => {
    const home = makeKeepHome({ '.config/backscroll/config.json': '{"level":"nonsense","exclude":["other",],}' })
    ask(home, home.transcript)
    await capture(home)
    expect(Object.keys(keptIn(home))).toEqual([ONE])
    writeFileSync(join(home.home, '.config/backscroll/config.json'), '{"exclude": 5')
    ask(home, join(dirname(home.transcript), `${TWO}.jsonl`), TWO)
    await capture(home)
    expect(Object.keys(keptIn(home))).toEqual([ONE])
    expect(failuresIn(home.keep)).toEqual(['bad-config'])
    expect(listPending(hookPlaces(home.keep))).toMatchObject([{ sessionId: TWO, failed: 1 }])
    rmSync(join(home.home, '.config/backscroll/config.json'))
    await capture(home)
    expect(Object.keys(keptIn(home)).sort()).toEqual([ONE, TWO])
  })
})

describe('the worker', () => {
  test('goes on with what one that was killed had in hand', async () => {
    const home = makeKeepHome()
    ask(home, home.transcript)
    const { pending, worker } = hookPlaces(home.keep)
    const [name = ''] = readdirSync(pending)
    writeFileSync(
      join(pending, `${basename(name, '.json')}.taken`),
      JSON.stringify({ transcriptPath: home.transcript }),
    )
    rmSync(join(pending, name))
    writeFileSync(join(pending, 'half.json'), '{"transcr')
    writeFileSync(worker, JSON.stringify({ pid: 2 ** 30 }))
    await capture(home)
    expect(Object.keys(keptIn(home))).toEqual([ONE])
    expect(readdirSync(pending)).toEqual([])
  })
  test('does nothing where another works', async () => {
    const home = makeKeepHome()
    ask(home, home.transcript)
    const { worker } = hookPlaces(home.keep)
    // A process that runs and is not this one's parent.
    writeFileSync(worker, JSON.stringify({ pid: 1 }))
    await capture(home)
    expect(keptIn(home)).toEqual({})
    utimesSync(worker, 1, 1)
    await capture(home)
    expect(Object.keys(keptIn(home))).toEqual([ONE])
    expect(existsSync(worker)).toBe(false)
  })
  test('leaves the request for the next one where somebody else writes', async () => {
    const home = makeKeepHome()
    ask(home, home.transcript)
    const lock = await takeLock(keepPaths(home.keep).lock, { waitMs: 0 })
    const stop = AbortSignal.timeout(300)
    const roots = { home: home.home, platform: 'linux', variables: {}, workingFolder: home.home }
    const host = { keepDir: home.keep, configPath: join(home.home, 'none'), home: home.home, roots, signal: stop }
    await capturePending({ ...host, pid: process.pid, parentPid: process.ppid, now: Date.now })
    lock?.release()
    expect(keptIn(home)).toEqual({})
    expect(listPending(hookPlaces(home.keep))).toMatchObject([{ transcriptPath: home.transcript, failed: 0 }])
    await capture(home)
    expect(Object.keys(keptIn(home))).toEqual([ONE])
  })
  test('keeps the sound ones where one cannot be read', async () => {
    const home = makeKeepHome()
    ask(home, home.transcript)
    ask(home, '/proc/self/mem')
    ask(home, join(dirname(home.transcript), `${TWO}.jsonl`), TWO)
    await capture(home)
    expect(Object.keys(keptIn(home)).sort()).toEqual([ONE, TWO])
    expect(failuresIn(home.keep)).toEqual(['no-transcript'])
  })
})
