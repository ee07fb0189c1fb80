/** What a command line asks of a hook. */
export interface HookWords {
  /** As it is spelled there; undefined where none is named. */
  readonly event: string | undefined
}

/**
 * Undefined where help is asked for: then the whole command line is loaded. Everything else is a hook, also what is
 * mistyped: an exit code other than 0 could stop what Claude Code is doing.
 */
export function readHookWords(argv: readonly string[]): HookWords | undefined {
  const words = argv.slice(argv.indexOf('hook') + 1)
  if (words.some(word => word === '--help' || word === '-h')) return undefined
  return { event: words.find(word => word !== '' && !word.startsWith('-')) }
}
