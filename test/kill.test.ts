import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openKept } from '../src/archive/kept-reader.ts'
import { readManifest } from '../src/archive/read-manifest.ts'
import { verifyArchive } from '../src/archive/verify-archive.ts'
import { reindex } from '../src/ingest/reindex.ts'
import { ENTRY } from './cli-runner.ts'
import { dumpIndex } from './index-dump.ts'
import { createRandom } from './random.ts'
import { makeLines, makeTree, toLines } from './temp-tree.ts'

/** Kills in all, at random moments of a real sync. */
const KILLS = 110
const KILLS_PER_ROUND = 22
const SESSIONS = 8
const MAX_DELAY_MS = 320

/** The same moments every time a seed is given: `KILL_SEED=7 npm test -- test/kill.test.ts`. */
const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
const random = createRandom(seed)

test(`nothing is lost or wrong after ${KILLS} kills at random moments (seed ${seed})`, async () => {
  let hits = 0
  for (let kills = 0; kills < KILLS; kills += KILLS_PER_ROUND) hits += await runRound(KILLS_PER_ROUND)
  // A kill that comes after the end of the sync proves nothing.
  expect(hits).toBeGreaterThan(KILLS / 2)
}, 300_000)

/** Gives how many kills met a process that was still at work. */
async function runRound(kills: number): Promise<number> {
  const world = createWorld()
  const kept = new Map<string, number>()
  let hits = 0
  for (let kill = 0; kill < kills; kill++) {
    world.change()
    if (await killSync(world, Math.floor(random() * MAX_DELAY_MS))) hits++
    checkKept(world, kept)
    if (kill === kills / 2) {
      expect(runSync(world)).toBe(0)
      world.deleteOne()
    }
  }
  expect(runSync(world)).toBe(0)
  checkKept(world, kept)
  checkComplete(world)
  expect((await verifyArchive(world.archive, { isQuick: false })).damaged).toEqual([])
  await checkIndex(world)
  return hits
}

interface World {
  readonly root: string
  readonly keep: string
  readonly archive: string
  /** What each source held at any time, oldest first: what is kept must be a beginning of one of them. */
  readonly versions: ReadonlyMap<string, readonly Buffer[]>
  /** Sources as they are now; undefined for one that was deleted after it was kept. */
  readonly now: ReadonlyMap<string, Buffer | undefined>
  /** What the deleted ones held. */
  readonly gone: ReadonlyMap<string, Buffer>
  change(): void
  /** Deletes a source that is kept: what is kept of it must stay as it is. */
  deleteOne(): void
}

function createWorld(): World {
  const folder = makeTree({})
  const root = join(folder, 'root')
  const keep = join(folder, 'keep')
  const versions = new Map<string, Buffer[]>()
  const now = new Map<string, Buffer | undefined>()
  const gone = new Map<string, Buffer>()
  let counter = 0

  function write(path: string, text: string): void {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, text)
    note(path)
  }

  function note(path: string): void {
    const bytes = readFileSync(path)
    now.set(path, bytes)
    const known = versions.get(path)
    const last = known?.at(-1)
    if (known && last && bytes.subarray(0, last.length).equals(last)) known[known.length - 1] = bytes
    else if (known) known.push(bytes)
    else versions.set(path, [bytes])
  }

  function lines(session: string, bytes: number): string {
    let text = ''
    while (text.length < bytes) text += toLines(makeLines(session, { prompt: `Step ${counter++} ${words()}` }))
    return text
  }

  for (let number = 0; number < SESSIONS; number++) {
    const id = `${number}0000000-0000-4000-8000-000000000000`
    write(join(root, `-p${number % 3}`, `${id}.jsonl`), lines(id, 4000 + random() * 400_000))
    write(join(root, `-p${number % 3}`, id, 'tool-results', 'out.txt'), `output ${number}`)
  }

  return {
    root,
    keep,
    archive: join(keep, 'archive'),
    versions,
    now,
    gone,
    deleteOne() {
      const path = [...now.keys()].find(name => name.endsWith('.jsonl') && now.get(name)) as string
      rmSync(path)
      now.set(path, undefined)
      gone.set(path, versions.get(path)?.at(-1) as Buffer)
    },
    change() {
      const transcripts = [...now.keys()].filter(path => path.endsWith('.jsonl') && now.get(path))
      for (let times = 1 + random() * 3; times > 0; times--) {
        const path = transcripts[Math.floor(random() * transcripts.length)] as string
        const choice = random()
        if (choice < 0.8) {
          const text = lines(path.slice(-41, -6), random() * 60_000)
          // A line that is still being written.
          appendFileSync(path, random() < 0.3 ? text.slice(0, -Math.ceil(random() * 100)) : text)
        } else if (choice < 0.9) truncateSync(path, Math.floor(readFileSync(path).length * random()))
        else writeFileSync(path, lines(path.slice(-41, -6), random() * 60_000))
        note(path)
      }
      write(join(root, '-p0', '00000000-0000-4000-8000-000000000000', 'tool-results', `more-${counter++}.txt`), words())
    },
  }
}

