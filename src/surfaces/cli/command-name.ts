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

/**
 * Lower layers name commands as `backscroll ls`, in backticks: here they become what a person types on this machine. One
 * that names its own root keeps only that.
 */
export function nameCommandsIn(text: string, names: { readonly program: string; readonly command: string }): string {
  return text.replace(/`backscroll ([^`]*)`/g, (_, rest: string) => {
    return `\`${rest.includes('--root') ? names.program : names.command} ${rest}\``
  })
}

/** One word of a POSIX shell. */
export function quoteForShell(text: string): string {
  return /^[\w@%+=:,./~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
