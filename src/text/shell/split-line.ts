import { LineReader, type ShellPart } from './line-reader.ts'

/** The headline of a call is one line (`model/tools/one-line.ts`): where it comes from one, its line ends became blanks. */
export interface SplitOptions {
  /**
   * Take `cd app npm test` for two commands. Wrong for a line as it was typed, where `source env.sh prod` is one.
   * Where there is a line end left, none was lost.
   */
  readonly mayLackLineEnds?: boolean
  /** `#` is a word where line ends may be lost, for who would rather read a comment than miss what stood below it. */
  readonly keepsComments?: boolean
}

/**
 * A rough reading of POSIX shell: enough to know what a line runs and writes, never to run it. Walks over the line
 * once, so the time grows with its length alone; never throws. What is opened and not closed goes to the end.
 */
export function splitLine(line: string, options: SplitOptions = {}): readonly ShellPart[] {
  const hasLineEnds = line.includes('\n')
  const parts = new LineReader(line, {
    hasLineEnds,
    keepsComments: options.keepsComments === true && !hasLineEnds,
  }).readAll()
  return options.mayLackLineEnds && !hasLineEnds ? parts.flatMap(separate) : parts
}

/** `cd app npm test`, `export A=1 npm test`: what only prepares is a command of its own. */
function separate(part: ShellPart): readonly ShellPart[] {
  const { words } = part
  const parts: ShellPart[] = []
  let from = 0
  for (let to = endOfPreparing(words, from); to < words.length; to = endOfPreparing(words, from)) {
    parts.push({ ...part, words: words.slice(from, to), writesTo: [], after: ';', inner: [] })
    from = to
  }
  return from === 0 ? [part] : [...parts, { ...part, words: words.slice(from) }]
}

/** Where the words end that belong to a command that only prepares; else where all of them do. */
function endOfPreparing(words: readonly string[], from: number): number {
  const program = words[from] ?? ''
  if (/^(?:cd|pushd|source|\.)$/.test(program)) return Math.min(from + 2, words.length)
  if (program !== 'export' && program !== 'set') return words.length
  let to = from + 1
  while (to < words.length && (/^-|^pipefail$/.test(words[to] as string) || isAssignment(words[to] as string))) to++
  return to > from + 1 ? to : words.length
}

export function isAssignment(word: string): boolean {
  return /^[A-Za-z_]\w{0,80}\+?=/.test(word)
}
