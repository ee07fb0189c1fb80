import type { Separator, ShellPart } from './line-reader.ts'
import { type Block, readBlocks } from './read-blocks.ts'
import { type SplitOptions, splitLine } from './split-line.ts'
import { scriptOf, type UnwrapOptions, unwrap } from './unwrap.ts'

/** A command with what its output goes through, as the readers of runs see it. */
export interface Pipeline {
  /** Of the first command, from the program that does the work. */
  readonly words: readonly string[]
  readonly pipes: readonly (readonly string[])[]
  /** Files that the first command sends its output to. */
  readonly writesTo: readonly string[]
  readonly after: Separator
  /** The exit code of the line says nothing about it: there is a pipe, a `!`, or the line goes on whatever it says. */
  readonly isMasked: boolean
  /** That it stands in, the innermost last. */
  readonly blocks: readonly Block[]
}

export interface PipelineOptions extends SplitOptions, UnwrapOptions {}

/** In order; `bash -c "…"` as what it is given to run. */
export function readPipelines(line: string, options: PipelineOptions): readonly Pipeline[] {
  return joinPipes(line, options).flatMap(outer => {
    const script = scriptOf(outer.words)
    if (script === undefined) return [outer]
    const inner = joinPipes(script, options)
    return inner.map(({ words, pipes, writesTo, after, isMasked, blocks }, at) => ({
      words,
      writesTo,
      pipes: pipes.length > 0 ? pipes : outer.pipes,
      after: at === inner.length - 1 ? outer.after : after,
      isMasked: isMasked || outer.isMasked,
      blocks: [...outer.blocks, ...blocks],
    }))
  })
}

function joinPipes(line: string, options: PipelineOptions): readonly Pipeline[] {
  const seesPipes = line.includes('pipefail')
  const stopsOnFailure = /\bset -\w{0,5}e/.test(line)
  const pipelines: Pipeline[] = []
  // From the last to the first: what follows decides whether a failure is seen.
  let goesOn = false
  const groups = groupPipes(splitLine(line, options))
  const blocks = readBlocks(groups.flatMap(([first]) => first ?? []))
  for (const [at, parts] of [...groups.entries()].reverse()) {
    const [words = [], ...pipes] = parts.map(part => unwrap(part.words, options))
    const after = parts.at(-1)?.after ?? ''
    goesOn ||= after !== '&&' && pipelines.length > 0
    const isUnseen = (goesOn && !stopsOnFailure) || parts[0]?.words[0] === '!'
    const isMasked = (pipes.length > 0 && !seesPipes) || isUnseen || after === '&'
    pipelines.push({ words, pipes, writesTo: parts[0]?.writesTo ?? [], after, isMasked, blocks: blocks[at] ?? [] })
  }
  return pipelines.reverse()
}

function groupPipes(parts: readonly ShellPart[]): ShellPart[][] {
  const groups: ShellPart[][] = []
  parts.forEach((part, at) => {
    if (parts[at - 1]?.after === '|') groups.at(-1)?.push(part)
    else groups.push([part])
  })
  return groups
}

/** Programs that prepare a run, end one or say something about it. */
export const PREPARES: ReadonlySet<string> = new Set(
  'cd pushd popd source . export set unset true : sleep clear ulimit umask trap wait mkdir echo printf pwd date'.split(
    ' ',
  ),
)
