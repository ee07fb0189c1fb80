import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'

/** Where package runners keep what they run once. */
const CACHES = /[\\/](_npx|dlx(-[^\\/]*)?|bunx-[^\\/]*)[\\/]/

/**
 * Node and the script by their full names: the client runs it without a shell's set-up. Throws where there is no client,
 * or the program may be gone tomorrow. `command` is what somebody typed, for the next step.
 */
export function programWords(
  { executable, platform, isDemo }: Pick<App, 'executable' | 'platform' | 'isDemo'>,
  command: string,
): readonly string[] {
  requireOwn({ isDemo })
  const script = executable.at(-1) ?? ''
  if (CACHES.test(script))
    throw new UserError({
      code: 'npx-install',
      message: `backscroll runs from the cache of npx (${script}), which may be emptied at any time`,
      hint: `Install it first with \`npm install -g backscroll\`, then run \`${command}\` again.`,
    })
  // There the client uses Git Bash, to which a backslash is something else.
  return platform === 'win32' ? executable.map(word => word.replaceAll('\\', '/')) : executable
}

/** The demo set is nobody's. */
export function requireOwn({ isDemo }: Pick<App, 'isDemo'>): void {
  if (!isDemo) return
  throw new UserError({
    code: 'demo-install',
    message: 'the demo set has no client whose settings could be changed',
    hint: 'Leave out --demo; where there is nothing but the demo set, start Claude Code once.',
  })
}
