import type { Token, Tokens } from 'marked'
import { lexMarkdown } from '../lex-markdown.ts'
import { indent, type Line, span, wrapLine } from './line.ts'
import { inlineLines } from './markdown-inline.ts'
import { tableLines } from './markdown-table.ts'
import { textLines } from './text-lines.ts'

/** Markdown for reading: marks become layout, every word stays. What cannot be laid out is shown as it is. */
export function markdownLines(text: string, width: number): Iterable<Line> {
  const tokens = lexMarkdown(text)
  return tokens ? blockLines(tokens, width) : textLines(text, width)
}

/** Blocks with one empty line between them, none inside a tight list. */
function blockLines(tokens: readonly Token[], width: number, isTight = false): Line[] {
  const lines: Line[] = []
  let needsGap = false
  for (const token of tokens) {
    if (token.type === 'space') continue
    const block = drawBlock(token, width)
    if (block.length === 0) continue
    if (needsGap && !isTight) lines.push([])
    lines.push(...block)
    needsGap = true
  }
  return lines
}

function drawBlock(token: Token, width: number): Line[] {
  const draw = BLOCKS.get(token.type)
  if (draw) return draw(token, width)
  if ('tokens' in token && token.tokens) return paragraph(token.tokens, width)
  return [...textLines('text' in token ? String(token.text) : token.raw, width)]
}

const BLOCKS: ReadonlyMap<string, (token: Token, width: number) => Line[]> = new Map<
  string,
  (token: Token, width: number) => Line[]
>([
  ['heading', (token, width) => heading(token as Tokens.Heading, width)],
  ['code', (token, width) => code(token as Tokens.Code, width)],
  ['list', (token, width) => list(token as Tokens.List, width)],
  ['table', (token, width) => tableLines(token as Tokens.Table, width)],
  ['blockquote', (token, width) => quote(token as Tokens.Blockquote, width)],
  ['hr', (_token, width) => [[span('─'.repeat(Math.min(width, 24)), 'dim')]]],
  ['html', (token, width) => [...textLines(token.raw, width)]],
  ['def', (token, width) => [...textLines(token.raw, width, 'dim')]],
  ['checkbox', () => []],
])

function paragraph(tokens: readonly Token[], width: number): Line[] {
  return inlineLines(tokens).flatMap(line => wrapLine(line, width))
}

function heading(token: Tokens.Heading, width: number): Line[] {
  const tone = token.depth <= 2 ? 'heading' : 'bold'
  return inlineLines(token.tokens, tone).flatMap(line => wrapLine(line, width))
}

function code(token: Tokens.Code, width: number): Line[] {
  const lines = [...textLines(token.text, width - 4)].map(line => indent(line, 4))
  return token.lang ? [[span('    '), span(token.lang, 'dim')], ...lines] : lines
}

function list(token: Tokens.List, width: number): Line[] {
  const lines: Line[] = []
  token.items.forEach((item, at) => {
    const mark = `${markOf(token, item, at)} ${item.task ? `[${item.checked ? 'x' : ' '}] ` : ''}`
    const body = blockLines(item.tokens, Math.max(8, width - mark.length), !token.loose)
    if (token.loose && at > 0) lines.push([])
    const [first = [], ...rest] = body
    lines.push([span(mark, 'dim'), ...first], ...rest.map(line => indent(line, mark.length)))
  })
  return lines
}

/** As written: models number their lists by hand. */
function markOf(token: Tokens.List, item: Tokens.ListItem, at: number): string {
  if (!token.ordered) return '-'
  return `${/^\s*(\d{1,9})/.exec(item.raw)?.[1] ?? at + 1}.`
}

function quote(token: Tokens.Blockquote, width: number): Line[] {
  return blockLines(token.tokens, Math.max(8, width - 2)).map(line => [span('│ ', 'dim'), ...line])
}
