import { isAbsolute, join, posix, win32 } from 'node:path'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import { formatLaunchdPlist, LAUNCHD_LABEL } from './launchd-plist.ts'
import { formatEnvFile, formatScheduledTask, TASK_NAME } from './scheduled-task.ts'
import type { ServiceJob } from './service-job.ts'
import { formatSystemdUnit } from './systemd-unit.ts'

/** How a service of this user is set up on this platform: files to write, then programs to run. */
export interface ServicePlan {
  /** The file that says what the service is. */
  readonly path: string
  readonly files: readonly { readonly path: string; readonly content: string | Uint8Array }[]
  readonly start: readonly ServiceStep[]
  /** Before the files are removed. */
  readonly stop: readonly ServiceStep[]
  /** After they are. */
  readonly afterwards: readonly ServiceStep[]
}

export interface ServiceStep {
  readonly words: readonly [string, ...string[]]
  /** It fails where there is nothing to end. */
  readonly mayFail?: boolean
}

type Machine = Pick<App, 'platform' | 'home' | 'env' | 'keepDir'>

/** Without a job what is planned is only good for removing it. */
export function planService(
  machine: Machine,
  job: ServiceJob | undefined,
  who: { readonly userId: number; readonly userName: string },
): ServicePlan {
  if (machine.platform === 'linux') return planSystemd(machine, job)
  if (machine.platform === 'darwin') return planLaunchd(machine, job, who.userId)
  if (machine.platform === 'win32') return planTask(machine, job, who.userName)
  throw new UserError({
    code: 'no-service-manager',
    message: `backscroll does not know how to set up a service on ${machine.platform}`,
    hint: 'Start `backscroll watch` from whatever starts your programs at login.',
  })
}

const UNIT_NAME = 'backscroll.service'

function planSystemd({ home, env }: Machine, job: ServiceJob | undefined): ServicePlan {
  const { XDG_CONFIG_HOME: xdg } = env
  const config = xdg && isAbsolute(xdg) ? xdg : join(home, '.config')
  const path = join(config, 'systemd', 'user', UNIT_NAME)
  const reload: ServiceStep = { words: ['systemctl', '--user', 'daemon-reload'] }
  return {
    path,
    files: [{ path, content: job ? formatSystemdUnit(job) : '' }],
    start: [
      reload,
      { words: ['systemctl', '--user', 'enable', '--now', UNIT_NAME] },
      // One that runs already goes on with what it was told before.
      { words: ['systemctl', '--user', 'restart', UNIT_NAME] },
    ],
    stop: [{ words: ['systemctl', '--user', 'disable', '--now', UNIT_NAME], mayFail: true }],
    afterwards: [reload],
  }
}

function planLaunchd({ home }: Machine, job: ServiceJob | undefined, userId: number): ServicePlan {
  const path = posix.join(home, 'Library', 'LaunchAgents', `${LAUNCHD_LABEL}.plist`)
  const log = posix.join(home, 'Library', 'Logs', 'backscroll.log')
  const leave: ServiceStep = { words: ['launchctl', 'bootout', `gui/${userId}/${LAUNCHD_LABEL}`], mayFail: true }
  return {
    path,
    files: [{ path, content: job ? formatLaunchdPlist(job, log) : '' }],
    start: [leave, { words: ['launchctl', 'bootstrap', `gui/${userId}`, path] }],
    stop: [leave],
    afterwards: [],
  }
}

function planTask({ keepDir }: Machine, job: ServiceJob | undefined, user: string): ServicePlan {
  const folder = win32.join(keepDir, 'service')
  const path = win32.join(folder, 'watch-task.xml')
  const envPath = win32.join(folder, 'watch.env')
  const hasEnv = job !== undefined && Object.keys(job.env).length > 0
  const xml = job ? formatScheduledTask(job, { user, envPath: hasEnv ? envPath : undefined }) : ''
  return {
    path,
    files: [
      // The format that schtasks reads.
      { path, content: Buffer.from(`\ufeff${xml}`, 'utf16le') },
      { path: envPath, content: job ? formatEnvFile(job.env) : '' },
    ],
    start: [
      { words: ['schtasks', '/Create', '/TN', TASK_NAME, '/XML', path, '/F'] },
      { words: ['schtasks', '/Run', '/TN', TASK_NAME] },
    ],
    stop: [
      { words: ['schtasks', '/End', '/TN', TASK_NAME], mayFail: true },
      { words: ['schtasks', '/Delete', '/TN', TASK_NAME, '/F'], mayFail: true },
    ],
    afterwards: [],
  }
}
