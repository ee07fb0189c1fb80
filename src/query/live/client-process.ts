import { closeSync, openSync, readSync } from 'node:fs'

/** A process as the system tells of it. */
export interface ProcessFacts {
  /** As it names itself, at most 15 characters. */
  readonly name: string
  readonly parentPid: number
  /** Clock ticks from the start of the machine to its own: with the pid it names a process, and no later one. */
  readonly startTicks: number
}

/** Undefined where it is gone, or where the system has no such files. */
export function readProcess(pid: number, platform: string): ProcessFacts | undefined {
  if (platform !== 'linux') return undefined
  const text = readStart(`/proc/${pid}/stat`) ?? ''
  // The name stands in brackets, and may hold brackets and spaces itself.
  const [start, end] = [text.indexOf('('), text.lastIndexOf(')')]
  const fields = text.slice(end + 2).split(' ')
  const [parentPid, startTicks] = [Number(fields[PARENT]), Number(fields[START_TICKS])]
  if (start < 0 || end < start || !Number.isInteger(parentPid) || !Number.isInteger(startTicks)) return undefined
  return { name: text.slice(start + 1, end), parentPid, startTicks }
}

/** Counted from the field behind the name. */
const PARENT = 1
const START_TICKS = 19

/**
 * The client that started a process whose parent is `parentPid`: that parent, unless it is a shell or a package runner that
 * stands between. Where nobody can tell, the parent.
 */
export function findClientPid(parentPid: number, platform: string): number {
  let pid = parentPid
  for (let level = 0; level < MAX_BETWEEN; level++) {
    const found = readProcess(pid, platform)
    if (!found || found.parentPid <= 1 || !isBetween(pid, found)) break
    pid = found.parentPid
  }
  return pid
}

/** `npx` runs a shell that runs the program, and the client may have started `npx` by a shell. */
const MAX_BETWEEN = 4
const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'ash', 'zsh', 'fish', 'ksh', 'busybox', 'env'])
const RUNNER = /^(?:npm|npx|pnpm|pnpx|yarn|bunx|volta-shim)(?:\s|$)/
/** The last is the plugin's own, which starts another Node where the first on the PATH is too old. */
const RUNNER_SCRIPT = /[\\/](?:(?:npm|npx|pnpm|pnpx|yarn)(?:-cli)?(?:\.[cm]?js)?|scripts[\\/]launch\.cjs)$/

function isBetween(pid: number, { name }: ProcessFacts): boolean {
  if (SHELLS.has(name) || RUNNER.test(name)) return true
  const words = (readStart(`/proc/${pid}/cmdline`) ?? '').split('\0')
  return RUNNER.test(words[0] ?? '') || words.slice(0, 2).some(word => RUNNER_SCRIPT.test(word))
}

const MAX_BYTES = 4096

function readStart(path: string): string | undefined {
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(MAX_BYTES)
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, MAX_BYTES, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}
