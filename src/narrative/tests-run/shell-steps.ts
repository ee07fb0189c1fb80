import { type Pipeline, PREPARES, readPipelines } from '../../text/shell/read-pipelines.ts'

/** One command of a line that may be a run of tests. */
export interface ShellStep {
  /** Without quotes, redirections, variables in front and programs that only run another, such as `npx`. */
  readonly words: readonly string[]
  /** What its output goes through: each as words. */
  readonly pipes: readonly (readonly string[])[]
  /** The exit code of the line says nothing about it: there is a pipe, or the line goes on whatever it says. */
  readonly isMasked: boolean
  /** It is run only where those before it went well. */
  readonly isGuarded: boolean
  /** Where it went well, others run behind it, and the line fails where they do. */
  readonly isFollowed: boolean
}

const MAX_LINE = 4000

/** What a command line runs, without what only prepares. Its line ends may be lost, and comments with theirs. */
export function readShellSteps(line: string): readonly ShellStep[] {
  const lines = readPipelines(line.slice(0, MAX_LINE), LOST_LINE_ENDS)
  const steps: ShellStep[] = []
  let isGuarded = false
  for (const [at, { words, pipes, after, isMasked }] of lines.entries()) {
    const isPreparing = isPreparation(words)
    if (!isPreparing) steps.push({ words, pipes, isMasked, isGuarded, isFollowed: isFollowed(lines, at) })
    isGuarded = after === '&&' && (isGuarded || !isPreparing)
  }
  return steps
}

function isPreparation(words: readonly string[]): boolean {
  return PREPARES.has(words[0] ?? 'cd')
}

/** One of a few that come next: a line of thousands is no run of tests with something behind it. */
function isFollowed(lines: readonly Pipeline[], at: number): boolean {
  for (let next = at; next < at + MAX_NEXT && lines[next]?.after === '&&'; next++)
    if (!isPreparation(lines[next + 1]?.words ?? [])) return true
  return false
}

const MAX_NEXT = 10

/** A comment may have the run behind it: what is printed shows whether it has. */
const LOST_LINE_ENDS = { mayLackLineEnds: true, keepsComments: true }
