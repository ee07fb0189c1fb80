import { sanitizeText } from '../../text/sanitize.ts'
import { type Html, html } from './safe-html.ts'

const MAX_URL = 2000
const ABSOLUTE = /^(?:https?:\/\/[^\s/\\?#@][^\s\\]*|mailto:[^\s\\]+)$/i
/** A path, a query or a place on this page: no colon before the first slash, and no host of its own. */
const RELATIVE = /^(?!\/\/)(?:[#?/.]|[^\s\\:/?#]+(?:[/?#]|$))[^\s\\]*$/
/** Two slashes anywhere in a path: behind `..`, from a page on a disk, they may be the host of a network share. */
const LEADS_TO_HOST = /^[^?#]*\/\//
const SCHEME = /^[^/?#]*:/

/** An address a reader may follow: http, https, mailto or relative. Anything else, and anything odd, is none. */
export function safeUrl(text: string): string | undefined {
  if (text === '' || text.length > MAX_URL || hasHiddenCharacter(text)) return undefined
  if (ABSOLUTE.test(text)) return text
  return SCHEME.test(text) || !RELATIVE.test(text) || LEADS_TO_HOST.test(text) ? undefined : text
}

/** Browsers skip some control characters in an address, so that what they hide becomes a scheme. */
function hasHiddenCharacter(text: string): boolean {
  return /[\x00-\x20\u00a0\u200b-\u200f\u2060\ufeff]|&(?:#|[a-z]+;)/i.test(text) || sanitizeText(text) !== text
}

/** Words with a link behind them; the words alone where the address is not safe. */
export function externalLink(address: string, content: Html): Html {
  const url = safeUrl(address)
  if (url === undefined) return content
  if (url.startsWith('#')) return html`<a href="${url}">${content}</a>`
  return html`<a href="${url}" rel="noreferrer noopener" target="_blank">${content}</a>`
}
