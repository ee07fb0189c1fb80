import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readManifest } from '../../../archive/read-manifest.ts'
import { keepPaths } from '../../../ingest/keep-paths.ts'
import { hasArchive } from '../../../query/has-archive.ts'
import { formatDuration } from '../../../time/duration.ts'
import { readFailures } from '../hook/failures.ts'
import { type HookPlaces, hookPlaces } from '../hook/hook-places.ts'
import { findWorker } from '../hook/worker-claim.ts'
import { runTrial, type TrialPlace } from './run-trial.ts'

const POLL_MS = 25
/** What works for a hook looks once more before it ends. */
const ENDING_MS = 2000

/**
 * Whether a hook keeps a session, from its start until the archive has it: a small made-up one, in folders of its own that
 * are gone afterwards. Undefined where it does, else why not. Only for a command that was seen to heed `BACKSCROLL_HOME`:
 * any other would put the session among the person's.
 */
export async function tryCapture(command: string, place: TrialPlace): Promise<string | undefined> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'backscroll-doctor-')))
  const [client, keepDir] = [join(folder, 'client'), join(folder, 'keep')]
  const places = hookPlaces(keepDir)
  try {
    const session = writeSession(client)
    const env = { ...place.env, BACKSCROLL_HOME: keepDir, CLAUDE_CONFIG_DIR: client }
    const trial = await runTrial(command, `${JSON.stringify({ ...session, hook_event_name: 'Stop' })}\n`, {
      ...place,
      env,
    })
    if (trial.isLate || trial.exitCode !== 0) return 'it ended badly at Stop, and the session was not kept'
    return await waitUntilKept(keepDir, session.session_id, place.timeoutMs * 2)
  } finally {
    await endWorker(places)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function waitUntilKept(keepDir: string, id: string, limitMs: number): Promise<string | undefined> {
  for (const until = performance.now() + limitMs; ; ) {
    if (isKept(keepDir, id)) return undefined
    const failure = readFailures(hookPlaces(keepDir)).at(-1)
    if (failure) return `a session that it was to keep was not kept: ${failure.message.replace(/\.$/, '')}`
    if (performance.now() > until) return `a session that it was to keep was not there after ${formatDuration(limitMs)}`
    await delay(POLL_MS)
  }
}

function isKept(keepDir: string, id: string): boolean {
  const { archive } = keepPaths(keepDir)
  if (!hasArchive(archive)) return false
  return [...readManifest(archive).sessions.values()].some(session => session.id === id)
}

/** Whoever was started for this, and for nothing else: the claim stands in the folder of the trial. */
async function endWorker(places: HookPlaces): Promise<void> {
  const find = (): number | undefined => {
    const renewedAt = statSync(places.worker, { throwIfNoEntry: false })?.mtimeMs
    return renewedAt === undefined ? undefined : findWorker(places.worker, renewedAt)
  }
  for (const until = performance.now() + ENDING_MS; find() !== undefined && performance.now() < until; )
    await delay(POLL_MS)
  const pid = find()
  if (pid === undefined || pid === process.pid) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** In a project that nobody has, so that no setting leaves it out. */
function writeSession(client: string): { readonly session_id: string; readonly transcript_path: string } {
  const sessionId = randomUUID()
  const cwd = resolve('/backscroll-doctor')
  const shared = { cwd, sessionId, version: '2.0.0', isSidechain: false, userType: 'external', gitBranch: '' }
  const timestamp = '2026-01-01T00:00:00.000Z'
  const [prompt, answer] = [randomUUID(), randomUUID()]
  const lines = [
    { ...shared, type: 'user', uuid: prompt, parentUuid: null, timestamp, message: say('user', 'Is this kept?') },
    { ...shared, type: 'assistant', uuid: answer, parentUuid: prompt, timestamp, message: say('assistant', 'Yes.') },
  ]
  const folder = join(client, 'projects', '-backscroll-doctor')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${sessionId}.jsonl`)
  writeFileSync(path, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  return { session_id: sessionId, transcript_path: path }
}

function say(role: string, text: string): object {
  return { role, content: [{ type: 'text', text }] }
}
