import type { ShellPart } from './line-reader.ts'

/** What decides whether, and how often, a command between `then` and `fi` or `do` and `done` runs. */
export interface Block {
  /** `list`: a loop over words that are written out, which runs at least once. */
  readonly kind: 'if' | 'case' | 'loop' | 'list'
  /** Of a list: the variable and what it is in turn. */
  readonly name: string
  readonly values: readonly string[]
}

/** Deeper ones are taken for what they stand in, so that no line costs more than its length. */
const MAX_DEPTH = 20
const NO_LIST = { name: '', values: [] } as const
/** Stands before another keyword or a command, and opens nothing. */
const BESIDE = /^(?:!|\{|\}|time|if|elif|else)$/

/** For each command the blocks it stands in, the innermost last. What stands behind `if` and `while` itself always runs. */
export function readBlocks(parts: readonly ShellPart[]): readonly (readonly Block[])[] {
  let open: readonly Block[] = []
  let list: Block | undefined
  return parts.map(({ words }) => {
    if (words[0] === 'for') list = readList(words)
    if (words[0] === 'while' || words[0] === 'until') list = undefined
    for (const word of words) {
      if (word === 'then') open = within(open, { kind: 'if', ...NO_LIST })
      else if (word === 'do') open = within(open, list ?? { kind: 'loop', ...NO_LIST })
      else if (word === 'case') open = within(open, { kind: 'case', ...NO_LIST })
      else if (word === 'fi' || word === 'done' || word === 'esac' || word === 'elif') open = open.slice(0, -1)
      // `else` stands in the block that `then` opened.
      else if (!BESIDE.test(word)) break
      if (word === 'do') list = undefined
      if (word === 'case') break
    }
    return open
  })
}

function within(open: readonly Block[], block: Block): readonly Block[] {
  return open.length < MAX_DEPTH ? [...open, block] : open
}

/** `for i in 1 2 3`, where the shell would put nothing else in. */
function readList(words: readonly string[]): Block | undefined {
  const values = words.slice(3)
  const isWritten = words[2] === 'in' && values.length > 0 && !values.some(value => /[$`*?[{~]/.test(value))
  return isWritten ? { kind: 'list', name: words[1] ?? '', values } : undefined
}
