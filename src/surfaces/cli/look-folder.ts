import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasProcess } from '../../source/client-notes.ts'

/** A place for what is made of folders that somebody only looks at: copies of their transcripts, an index. */
export interface LookFolder {
  readonly keepDir: string
  remove(): void
}

/** The name says whose it is: what a process left behind that was killed is taken away by a later one. */
export function makeLookFolder({ now }: { now(): number }): LookFolder {
  removeLeftOver(now())
  const keepDir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  return { keepDir, remove: () => rmSync(keepDir, { recursive: true, force: true }) }
}

const PREFIX = 'backscroll-look-'

function removeLeftOver(now: number): void {
  try {
    for (const name of readdirSync(tmpdir())) {
      const pid = name.startsWith(PREFIX) ? /^(\d+)-/.exec(name.slice(PREFIX.length))?.[1] : undefined
      if (pid === undefined || hasProcess(Number(pid))) continue
      const path = join(tmpdir(), name)
      if (isLeftOver(path, now)) rmSync(path, { recursive: true, force: true })
    }
  } catch {
    // What cannot be taken away now may be another time.
  }
}

/**
 * Others may make folders of such a name where everybody may; and a process may run where its number says nothing here,
 * but then something in its folder is young.
 */
function isLeftOver(path: string, now: number): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat?.isDirectory() || (process.getuid !== undefined && stat.uid !== process.getuid())) return false
  const times = readdirSync(path).map(name => lstatSync(join(path, name), { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return now - Math.max(stat.mtimeMs, ...times) > LEFT_OVER_MS
}

const LEFT_OVER_MS = 60 * 60_000
