import type { Json } from './era.ts'
import type { Random } from './random.ts'
import { cut, makePath, makeSentence, type TextPools } from './text-pools.ts'

/** A file that a session reads and edits again and again: why real transcripts compress so well. */
export interface ProjectFile {
  readonly path: string
  lines: string[]
}

const CONTEXT_LINES = 3
const MARKS = ['—', '✓', '→', '│', '…']

export function makeProjectFile(random: Random, pools: TextPools, cwd: string): ProjectFile {
  const sizeChars = Math.min(random.logNormal(6000, 1), 120_000)
  const lines = cut(random, pools.code, sizeChars).split('\n')
  // Seven of ten edited files hold a character beyond Latin-1 somewhere.
  if (random.chance(0.6))
    lines.splice(
      random.below(lines.length),
      0,
      `// ${makeSentence(random, 4)} ${random.pick(MARKS)} ${makeSentence(random, 3)}`,
    )
  return { path: `${cwd}/${makePath(random)}`, lines }
}

/** As the Read tool prints it. */
export function numberLines(lines: readonly string[], first: number): string {
  let text = ''
  for (let i = 0; i < lines.length; i++) text += `${String(first + i).padStart(6)}→${lines[i]}\n`
  return text
}

export interface EditRun {
  readonly oldString: string
  readonly newString: string
  readonly originalFile: string
  readonly structuredPatch: readonly Json[]
  readonly snippet: string
}

/** Replaces a few lines of the file and returns what the Edit tool would report. */
export function editFile(random: Random, pools: TextPools, file: ProjectFile): EditRun {
  const originalFile = file.lines.join('\n')
  const count = Math.min(1 + random.below(12), file.lines.length)
  const at = random.below(file.lines.length - count + 1)
  const removed = file.lines.slice(at, at + count)
  const added = [...removed.slice(0, count >> 1), ...cut(random, pools.code, random.logNormal(300, 1)).split('\n')]
  const from = Math.max(0, at - CONTEXT_LINES)
  const before = file.lines.slice(from, at)
  const after = file.lines.slice(at + count, at + count + CONTEXT_LINES)
  file.lines = [...file.lines.slice(0, at), ...added, ...file.lines.slice(at + count)]
  // Files must not grow for ever in a session of half a gigabyte.
  if (file.lines.length > 4000) file.lines.length = 1500
  const context = before.length + after.length
  return {
    oldString: removed.join('\n'),
    newString: added.join('\n'),
    originalFile,
    structuredPatch: [
      {
        oldStart: from + 1,
        oldLines: removed.length + context,
        newStart: from + 1,
        newLines: added.length + context,
        lines: [
          ...before.map(line => ` ${line}`),
          ...removed.map(line => `-${line}`),
          ...added.map(line => `+${line}`),
          ...after.map(line => ` ${line}`),
        ],
      },
    ],
    snippet: numberLines([...before, ...added, ...after], from + 1),
  }
}
