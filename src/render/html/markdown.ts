import type { Token, Tokens } from 'marked'
import { lexMarkdown } from '../lex-markdown.ts'
import { codeBlock } from './code.ts'
import { languageOfFence } from './language.ts'
import { inlineHtml } from './markdown-inline.ts'
import { createOutline, type Outline } from './markdown-outline.ts'
import { type Html, html, joinHtml, NOTHING } from './safe-html.ts'

/** Deeper nesting is shown as it is written. */
const MAX_DEPTH = 16

/** Markdown for reading, without the HTML it may hold: that is shown as the text it is. */
export function markdownHtml(text: string): Html {
  const tokens = lexMarkdown(text)
  if (!tokens) return plainText(text)
  return html`<div class="prose">${drawBlocks(tokens, { outline: createOutline(tokens), depth: 0 })}</div>`
}

/** Words with their line breaks, and nothing read into them. */
export function plainText(text: string): Html {
  return html`<div class="${UNBROKEN.test(text) ? 'prose plain unbroken' : 'prose plain'}">${text}</div>`
}

/** A word so long that a browser takes half a minute to set it with kerning. */
const UNBROKEN = /\S{10000}/

interface Place {
  readonly outline: Outline
  readonly depth: number
}

function drawBlocks(tokens: readonly Token[], place: Place): Html {
  return joinHtml(tokens.map(token => drawBlock(token, place)))
}

function drawBlock(token: Token, place: Place): Html {
  if (place.depth > MAX_DEPTH) return html`<p class="as-written">${token.raw}</p>`
  const draw = BLOCKS.get(token.type)
  if (draw) return draw(token, { ...place, depth: place.depth + 1 })
  if ('tokens' in token && token.tokens) return html`<p>${inlineHtml(token.tokens)}</p>`
  return html`<p class="as-written">${'text' in token ? String(token.text) : token.raw}</p>`
}

type DrawBlock = (token: Token, place: Place) => Html

const BLOCKS: ReadonlyMap<string, DrawBlock> = new Map<string, DrawBlock>([
  ['space', () => NOTHING],
  ['checkbox', () => NOTHING],
  ['hr', () => html`<hr>`],
  ['heading', (token, place) => heading(token as Tokens.Heading, place)],
  ['code', token => fence(token as Tokens.Code)],
  ['list', (token, place) => list(token as Tokens.List, place)],
  ['table', token => table(token as Tokens.Table)],
  [
    'blockquote',
    (token, place) => html`<blockquote>${drawBlocks((token as Tokens.Blockquote).tokens, place)}</blockquote>`,
  ],
  ['html', token => html`<p class="as-written">${token.raw.trim()}</p>`],
  ['def', token => html`<p class="as-written quiet">${token.raw.trim()}</p>`],
])

/** What stands behind the name of the language, such as a title, is shown over the code. */
function fence(token: Tokens.Code): Html {
  const lang = languageOfFence(token.lang)
  const info = token.lang === undefined || token.lang === lang ? '' : token.lang.trim()
  const code = codeBlock({ text: token.text, lang })
  return info === '' ? code : html`<p class="label">${info}</p>${code}`
}

function heading(token: Tokens.Heading, { outline }: Place): Html {
  const words = inlineHtml(token.tokens)
  switch (outline.levelOf(token.depth)) {
    case 3:
      return html`<h3>${words}</h3>`
    case 4:
      return html`<h4>${words}</h4>`
    case 5:
      return html`<h5>${words}</h5>`
    default:
      return html`<h6>${words}</h6>`
  }
}

function list(token: Tokens.List, place: Place): Html {
  const items = joinHtml(token.items.map((item, at) => listItem(token, item, at, place)))
  return token.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`
}

/** Numbers as written: models number their lists by hand. */
function listItem(token: Tokens.List, item: Tokens.ListItem, at: number, place: Place): Html {
  const body = itemBody(token, item, place)
  if (item.task) {
    const state = item.checked ? html`<span class="mark mark-done"><span class="sr">done </span></span>` : OPEN_MARK
    return html`<li class="task">${state}${body}</li>`
  }
  if (!token.ordered) return html`<li>${body}</li>`
  const number = /^\s*(\d{1,9})/.exec(item.raw)?.[1] ?? String(at + 1)
  return html`<li value="${Number(number)}">${body}</li>`
}

const OPEN_MARK = html`<span class="mark mark-open"><span class="sr">open </span></span>`

/** In a tight list the words stand in the item itself, without a paragraph around them. */
function itemBody(token: Tokens.List, item: Tokens.ListItem, place: Place): Html {
  if (token.loose) return drawBlocks(item.tokens, place)
  return joinHtml(
    item.tokens.map(child =>
      child.type === 'text' && 'tokens' in child && child.tokens ? inlineHtml(child.tokens) : drawBlock(child, place),
    ),
  )
}

function table(token: Tokens.Table): Html {
  const head = token.header.map(cell => html`<th class="${alignClass(cell)}">${inlineHtml(cell.tokens)}</th>`)
  const rows = token.rows.map(
    row => html`<tr>${row.map(cell => html`<td class="${alignClass(cell)}">${inlineHtml(cell.tokens)}</td>`)}</tr>`,
  )
  return html`<div class="scroll" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`
}

function alignClass(cell: Tokens.TableCell): string {
  return cell.align === 'right' ? 'right' : cell.align === 'center' ? 'center' : 'left'
}
