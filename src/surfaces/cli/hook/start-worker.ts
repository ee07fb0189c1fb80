import { constants, setPriority } from 'node:os'
import { dirname } from 'node:path'
import type { HookHost } from './hook-host.ts'
import type { HookPlaces } from './hook-places.ts'
import { handOver, releaseClaim, tryClaim } from './worker-claim.ts'

/** Starts the process that works off what waits, unless one does already, and does not wait for it. */
export function startWorker(host: HookHost, places: HookPlaces): void {
  if (!tryClaim(places.worker, { pid: host.pid, now: host.now() })) return
  const pid = spawnWorker(host, places)
  if (pid === undefined) releaseClaim(places.worker, host.pid)
  else handOver(places.worker, { from: host.pid, to: pid })
}

function spawnWorker({ executable: [program = '', ...words], env }: HookHost, places: HookPlaces): number | undefined {
  // Loaded where it is needed: that alone takes milliseconds, and most hooks find a worker at work.
  const { spawn } = process.getBuiltinModule('node:child_process')
  const child = spawn(program, [...words, 'capture'], {
    // Not where the hook runs: the folder could not be removed while it works.
    cwd: places.folder,
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    // By its full name: what is relative here leads elsewhere from there.
    env: { ...env, BACKSCROLL_HOME: dirname(places.folder) } as NodeJS.ProcessEnv,
  })
  // A program that is gone is not the client's trouble.
  child.on('error', () => {})
  child.unref()
  // At once, not by itself when it runs: else it would take its time from the hook that the client waits for.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  return child.pid
}
