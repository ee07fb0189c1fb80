import { SHARED_LISTS } from './front-matter.ts'

/** A note as it stands in the vault, in pieces that put together give the same text. */
export interface SplitNote {
  /** Byte order mark, or empty. */
  readonly mark: string
  readonly eol: '\n' | '\r\n'
  /** Undefined where it has no front matter. Every block is whole lines, ends included. */
  readonly front: { readonly open: string; readonly blocks: readonly FrontBlock[]; readonly close: string } | undefined
  /** Behind the front matter. Undefined where our marks are not there. */
  readonly body: string
  readonly region: Region | undefined
}

export interface FrontBlock {
  /** Undefined for comments and empty lines. */
  readonly key: string | undefined
  readonly text: string
}

/** Positions in the body: of the line with the first mark, and behind the one with the second. */
export interface Region {
  readonly start: number
  readonly end: number
  /** What stands between the marks. */
  readonly content: string
}

/** What somebody did to a note that we do not guess about, in words for them. */
export interface NoteDamage {
  readonly damage: string
}

export const BEGIN = '%% backscroll:begin %%'
export const END = '%% backscroll:end %%'

export function splitNote(text: string): SplitNote | NoteDamage {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  const rest = text.slice(mark.length)
  const eol = /\r\n|\n/.exec(rest)?.[0] === '\r\n' ? '\r\n' : '\n'
  const front = splitFront(rest)
  if (front && 'damage' in front) return front
  const body = front ? rest.slice(front.length) : rest
  const region = findRegion(body)
  if (region && 'damage' in region) return region
  return { mark, eol, front, body, region }
}

const FENCE = /^---[ \t]*(?:\r?\n|$)/

/** Of a text without its byte order mark. */
export function splitFront(
  text: string,
): (NonNullable<SplitNote['front']> & { readonly length: number }) | NoteDamage | undefined {
  const open = FENCE.exec(text)?.[0]
  if (open === undefined) return undefined
  const lines = linesOf(text.slice(open.length))
  const last = lines.findIndex(line => FENCE.test(line))
  if (last < 0) return { damage: 'its front matter has no end' }
  const blocks = splitBlocks(lines.slice(0, last))
  if (!blocks) return { damage: 'its front matter is not a list of properties' }
  const twice = SHARED_LISTS.find(list => blocks.filter(({ key }) => key === list).length > 1)
  if (twice) return { damage: `its front matter has "${twice}" more than once` }
  const close = lines[last] as string
  const length = open.length + blocks.reduce((sum, block) => sum + block.text.length, 0) + close.length
  return { open, blocks, close, length }
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

const KEY = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#:'"[\]{}>|*&!%@`?,-][^:#]*?))[ \t]*:(?:[ \t\r\n]|$)/

/** Undefined where a line is neither a property nor belongs to one. */
function splitBlocks(lines: readonly string[]): readonly FrontBlock[] | undefined {
  const blocks: { key: string | undefined; text: string }[] = []
  let waiting: string[] = []
  for (const line of lines) {
    if (/^\s*$/.test(line) || line.startsWith('#')) {
      waiting.push(line)
      continue
    }
    const last = blocks.at(-1)
    // Lines set in, and the items of a list, go on with what is above them, and so do the empty lines between.
    if (/^(?:[ \t]|-[ \t\r\n])/.test(line)) {
      if (last?.key === undefined) return undefined
      last.text += waiting.join('') + line
    } else {
      const [, double, single, bare] = KEY.exec(line) ?? []
      const key = double ?? single ?? bare
      if (key === undefined || (last && isUnclosed(last.text))) return undefined
      if (waiting.length > 0) blocks.push({ key: undefined, text: waiting.join('') })
      blocks.push({ key, text: line })
    }
    waiting = []
  }
  if (waiting.length > 0) blocks.push({ key: undefined, text: waiting.join('') })
  return blocks
}

/** A value in quotes or brackets that goes on in the next line, set in or not: what looks like a property there is none. */
function isUnclosed(block: string): boolean {
  const value = block.replace(KEY, '').trimStart()
  const quote = value[0] === '"' || value[0] === "'" ? value[0] : undefined
  if (quote) return !(quote === '"' ? /^"(?:[^"\\]|\\[\s\S])*"/ : /^'(?:[^']|'')*'/).test(value)
  if (!/^[[{]/.test(value)) return false
  const signs = value.replace(/"(?:[^"\\]|\\[\s\S])*"|(?<![\p{L}\p{N}])'(?:[^']|'')*'|\s#.*/gu, '')
  return signs.split(/[[{]/).length > signs.split(/[\]}]/).length
}

function findRegion(body: string): Region | NoteDamage | undefined {
  const begins = findMarks(body, BEGIN)
  const ends = findMarks(body, END)
  const [begin] = begins
  const [end] = ends
  if (!begin && !end) return undefined
  if (!begin || !end) return { damage: `the line "${begin ? END : BEGIN}" is missing` }
  if (begins.length > 1 || ends.length > 1) return { damage: 'its marks stand there more than once' }
  if (end.start < begin.end) return { damage: 'its marks stand in the wrong order' }
  return { start: begin.start, end: end.end, content: body.slice(begin.end, end.start) }
}

/** Whole lines, line ends included. */
function findMarks(body: string, mark: string): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = []
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    const start = body.lastIndexOf('\n', at) + 1
    const newline = body.indexOf('\n', at)
    const end = newline < 0 ? body.length : newline + 1
    if (body.slice(start, end).trim() === mark) found.push({ start, end })
  }
  return found
}
