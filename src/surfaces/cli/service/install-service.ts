import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { replaceFile } from '../../../config/replace-file.ts'
import { head } from '../../../text/head.ts'
import { quoteForShell } from '../../../text/quote-for-shell.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import { planService, type ServicePlan, type ServiceStep } from './plan-service.ts'
import { buildServiceJob } from './service-job.ts'

/** Writes and starts a service that runs `backscroll watch` whenever this user is logged in. Gives its file. */
export function installService(app: App): { readonly path: string } {
  const plan = planService(app, buildServiceJob(app), whoAmI(app))
  for (const { path, content } of plan.files) writeFile(path, content)
  for (const step of plan.start) {
    const failure = runStep(app, step)
    if (failure && !step.mayFail) throw notStarted(plan, step, failure)
  }
  return { path: plan.path }
}

/** Ends and removes it. */
export function uninstallService(app: App): { readonly path: string; readonly wasInstalled: boolean } {
  const plan = planService(app, undefined, whoAmI(app))
  const wasInstalled = existsSync(plan.path)
  if (!wasInstalled) return { path: plan.path, wasInstalled }
  for (const step of plan.stop) runStep(app, step)
  for (const { path } of plan.files) rmSync(path, { force: true })
  for (const step of plan.afterwards) {
    const failure = runStep(app, step)
    // What is not there does not need to be told.
    if (failure && !failure.isMissing) throw notTold(plan, step, failure)
  }
  return { path: plan.path, wasInstalled }
}

function whoAmI(app: App): Parameters<typeof planService>[2] {
  const { uid, username } = userInfo()
  const domain = app.env.USERDOMAIN
  return { userId: uid, userName: domain ? `${domain}\\${username}` : username }
}

function writeFile(path: string, content: string | Uint8Array): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    replaceFile(path, content, 0o600)
  } catch (cause) {
    throw new UserError({
      code: 'service-not-written',
      message: `the service's file ${path} cannot be written (${(cause as NodeJS.ErrnoException).code ?? cause})`,
      hint: 'Check that you may write to that folder; until then `backscroll watch` can be run by hand.',
      cause,
    })
  }
}

interface StepFailure {
  /** The program is not on this machine. */
  readonly isMissing: boolean
  /** The end of a sentence. */
  readonly why: string
}

const MAX_WHY = 200
const TIMEOUT_MS = 60_000

function runStep(app: App, { words: [program, ...args] }: ServiceStep): StepFailure | undefined {
  const env = app.env as NodeJS.ProcessEnv
  const { error, status, stderr } = spawnSync(program, args, { env, encoding: 'utf8', timeout: TIMEOUT_MS })
  if (!error && status === 0) return undefined
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    return { isMissing: true, why: `${program} is not there` }
  const said = sanitizeLine(stderr?.trim().split('\n', 1)[0] ?? '')
  return { isMissing: false, why: `${program} failed${said ? `: ${head(said, MAX_WHY)}` : ''}` }
}

function notStarted(plan: ServicePlan, step: ServiceStep, { why }: StepFailure): UserError {
  const rest = plan.start.slice(plan.start.indexOf(step)).filter(({ mayFail }) => !mayFail)
  return new UserError({
    code: 'service-not-started',
    message: `the service is written to ${plan.path}, but it could not be started: ${why}`,
    hint: `Start it with ${rest.map(formatStep).join(', ')}, or leave \`backscroll watch\` running yourself.`,
  })
}

function notTold(plan: ServicePlan, step: ServiceStep, { why }: StepFailure): UserError {
  return new UserError({
    code: 'service-not-told',
    message: `the service's file ${plan.path} is removed, but the system could not be told: ${why}`,
    hint: `Run ${formatStep(step)}, or log in again.`,
  })
}

function formatStep({ words }: ServiceStep): string {
  return `\`${words.map(quoteForShell).join(' ')}\``
}
