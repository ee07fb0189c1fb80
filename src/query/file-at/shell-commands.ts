import type { ShellPart } from '../../text/shell/line-reader.ts'
import { splitLine } from '../../text/shell/split-line.ts'
import { scriptOf, unwrap } from '../../text/shell/unwrap.ts'

/** One command of a command line, pipes and `$(…)` included, as far as it says what it may write to. */
export interface ShellCommand {
  /** Without quotes, redirections, and what only stands before a program: `sudo`, `X=1`, `npx`, `do`. */
  readonly words: readonly string[]
  /** Files that its output goes to. */
  readonly writesTo: readonly string[]
}

/** What is nested deeper, `bash -c "bash -c …"`, is a program of which nothing is known. */
const MAX_SCRIPTS = 3

/** Every command that a line as it was typed may run, in any order. Never throws. */
export function listShellCommands(line: string, scripts = 0): readonly ShellCommand[] {
  return splitLine(line).flatMap(part => listOf(part, scripts))
}

function listOf({ words, writesTo, inner }: ShellPart, scripts: number): readonly ShellCommand[] {
  const [program = '', ...args] = unwrap(words)
  const before = words.slice(0, words.length - args.length - 1)
  // What it is given comes from another command: any file.
  const given = before.some(word => withoutFolder(word) === 'xargs') ? ['*'] : []
  const own = program === '' ? [] : [withoutFolder(program), ...args, ...given]
  const script = scripts < MAX_SCRIPTS ? scriptOf(own) : undefined
  const command = { words: script === undefined ? own : [], writesTo }
  return [
    ...(command.words.length + writesTo.length > 0 ? [command] : []),
    ...(script === undefined ? [] : listShellCommands(script, scripts + 1)),
    ...inner.flatMap(part => listOf(part, scripts)),
  ]
}

/** What a program does to files is known by its name, wherever it lies: `./gradlew`, `C:\tools\x`. */
function withoutFolder(program: string): string {
  return program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1)
}
