import { appendFileSync, existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { keepPaths } from '../src/ingest/keep-paths.ts'
import { openKeep } from '../src/query/keep.ts'
import { hookPlaces } from '../src/surfaces/cli/hook/hook-places.ts'
import { findWorker } from '../src/surfaces/cli/hook/worker-claim.ts'
import { runShell } from './cli-runner.ts'
import { listWorkers, runHook, SILENT, waitFor } from './hook-home.ts'
import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { makeLines, toLines, writeItem } from './temp-tree.ts'

const SESSIONS = 6
const HOOKS = 50
const EVENTS = [
  'Stop',
  'SubagentStop',
  'PreCompact',
  'SessionEnd',
  'UserPromptSubmit',
  'Stop',
  'SessionStart',
  'PostToolUse',
]

function makeSessions(home: KeepHome): readonly { readonly id: string; readonly path: string }[] {
  return Array.from({ length: SESSIONS }, (_, at) => {
    const id = `5000000${at}-5555-4555-8555-555555555555`
    const path = join(dirname(home.transcript), `${id}.jsonl`)
    writeItem(path, makeLines(id, { prompt: `Session number ${at}`, cwd: home.work }))
    return { id, path }
  })
}

test.runIf(existsSync('/proc/self/environ'))(
  'fifty hooks at once, while a sync runs and a worker is killed, leave one worker at a time and every session kept',
  async () => {
    const home = makeKeepHome()
    const sessions = makeSessions(home)
    const sync = runShell('{} sync', { home: home.home })
    const seen = { most: 0, killed: 0 }
    const watch = setInterval(() => {
      const workers = listWorkers(home.home)
      seen.most = Math.max(seen.most, workers.length)
      const named = findWorker(hookPlaces(home.keep).worker, Date.now())
      if (seen.killed === 0 && named !== undefined && workers.includes(named)) {
        process.kill(named, 'SIGKILL')
        seen.killed = named
      }
    }, 20)
    const ask = (at: number) => {
      const { id: session_id, path: transcript_path } = sessions[at < HOOKS / 2 ? 0 : at % SESSIONS] as {
        id: string
        path: string
      }
      const event = EVENTS[at % EVENTS.length] as string
      const input = { session_id, transcript_path, cwd: home.work, prompt: 'And now', source: 'compact' }
      return runHook(home, { event, input })
    }
    const runs = await Promise.all(Array.from({ length: HOOKS }, (_, at) => ask(at)))
    expect(runs).toEqual(Array(HOOKS).fill(SILENT))
    expect((await sync).code).toBe(0)
    // The last thing each session said, after the storm.
    for (const { id, path } of sessions)
      appendFileSync(path, toLines(makeLines(id, { prompt: 'The end', cwd: home.work })))
    const last = sessions.map(({ id, path }) =>
      runHook(home, { event: 'SessionEnd', input: { session_id: id, transcript_path: path, cwd: home.work } }),
    )
    expect(await Promise.all(last)).toEqual(Array(SESSIONS).fill(SILENT))
    const places = hookPlaces(home.keep)
    await waitFor(() => readdirSync(places.pending).length === 0 && listWorkers(home.home).length === 0)
    clearInterval(watch)
    expect(seen.killed).toBeGreaterThan(0)
    // One at work and at most one that starts.
    expect(seen.most).toBeLessThanOrEqual(2)
    const keep = openKeep(keepPaths(home.keep))
    const kept = new Map(keep?.listSessions().map(({ id, session }) => [id, session]))
    for (const { id } of sessions) {
      const main = keep?.listFiles(kept.get(id) ?? -1).find(file => file.role === 'main')
      expect(main?.rawBytes, id).toBeGreaterThan(1500)
    }
    keep?.close()
    expect((await home.run(['verify'])).code).toBe(0)
    const { out } = await home.run(['sync', '--json'])
    expect(JSON.parse(out).sessions).toMatchObject({ added: 0, grown: 0, unchanged: SESSIONS + 2 })
  },
  120_000,
)
