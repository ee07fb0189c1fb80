/** A generated set and its keep, made once and used by the benches that need one: `bench/.data/<set>` and `<set>-keep`. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BIN } from './bin.ts'
import { makeCorpus } from './corpus.ts'

export interface KeptSet {
  readonly folder: string
  readonly keep: string
  /** A session of its own that a bench may append to. */
  readonly session: string
  readonly env: NodeJS.ProcessEnv
}

export function makeKeptSet(bytes: number, seed: number): KeptSet {
  const folder = makeCorpus({ bytes, files: Math.round(bytes / 400_000), seed })
  const keep = `${folder}-keep`
  const session = join(folder, 'projects', '-bench', '00000000-0000-4000-8000-000000000000.jsonl')
  rmSync(join(folder, 'projects', '-bench'), { recursive: true, force: true })
  if (!existsSync(keep)) {
    rmSync(`${keep}-new`, { recursive: true, force: true })
    runSync(folder, `${keep}-new`)
    renameSync(`${keep}-new`, keep)
  }
  mkdirSync(join(folder, 'projects', '-bench'), { recursive: true })
  writeFileSync(session, `${line(0)}\n`)
  runSync(folder, keep)
  return { folder, keep, session, env: environment(keep) }
}

/** A prompt with a word that stands nowhere else. */
export function line(number: number): string {
  return JSON.stringify({
    type: 'user',
    uuid: `bench-${number}`,
    parentUuid: number === 0 ? null : `bench-${number - 1}`,
    sessionId: '00000000-0000-4000-8000-000000000000',
    timestamp: new Date(1_790_000_000_000 + number * 1000).toISOString(),
    cwd: '/home/dev/bench',
    version: '2.1.40',
    message: { role: 'user', content: `Look for needle${number} in the haystack` },
  })
}

function runSync(folder: string, keep: string): void {
  const child = spawnSync(process.execPath, [BIN, 'sync', '--root', folder], {
    env: environment(keep),
    encoding: 'utf8',
  })
  if (child.status !== 0) throw new Error(child.stderr)
}

function environment(keep: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: keep, BACKSCROLL_HOME: keep }
}
