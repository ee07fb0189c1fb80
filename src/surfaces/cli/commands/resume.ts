import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { constants } from 'node:os'
import { readManifest } from '../../../archive/read-manifest.ts'
import { activeConfig, isSamePath, listOwnConfigs } from '../../../query/own-configs.ts'
import {
  findOwnConfig,
  formatResumeCall,
  isResumable,
  type ResumeCall,
  resumeCall,
} from '../../../query/resume-call.ts'
import { findWorkingFolder } from '../../../query/working-folder.ts'
import { quoteForShell } from '../../../text/quote-for-shell.ts'
import { UserError } from '../../../user-error.ts'
import type { App, Outcome } from '../app.ts'
import { type CommandRequest, textArg } from '../define-command.ts'
import { findProgram } from '../find-program.ts'
import { requireNumber, type SessionChoice, withSession } from '../require-kept.ts'
import { restoreKept } from '../restore-kept.ts'
import { formatRestored } from './restore.ts'

/** Goes on with a session in Claude Code; where the client has deleted it, it is restored first. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const { start, commandLine } = await prepareResume(app, textArg(request, 'id') ?? '')
  if (start) return await start()
  app.err.line('backscroll: `claude` is not on the PATH; where it is, run:')
  app.out.line(commandLine)
  return 'done'
}

/** A session that the client can go on with. */
export interface Resumable {
  /** What a person would type. */
  readonly commandLine: string
  /** Undefined where the client is not on the PATH. */
  readonly start: (() => Promise<Outcome>) | undefined
}

/** Everything before the client has the terminal; throws what stands in the way. */
export async function prepareResume(app: App, id: string): Promise<Resumable> {
  const call = await withSession(app, id, choice => prepare(app, choice))
  const claude = findProgram('claude', app)
  return {
    commandLine: formatResumeCall(app.platform, call),
    start: claude === undefined ? undefined : () => runClaude(app, claude, call),
  }
}

async function prepare(app: App, choice: SessionChoice): Promise<ResumeCall> {
  const id = requireId(choice)
  const folder = requireFolder(choice)
  return resumeCall(app, { folder, id }, findOwnConfig(app, choice.source) ?? (await restoreFirst(app, choice)))
}

function requireId({ source }: SessionChoice): string {
  if (isResumable(source)) return source.name
  throw new UserError({
    code: 'not-resumable',
    message: `Claude Code resumes only files that are named by the id of their session, not ${source.name}`,
    hint: `Read it with \`backscroll show ${source.id}\`.`,
  })
}

function requireFolder({ library, source }: SessionChoice): string {
  const folder = findWorkingFolder(library, source)
  if (folder !== undefined && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  throw new UserError({
    code: 'folder-gone',
    message:
      folder === undefined
        ? 'the session does not say in which folder it worked'
        : `the folder that the session worked in is gone: ${folder}`,
    hint:
      folder === undefined
        ? `Read it with \`backscroll show ${source.id}\`.`
        : `Put the project back there (or an empty folder: \`mkdir -p ${quoteForShell(folder)}\`) and try again; \`backscroll show ${source.id}\` reads it without.`,
  })
}

async function restoreFirst(app: App, choice: SessionChoice): Promise<string> {
  const { session, archive } = requireNumber(choice)
  const from = readManifest(archive).sessions.get(session)?.configPath
  const own = listOwnConfigs(app).find(config => from !== undefined && isSamePath(config, from))
  const to = own ?? activeConfig(app)
  const restored = await restoreKept(app, { archive, session, to, generation: undefined })
  app.err.lines(formatRestored(app, restored))
  return to
}

function runClaude(app: App, claude: string, { folder, id, configPath }: ResumeCall): Promise<Outcome> {
  const env = { ...app.env, ...(configPath === undefined ? {} : { CLAUDE_CONFIG_DIR: configPath }) }
  // Scripts of Windows run only in its shell; the id holds nothing that means something there.
  const isScript = /\.(?:cmd|bat)$/i.test(claude)
  const options = { cwd: folder, env: env as NodeJS.ProcessEnv, stdio: 'inherit', shell: isScript } as const
  return new Promise((resolve, reject) => {
    const child = spawn(isScript ? `"${claude}"` : claude, ['--resume', id], options)
    child.once('error', cause => {
      const message = `${claude} cannot be started: ${cause.message}`
      reject(
        new UserError({ code: 'claude-not-started', message, hint: 'Check your installation of Claude Code.', cause }),
      )
    })
    child.once('exit', (code, signal) =>
      resolve({ exitCode: code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0) }),
    )
  })
}
