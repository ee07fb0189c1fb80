import { isAbsolute, resolve } from 'node:path'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'

/** What a service of this user runs: the watch, with what decides where transcripts and the archive are. */
export interface ServiceJob {
  /** Program and arguments, paths absolute. */
  readonly command: readonly string[]
  readonly env: { readonly [name: string]: string }
}

/** What of the environment decides where things are. A service does not inherit it from a shell. */
const CARRIED = ['BACKSCROLL_HOME', 'CLAUDE_CONFIG_DIR', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME'] as const

export function buildServiceJob(app: Pick<App, 'env' | 'cwd' | 'executable' | 'roots' | 'isDemo'>): ServiceJob {
  if (app.isDemo) {
    throw new UserError({
      code: 'demo-service',
      message: 'the demo set is gone when this command ends: a service cannot watch it',
      hint: 'Run `backscroll watch --install` without --demo.',
    })
  }
  const script = app.executable.at(-1) ?? ''
  if (/[\\/]_npx[\\/]/.test(script)) {
    throw new UserError({
      code: 'npx-service',
      message: `backscroll runs from the cache of npx (${script}), which may be emptied at any time`,
      hint: 'Install it first with `npm install -g backscroll`, then run `backscroll watch --install` again.',
    })
  }
  const named = app.roots.overrideBy === '--root' ? (app.roots.override ?? []) : []
  const roots = named.flatMap(root => ['--root', toAbsolute(root, app.cwd)])
  const env: { [name: string]: string } = {}
  for (const name of CARRIED) {
    const value = app.env[name]
    if (value) env[name] = name === 'CLAUDE_CONFIG_DIR' ? toAbsoluteList(value, app.cwd) : toAbsolute(value, app.cwd)
  }
  return { command: [...app.executable, ...roots, 'watch'], env }
}

function toAbsoluteList(text: string, cwd: string): string {
  return text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(part => toAbsolute(part, cwd))
    .join(',')
}

/** `~` is understood by backscroll itself. */
function toAbsolute(path: string, cwd: string): string {
  return isAbsolute(path) || /^~(?:[\\/]|$)/.test(path) ? path : resolve(cwd, path)
}
