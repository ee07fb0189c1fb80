import { quoteForShell } from '../../text/quote-for-shell.ts'
import type { CommandRequest } from './define-command.ts'

/** Hints must work where they are read: in a clone the command is run by `npm start`. */
export function nameProgram(env: { readonly [name: string]: string | undefined }): string {
  return env.npm_lifecycle_event === 'start' ? 'npm start --' : 'backscroll'
}

/** And they must speak of the same transcripts: `--root` and `--demo` are said again. */
export function nameCommand(program: string, global: CommandRequest['options'], isDemo: boolean): string {
  // `npm start` itself takes the demo set where there is nothing else.
  if (isDemo) return global.demo === true || program === 'backscroll' ? `${program} --demo` : program
  const roots = (global.root ?? []) as readonly string[]
  return [program, ...roots.map(root => `--root ${quoteForShell(root)}`)].join(' ')
}
