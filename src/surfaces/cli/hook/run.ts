import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { isTerminal, readClientInput, STDERR, STDIN, STDOUT, writeAll } from '../client-io.ts'
import { handleHook } from './handle-hook.ts'
import { readHookWords } from './hook-words.ts'

/**
 * From the start of the process, or of the launcher's, until something is delivered: what a person does not feel between a prompt and its answer,
 * and enough on a busy machine. From source each file is stripped of its types first.
 */
export const LIMIT_MS = import.meta.url.endsWith('.ts') ? 10_000 : 800
/** A tool that writes a large file has it in the JSON. */
export const MAX_INPUT_BYTES = 32 * 1024 * 1024

/**
 * A hook for the real process: always ends well, and says nothing on stderr to a client. False where it was not asked for.
 */
export async function runHook(): Promise<boolean> {
  const words = readHookWords(process.argv.slice(2))
  if (!words) return false
  try {
    if (isTerminal(STDIN) && isTerminal(STDERR)) writeAll(STDERR, HINT)
    await handleHook(
      {
        env: process.env,
        platform: process.platform,
        home: homedir(),
        get cwd() {
          return process.cwd()
        },
        now: Date.now,
        pid: process.pid,
        parentPid: process.ppid,
        executable: [process.execPath, ...process.execArgv, resolve(process.argv[1] ?? '')],
        elapsedMs,
        limitMs: LIMIT_MS,
        keepCompiled,
        write: text => writeAll(STDOUT, text),
      },
      { event: words.event, ...readClientInput(MAX_INPUT_BYTES) },
    )
  } catch {
    // A machine without a home folder, and whatever nobody thought of: the client goes on as if nothing was.
  }
  return true
}

/**
 * Since the process began, so that what Node took to start counts; since that of the plugin's launcher, where it had to
 * start another Node. Not `performance`, which takes milliseconds to load.
 */
export function elapsedMs(): number {
  const own = process.uptime() * 1000
  const before = Date.now() - Number(process.env.BACKSCROLL_HOOK_BEGAN)
  // A clock that was set, or a name that was handed on from long ago, says nothing.
  return before < MAX_BEFORE_MS ? Math.max(own, before) : own
}

const MAX_BEFORE_MS = 3_600_000

/** In Node's own folder for temporary files. For the little that every hook loads it would cost more than it saves. */
function keepCompiled(): void {
  if (!import.meta.url.endsWith('.ts')) process.getBuiltinModule('node:module').enableCompileCache()
}

const HINT = 'backscroll: hook reads the JSON of Claude Code on stdin; see `backscroll help hook`.\n'
