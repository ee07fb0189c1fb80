import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { keepPaths } from '../../../ingest/keep-paths.ts'
import { type ClientSetting, openClientSetting } from '../../../source/client-setting.ts'
import { findRoots } from '../../../source/roots.ts'
import { shorten } from '../../../text/head.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { UserError } from '../../../user-error.ts'
import type { App, Outcome } from '../app.ts'
import { quoteForShell } from '../command-name.ts'
import { confirm } from '../confirm.ts'
import { shortenPath } from '../shorten-path.ts'

/** What the client's settings say about its status line. */
interface StatusLineSetting {
  readonly type: 'command'
  readonly command: string
  readonly padding: number
}

/** Writes the status line into the settings of each client on this machine, after a yes for each. */
export async function installStatusLine(app: App, isAgreed: boolean): Promise<Outcome> {
  const setting: StatusLineSetting = { type: 'command', command: commandFor(app), padding: 0 }
  const files = listSettings(app).map(path => ({ path, file: openClientSetting(path, 'statusLine') }))
  let installed = 0
  for (const { path, file } of files) if (await installIn(app, path, file, { setting, isAgreed })) installed++
  if (installed === 0) return 'nothing'
  if (!existsSync(keepPaths(app.keepDir).index))
    app.out.line(`Costs of today and of the block come when there is an index: \`${app.commandName} sync\` makes it.`)
  return 'done'
}

/** Node and the script by their full names: the client runs it without a shell's set-up. */
export function commandFor({ executable, platform, isDemo }: Pick<App, 'executable' | 'platform' | 'isDemo'>): string {
  if (isDemo)
    throw new UserError({
      code: 'demo-statusline',
      message: 'the demo set has no client whose settings could be changed',
      hint: 'Run `backscroll statusline --install` without --demo.',
    })
  const script = executable.at(-1) ?? ''
  if (/[\\/]_npx[\\/]/.test(script))
    throw new UserError({
      code: 'npx-statusline',
      message: `backscroll runs from the cache of npx (${script}), which may be emptied at any time`,
      hint: 'Install it first with `npm install -g backscroll`, then run `backscroll statusline --install` again.',
    })
  const words = [...executable, 'statusline']
  // There the client uses Git Bash, to which a backslash is something else.
  return words.map(word => quoteForShell(platform === 'win32' ? word.replaceAll('\\', '/') : word)).join(' ')
}

/** Of each client whose transcripts are read. */
function listSettings(app: App): readonly string[] {
  const folders = findRoots(app.roots).roots.flatMap(root =>
    root.configPath === undefined || root.from === 'desktop' ? [] : [root.configPath],
  )
  if (folders.length > 0) return [...new Set(folders)].map(folder => join(folder, 'settings.json'))
  throw new UserError({
    code: 'no-client',
    message: 'Claude Code has recorded nothing here yet, so where its settings are is not known',
    hint: 'Start Claude Code once, or name its folder in CLAUDE_CONFIG_DIR.',
  })
}

interface Installing {
  readonly setting: StatusLineSetting
  readonly isAgreed: boolean
}

/** False where somebody said no. */
async function installIn(
  app: App,
  path: string,
  file: ClientSetting,
  { setting, isAgreed }: Installing,
): Promise<boolean> {
  const place = shortenPath(app, path)
  if (isDeepStrictEqual(file.known, setting)) {
    app.out.line(`It is in ${place} already.`)
    return true
  }
  if (!isAgreed && !(await isConfirmed(app, place, { known: file.known, setting }))) {
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
  { known, setting }: { readonly known: unknown; readonly setting: StatusLineSetting },
): Promise<boolean> {
  if (!app.isInteractive)
    throw new UserError({
      code: 'needs-yes',
      message: `this changes ${place}${known === undefined ? '' : ', which has another status line,'} and nobody is here to be asked`,
      hint: 'Run it with --yes if you are sure: `backscroll statusline --install --yes`.',
    })
  if (known !== undefined) app.err.line(`There is another status line: ${describe(known)}`)
  app.err.line(`It will be: ${describe(setting)}`)
  return await confirm(app, `${known === undefined ? 'Write it into' : 'Replace it in'} ${place}?`)
}

const MAX_SHOWN = 400

function describe(value: unknown): string {
  return shorten(sanitizeLine(JSON.stringify(value) ?? ''), MAX_SHOWN)
}
