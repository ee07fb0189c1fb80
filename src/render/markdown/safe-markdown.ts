import { Marked, type Token, type Tokens } from 'marked'
import { shorten } from '../../text/head.ts'
import { lexMarkdown } from '../lex-markdown.ts'
import { renderInline, renderInlineLine } from './inline.ts'
import { cleanText, escapeLineStart, fence, heading, prefixLines, quote, tableCell } from './plain.ts'

export interface SafeMarkdownOptions {
  /** Headings of the text begin one below this level. */
  readonly below: number
  /** Written by a person, whose line breaks mean something. */
  readonly keepsBreaks?: boolean
}

/** HTML is no part of the language we read: tags are words like others. */
const parser = new Marked({ tokenizer: { html: () => undefined, tag: () => undefined } })

/** A paragraph of more lines was pasted: it keeps its shape. */
const MAX_KEPT_BREAKS = 6

/**
 * Markdown of a transcript written anew from its tokens, so that whatever stands around it cannot be touched: every fence
 * is closed, headings go below the given level, tags are words, and only harmless addresses are links.
 */
export function safeMarkdown(text: string, options: SafeMarkdownOptions): string {
  const clean = cleanText(text)
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
  const tokens = lexMarkdown(clean, parser.defaults)
  return tokens ? blocks(tokens, { ...options, top: topHeading(tokens) }) : fence(clean)
}

const MAX_FIRST_LINE = 400

/** The first line of a Markdown text as inline text. */
export function safeFirstLine(text: string): string {
  const line = shorten(text.replace(/^\s*(?:#{1,6}\s|>\s?|[-+*]\s)*\s*/, ''), MAX_FIRST_LINE)
  return escapeLineStart(
    renderInlineLine(parser.Lexer.lexInline(cleanText(line).replace(/\s+/g, ' '), parser.defaults)),
  )
}

interface Writing extends SafeMarkdownOptions {
  /** The highest level of a heading in this text. */
  readonly top: number
}

function topHeading(tokens: readonly Token[]): number {
  return tokens.reduce(
    (top, token) => (token.type === 'heading' ? Math.min(top, (token as Tokens.Heading).depth) : top),
    6,
  )
}

function blocks(tokens: readonly Token[], writing: Writing, isTight = false): string {
  let written = ''
  for (const token of tokens) {
    const block = drawBlock(token, writing)
    if (block === '') continue
    const isClose = isTight && (token.type === 'list' || token.type === 'code')
    written += written === '' ? block : `${isClose ? '\n' : '\n\n'}${block}`
  }
  return written
}

function drawBlock(token: Token, writing: Writing): string {
  const draw = BLOCKS.get(token.type)
  if (draw) return draw(token, writing)
  return paragraph(
    'tokens' in token && token.tokens ? token.tokens : [{ type: 'text', raw: token.raw, text: '' }],
    writing,
  )
}

type Block = (token: Token, writing: Writing) => string

const BLOCKS: ReadonlyMap<string, Block> = new Map<string, Block>([
  ['space', () => ''],
  ['checkbox', () => ''],
  ['heading', (token, writing) => headingOf(token as Tokens.Heading, writing)],
  ['code', token => fence((token as Tokens.Code).text, (token as Tokens.Code).lang?.split(/\s/)[0])],
  ['list', (token, writing) => list(token as Tokens.List, writing)],
  ['table', token => table(token as Tokens.Table)],
  ['blockquote', (token, writing) => quote(blocks((token as Tokens.Blockquote).tokens, writing))],
  ['hr', () => '___'],
])

function paragraph(tokens: readonly Token[], writing: Writing): string {
  const keepsBreaks = writing.keepsBreaks ?? false
  const lines = renderInline(tokens, { keepsBreaks }).trim().split('\n')
  if (keepsBreaks && lines.length > MAX_KEPT_BREAKS) return fence(tokens.map(token => token.raw).join(''))
  return lines.map(escapeLineStart).join('\n')
}

function headingOf(token: Tokens.Heading, writing: Writing): string {
  const text = renderInlineLine(token.tokens)
  const level = writing.below + 1 + Math.max(0, token.depth - writing.top)
  return text === '' ? '' : heading(level, text)
}

function list(token: Tokens.List, writing: Writing): string {
  const items = token.items.map((item, at) => {
    const mark = markOf(token, item, at)
    const box = item.task ? `[${item.checked ? 'x' : ' '}] ` : ''
    const body = blocks(item.tokens, writing, !token.loose)
    return prefixLines(`${box}${body}`, ' '.repeat(mark.length + 1), `${mark} `)
  })
  return items.join(token.loose ? '\n\n' : '\n')
}

/** As written: models number their lists by hand, and two lists in a row differ by their marks alone. */
function markOf(token: Tokens.List, item: Tokens.ListItem, at: number): string {
  const mark = /^\s*(?:([-+*])|(\d{1,9})([.)]))/.exec(item.raw)
  if (!token.ordered) return mark?.[1] ?? '-'
  return `${mark?.[2] ?? at + 1}${mark?.[3] ?? '.'}`
}

const ALIGNMENTS: ReadonlyMap<string | null, string> = new Map([
  ['left', ':---'],
  ['right', '---:'],
  ['center', ':---:'],
])

function table(token: Tokens.Table): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const cellsOf = (cells: readonly Tokens.TableCell[]): string[] =>
    cells.map(cell => tableCell(renderInlineLine(cell.tokens)))
  return [
    row(cellsOf(token.header)),
    row(token.align.map(align => ALIGNMENTS.get(align) ?? '---')),
    ...token.rows.map(cells => row(cellsOf(cells))),
  ].join('\n')
}
