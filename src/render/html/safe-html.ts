/**
 * HTML that is safe by the way it is made. Every value put into an `html` template is escaped and its control characters
 * made visible; only what another template made goes in as it is. There is no way around it, so a string of a transcript
 * cannot become a tag or an attribute.
 */
import { sanitizeText } from '../../text/sanitize.ts'

let wrap: (markup: string) => Html
let unwrap: (value: Html) => string

/** Made by `html` and `joinHtml` alone. */
export class Html {
  readonly #markup: string

  private constructor(markup: string) {
    this.#markup = markup
  }

  static {
    wrap = markup => new Html(markup)
    unwrap = value => value.#markup
  }
}

/** Nothing is written for an absent value. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[]

/** A template of HTML: values stand between tags or inside quoted attributes; between attributes only other templates. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const slots = slotsOf(parts)
  let markup = parts[0] ?? ''
  for (let at = 0; at < values.length; at++) {
    checkValue(values[at], slots[at])
    markup += valueMarkup(values[at]) + (parts[at + 1] ?? '')
  }
  return wrap(markup)
}

export const NOTHING: Html = wrap('')

export function joinHtml(items: Iterable<Html>): Html {
  let markup = ''
  for (const item of items) markup += unwrap(item)
  return wrap(markup)
}

/** For a document or a page to take in. */
export function markupOf(value: Html): string {
  return unwrap(value)
}

export function isEmpty(value: Html): boolean {
  return unwrap(value) === ''
}

function valueMarkup(value: HtmlValue): string {
  if (value instanceof Html) return unwrap(value)
  if (typeof value === 'string') return escapeText(value)
  if (typeof value === 'number') return escapeText(String(value))
  if (Array.isArray(value)) return value.map(valueMarkup).join('')
  return ''
}

const MARKUP = /[&<>"']/
const EVERY_MARKUP = /[&<>"']/g
const ESCAPES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeText(text: string): string {
  const visible = sanitizeText(text)
  return MARKUP.test(visible) ? visible.replace(EVERY_MARKUP, character => ESCAPES[character] as string) : visible
}

/** Where a value stands in a template. */
type Slot = 'text' | 'tag' | 'attribute'

const slotsByTemplate = new WeakMap<TemplateStringsArray, readonly Slot[]>()

function slotsOf(parts: TemplateStringsArray): readonly Slot[] {
  const known = slotsByTemplate.get(parts)
  if (known) return known
  const slots: Slot[] = []
  let slot: Slot = 'text'
  for (const part of parts) {
    for (const character of part) slot = nextSlot(slot, character)
    if (slots.length < parts.length - 1) checkPart(part)
    slots.push(slot)
  }
  slotsByTemplate.set(parts, slots)
  return slots
}

function nextSlot(slot: Slot, character: string): Slot {
  if (slot === 'text') return character === '<' ? 'tag' : 'text'
  if (character === '"') return slot === 'tag' ? 'attribute' : 'tag'
  return slot === 'tag' && character === '>' ? 'text' : slot
}

/** In the place of a tag's name, or after `=` without quotes, a value would not be held by escaping. */
function checkPart(part: string): void {
  if (/(?:=\s*|<\/?[\w-]*)$/.test(part)) throw new Error(`A value may not stand here: ${part}`)
}

function checkValue(value: HtmlValue, slot: Slot | undefined): void {
  const isText = typeof value === 'string' || typeof value === 'number' || Array.isArray(value)
  if (slot === 'tag' && isText) throw new Error('Only a template may stand between attributes')
  if (slot === 'attribute' && value instanceof Html) throw new Error('A template may not stand inside an attribute')
}
