/** What a command line asks of the status line itself. */
export interface LineWords {
  readonly template: string | undefined
  readonly isPlain: boolean
  /** The first word that means nothing here. The line is printed all the same. */
  readonly unknown: string | undefined
}

/**
 * Undefined where something else than a line is asked for: then the whole command line is loaded. Everything else is a
 * line, also what is mistyped: whoever shows it has no use for a complaint. Used before anything is loaded, so it knows
 * just these few words.
 */
export function readLineWords(argv: readonly string[]): LineWords | undefined {
  if (argv[0] !== 'statusline') return undefined
  let template: string | undefined
  let isPlain = false
  let unknown: string | undefined
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? ''
    if (OTHER_TASKS.includes(word)) return undefined
    if (word === '--template' && at + 1 < argv.length) template = argv[++at]
    else if (word.startsWith('--template=')) template = word.slice('--template='.length)
    else if (word === '--no-color') isPlain = true
    else if (!HARMLESS.includes(word)) unknown ??= word
  }
  return { template, isPlain, unknown }
}

const OTHER_TASKS: readonly string[] = ['--install', '--refresh', '--help', '-h']
/** Options of every command that change nothing here. */
const HARMLESS: readonly string[] = ['--plain', '--no-pager']
