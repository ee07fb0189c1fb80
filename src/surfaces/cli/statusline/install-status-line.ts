import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { keepPaths } from '../../../ingest/keep-paths.ts'
import { type ClientSetting, openClientSetting } from '../../../source/client-setting.ts'
import { shorten } from '../../../text/head.ts'
import { quoteForShell } from '../../../text/quote-for-shell.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { UserError } from '../../../user-error.ts'
import type { App, Outcome } from '../app.ts'
import { confirm } from '../confirm.ts'
import { findConfigFolders, requireConfigFolders } from '../install/config-folders.ts'
import { programWords } from '../install/program-words.ts'
import { type StatusLineSetting, statusLineCommand, statusLineSetting } from '../install/wanted.ts'
import { objectOf } from './status.ts'
import { describeUnknownFields } from './unknown-fields.ts'

const COMMAND = 'backscroll statusline --install'

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

/** What the settings get. */
export function commandFor(app: Pick<App, 'executable' | 'platform' | 'isDemo'>, template: string | undefined): string {
  const words = programWords(app, COMMAND)
  return statusLineCommand({ words, script: undefined }, templateWords(template))
}

function templateWords(template: string | undefined): readonly string[] {
  return template === undefined ? [] : ['--template', template]
}

function listSettings(app: App): readonly string[] {
  for (const path of findConfigFolders(app).missing)
    app.err.line(`backscroll: CLAUDE_CONFIG_DIR names ${sanitizeLine(path)}, which is not there`)
  return requireConfigFolders(app, COMMAND).folders.map(folder => join(folder, 'settings.json'))
}

interface Target {
  readonly path: string
  readonly file: ClientSetting
  readonly command: string
}

/** False where somebody said no. */
async function installIn(app: App, { path, file, command }: Target, request: InstallRequest): Promise<boolean> {
  const place = shortenPath(app, path)
  const setting = statusLineSetting(command, objectOf(file.known))
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
