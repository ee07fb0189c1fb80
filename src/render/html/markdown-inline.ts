import type { Token, Tokens } from 'marked'
import { decodeEntities } from '../../text/entities.ts'
import { type Html, html, joinHtml, NOTHING } from './safe-html.ts'
import { externalLink, safeUrl } from './safe-url.ts'

const MAX_DEPTH = 16

/** Words with their emphasis, code and links. */
export function inlineHtml(tokens: readonly Token[], depth = 0): Html {
  return joinHtml(tokens.map(token => drawInline(token, depth)))
}

function drawInline(token: Token, depth: number): Html {
  if (depth > MAX_DEPTH) return html`${token.raw}`
  const draw = INLINES.get(token.type)
  if (draw) return draw(token, depth + 1)
  if ('tokens' in token && token.tokens) return inlineHtml(token.tokens, depth + 1)
  return html`${decodeEntities('text' in token ? String(token.text) : token.raw)}`
}

type DrawInline = (token: Token, depth: number) => Html

const INLINES: ReadonlyMap<string, DrawInline> = new Map<string, DrawInline>([
  ['strong', (token, depth) => html`<strong>${inlineHtml((token as Tokens.Strong).tokens, depth)}</strong>`],
  ['em', (token, depth) => html`<em>${inlineHtml((token as Tokens.Em).tokens, depth)}</em>`],
  ['del', (token, depth) => html`<del>${inlineHtml((token as Tokens.Del).tokens, depth)}</del>`],
  ['codespan', token => html`<code>${(token as Tokens.Codespan).text}</code>`],
  ['escape', token => html`${(token as Tokens.Escape).text}`],
  ['br', () => html`<br>`],
  ['link', (token, depth) => link(token as Tokens.Link, depth)],
  ['image', token => image(token as Tokens.Image)],
  ['html', token => html`${token.raw}`],
  ['checkbox', () => NOTHING],
])

/** Where the address cannot be followed it stands behind the words, so that nothing is lost. */
function link(token: Tokens.Link, depth: number): Html {
  return linked(token, inlineHtml(token.tokens, depth))
}

/** Never loaded: what an image of the web shows may change, and asking for it tells that somebody reads this. */
function image(token: Tokens.Image): Html {
  const words = html`image: ${decodeEntities(token.text) || 'no description'}`
  return html`<span class="image-link">[${linked(token, words)}]</span>`
}

function linked(token: Tokens.Link | Tokens.Image, words: Html): Html {
  const address = decodeEntities(token.href)
  const title = token.title ? html` <span class="quiet">(${decodeEntities(token.title)})</span>` : NOTHING
  if (safeUrl(address) !== undefined) return html`${externalLink(address, words)}${title}`
  return html`${words} <span class="address">(${address})</span>${title}`
}