function words(): string {
  return Array.from({ length: 20 }, () => Math.floor(random() * 1e9).toString(36)).join(' ')
}

function command(world: World): readonly [string, readonly string[], { readonly env: NodeJS.ProcessEnv }] {
  const env = { PATH: process.env.PATH ?? '', HOME: world.keep, BACKSCROLL_HOME: world.keep }
  return [process.execPath, [ENTRY, 'sync', '--root', world.root], { env }]
}

/** True where it was still running. */
function killSync(world: World, delayMs: number): Promise<boolean> {
  const [program, args, options] = command(world)
  return new Promise(resolve => {
    const child = spawn(program, args, { ...options, stdio: 'ignore' })
    const timer = setTimeout(() => child.kill('SIGKILL'), delayMs)
    child.on('exit', (_, signal) => {
      clearTimeout(timer)
      resolve(signal === 'SIGKILL')
    })
  })
}

function runSync(world: World): number | null {
  const [program, args, options] = command(world)
  const { status, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' })
  if (status !== 0) console.error(stderr)
  return status
}

/** Whatever is kept is true, and no less than before. */
function checkKept({ archive, versions }: World, kept: Map<string, number>): void {
  for (const { generations } of readManifest(archive).files.values()) {
    for (const generation of generations) {
      const reader = openKept(archive, generation)
      const bytes = Buffer.from(reader.read(0, reader.rawBytes))
      const isTrue = versions.get(generation.path)?.some(version => version.subarray(0, bytes.length).equals(bytes))
      expect(isTrue, `${generation.path} generation ${generation.generation} holds what its source never held`).toBe(
        true,
      )
      const key = `${generation.file}-${generation.generation}`
      expect(bytes.length).toBeGreaterThanOrEqual(kept.get(key) ?? 0)
      kept.set(key, bytes.length)
    }
  }
}

/** The newest generation of every source equals it. */
function checkComplete({ archive, now, gone }: World): void {
  const newest = new Map<string, Buffer>()
  for (const { generations } of readManifest(archive).files.values()) {
    const generation = generations.at(-1)
    if (!generation) continue
    const reader = openKept(archive, generation)
    newest.set(generation.path, Buffer.from(reader.read(0, reader.rawBytes)))
  }
  for (const [path, bytes] of [...now, ...gone]) {
    if (bytes) expect(newest.get(path)?.equals(bytes), path).toBe(true)
  }
}

async function checkIndex({ keep }: World): Promise<void> {
  const copy = `${keep}-copy`
  cpSync(keep, copy, { recursive: true })
  await reindex({ keepDir: copy, threads: 1, now: Date.now, waitForLockMs: 0 })
  expect(dumpIndex(join(keep, 'index.db'))).toEqual(dumpIndex(join(copy, 'index.db')))
  rmSync(copy, { recursive: true, force: true })
}
