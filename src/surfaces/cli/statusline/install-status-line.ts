import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { keepPaths } from '../../../ingest/keep-paths.ts'
import { type ClientSetting, openClientSetting } from '../../../source/client-setting.ts'
import { findRoots } from '../../../source/roots.ts'
import { shorten } from '../../../text/head.ts'
import { quoteForShell } from '../../../text/quote-for-shell.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { UserError } from '../../../user-error.ts'
import type { App, Outcome } from '../app.ts'
import { confirm } from '../confirm.ts'
import { objectOf } from './status.ts'
import { describeUnknownFields } from './unknown-fields.ts'

/** What the client's settings say about its status line, and what else somebody set beside it. */
interface StatusLineSetting {
  readonly type: 'command'
  readonly command: string
  readonly padding: unknown
}

export interface InstallRequest {
  /** Nobody has to be asked. */
  readonly isAgreed: boolean
  /** Of this line alone; undefined for that of the setting. */
  readonly template: string | undefined
}

/** Writes the status line into the settings of each client on this machine, after a yes for each. */
export async function installStatusLine(app: App, request: InstallRequest): Promise<Outcome> {
  const command = commandFor(app, request.template)
  for (const note of describeUnknownFields(request.template ?? '')) app.err.line(`backscroll: ${note}`)
  const files = listSettings(app).map(path => ({ path, file: openClientSetting(path, 'statusLine') }))
  let installed = 0
  for (const { path, file } of files) if (await installIn(app, { path, file, command }, request)) installed++
  if (installed === 0) return 'nothing'
  if (!existsSync(keepPaths(app.keepDir).index))
    app.out.line(`Costs of today and of the block come when there is an index: \`${app.commandName} sync\` makes it.`)
  return 'done'
}

/** Node and the script by their full names: the client runs it without a shell's set-up. */
export function commandFor(
  { executable, platform, isDemo }: Pick<App, 'executable' | 'platform' | 'isDemo'>,
  template: string | undefined,
): string {
  if (isDemo)
    throw new UserError({
      code: 'demo-statusline',
      message: 'the demo set has no client whose settings could be changed',
      hint: 'Leave out --demo; where there is nothing but the demo set, start Claude Code once.',
    })
  const script = executable.at(-1) ?? ''
  if (/[\\/]_npx[\\/]/.test(script))
    throw new UserError({
      code: 'npx-statusline',
      message: `backscroll runs from the cache of npx (${script}), which may be emptied at any time`,
      hint: 'Install it first with `npm install -g backscroll`, then run `backscroll statusline --install` again.',
    })
  // There the client uses Git Bash, to which a backslash is something else.
  const program = platform === 'win32' ? executable.map(word => word.replaceAll('\\', '/')) : executable
  return [...program, 'statusline', ...templateWords(template)].map(quoteForShell).join(' ')
}

function templateWords(template: string | undefined): readonly string[] {
  return template === undefined ? [] : ['--template', template]
}

/**
 * Of each folder that the client itself would use: whose transcripts are read, and whether there are any, says nothing
 * about where its settings are.
 */
function listSettings(app: App): readonly string[] {
  const { roots, problems } = findRoots({ ...app.roots, override: undefined })
  const named = roots.filter(({ from, isFile }) => from === 'CLAUDE_CONFIG_DIR' && !isFile)
  for (const { path } of problems)
    app.err.line(`backscroll: CLAUDE_CONFIG_DIR names ${sanitizeLine(path)}, which is not there`)
  const isNamed = (app.env.CLAUDE_CONFIG_DIR ?? '').trim() !== ''
  const usual = join(app.home, '.claude')
  const folders = isNamed ? named.map(({ configPath, path }) => configPath ?? path) : isFolder(usual) ? [usual] : []
  if (folders.length > 0) return [...new Set(folders)].map(folder => join(folder, 'settings.json'))
  throw new UserError({
    code: 'no-client',
    message: isNamed
      ? `CLAUDE_CONFIG_DIR names no folder (${app.env.CLAUDE_CONFIG_DIR}), so where the settings of Claude Code are is not known`
      : `there is no folder ${usual}, so where the settings of Claude Code are is not known`,
    hint: isNamed
      ? 'Start Claude Code once with it, or correct the variable.'
      : 'Start Claude Code once, which makes it; or name its folder: `CLAUDE_CONFIG_DIR=DIR backscroll statusline --install`.',
  })
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

interface Target {
  readonly path: string
  readonly file: ClientSetting
  readonly command: string
}

/** False where somebody said no. */
async function installIn(app: App, { path, file, command }: Target, request: InstallRequest): Promise<boolean> {
  const place = shortenPath(app, path)
  const setting = settingFor(command, file.known)
  if (isDeepStrictEqual(file.known, setting)) {
    app.out.line(`It is in ${place} already.`)
    return true
  }
  if (!request.isAgreed && !(await isConfirmed(app, place, { known: file.known, setting, request }))) {
    app.err.line('Left as it is.')
    return false
  }
  file.set(setting)
  const undo = file.known === undefined ? 'delete "statusLine"' : `set "statusLine" back to ${describe(file.known)}`
  app.out.line(`Installed: Claude Code shows it from the next message on. To undo it, ${undo} in ${place}.`)
  return true
}

/** What somebody set beside the command, such as their own padding, stays. */
function settingFor(command: string, known: unknown): StatusLineSetting {
  const { type: _type, command: _command, ...kept } = objectOf(known)
  return { type: 'command', command, padding: 0, ...kept }
}

async function isConfirmed(
  app: App,
  place: string,
  {
    known,
    setting,
    request,
  }: { readonly known: unknown; readonly setting: StatusLineSetting; readonly request: InstallRequest },
): Promise<boolean> {
  if (!app.isInteractive)
    throw new UserError({
      code: 'needs-yes',
      message: `this changes ${place}${known === undefined ? '' : ', which has another status line,'} and nobody is here to be asked`,
      hint: `Run it with --yes if you are sure: \`backscroll statusline --install ${[...templateWords(request.template), '--yes'].map(quoteForShell).join(' ')}\`.`,
    })
  if (known !== undefined) app.err.line(`There is another status line: ${describe(known)}`)
  app.err.line(`It will be: ${describe(setting)}`)
  return await confirm(app, `${known === undefined ? 'Write it into' : 'Replace it in'} ${place}?`)
}

const MAX_SHOWN = 400

function describe(value: unknown): string {
  return shorten(sanitizeLine(JSON.stringify(value) ?? ''), MAX_SHOWN)
}
