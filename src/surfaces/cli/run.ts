import { existsSync } from 'node:fs'
import { availableParallelism, homedir, tmpdir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { main } from './main.ts'

/** Hands the real process to `main` and its exit code back. */
export async function run(version: string): Promise<void> {
  const stop = new AbortController()
  let interrupts: 'stop' | 'ignore' | undefined
  const end = (code: number): void => {
    const isFirst = !stop.signal.aborted
    stop.abort()
    if (interrupts === undefined || (interrupts === 'stop' && !isFirst)) process.exit(code)
  }
  process.on('SIGINT', () => end(130))
  // Without these the process would end before what it must clean up.
  process.on('SIGTERM', () => (interrupts === 'stop' ? end(143) : process.exit(143)))
  process.on('SIGHUP', () => (interrupts === 'stop' ? end(129) : process.exit(129)))
  process.exitCode = await main({
    argv: process.argv.slice(2),
    env: process.env,
    platform: process.platform,
    cwd: findCwd(),
    home: homedir(),
    temporaryDir: tmpdir(),
    stdout: process.stdout,
    stderr: process.stderr,
    // Opened where somebody may be asked, not by each command.
    get stdin() {
      return process.stdin
    },
    packageDir: findPackageDir(dirname(fileURLToPath(import.meta.url))),
    executable: [process.execPath, ...process.execArgv, resolve(process.argv[1] ?? '')],
    version,
    threads: availableParallelism(),
    signal: stop.signal,
    now: Date.now,
    onExit: callback => process.once('exit', callback),
    setInterrupts: how => {
      interrupts = how
    },
  })
}

/** A folder that was removed while somebody is in it has no name any more; the shell may still know what it was. */
function findCwd(): string {
  try {
    return process.cwd()
  } catch {
    // No thread can be started from there.
    process.chdir('/')
    const { PWD = '' } = process.env
    return isAbsolute(PWD) ? PWD : homedir()
  }
}

/** The nearest folder upwards with a package.json: this file runs from src/ and, bundled, from dist/bin/. */
function findPackageDir(from: string): string {
  let folder = from
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder)
  return folder
}
