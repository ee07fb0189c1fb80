/** What a command line asks of the status line itself. */
export interface LineWords {
  readonly template: string | undefined
  readonly isPlain: boolean
}

/**
 * Undefined where the words ask for anything else, from `--help` to a mistake: then the whole command line is loaded,
 * which knows what to say. Used before anything is loaded, so it knows just these few words.
 */
export function readLineWords(argv: readonly string[]): LineWords | undefined {
  if (argv[0] !== 'statusline') return undefined
  let template: string | undefined
  let isPlain = false
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? ''
    if (word === '--template' && at + 1 < argv.length) template = argv[++at]
    else if (word.startsWith('--template=')) template = word.slice('--template='.length)
    else if (word === '--no-color') isPlain = true
    else return undefined
  }
  return { template, isPlain }
}
