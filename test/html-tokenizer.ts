/**
 * A strict reader of the HTML that render/html makes. It knows far less than a browser: whatever it does not know is a
 * problem, so that a hole in the escaping cannot hide in a corner of the HTML standard.
 */
const VOID = new Set(['br', 'hr'])
const TAGS = new Set(
  `article header div p span h1 h2 h3 h4 h5 h6 a code pre ul ol li dl dt dd table thead tbody tr th td
  blockquote strong em del br hr mark details summary figure figcaption time`.split(/\s+/),
)
const ATTRIBUTES = new Set(
  `class id href rel target aria-label aria-hidden tabindex open datetime value colspan data-kind data-level data-uuid
  data-turn data-tool data-status data-agent data-edge data-lang data-media data-body`.split(/\s+/),
)

const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)>/y
const TEXT = /[^<>]+/y
const ENTITY = /&(?!(?:amp|lt|gt|quot|#39);)/
const HIDDEN = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/

export interface ReadHtml {
  /** What is wrong with it; empty for good HTML. */
  readonly problems: readonly string[]
  /** What a person reads, entities decoded; a space between elements. */
  readonly text: string
  readonly tags: readonly string[]
  readonly links: readonly string[]
}

export function readHtml(markup: string): ReadHtml {
  const problems: string[] = []
  const open: string[] = []
  const tags: string[] = []
  const links: string[] = []
  let text = ''
  if (HIDDEN.test(markup)) problems.push('a control character')
  if (!markup.isWellFormed()) problems.push('half a character')
  if (ENTITY.test(markup)) problems.push(`an entity of somebody else: ${markup.slice(markup.search(ENTITY), 20)}`)
  for (let at = 0; at < markup.length; ) {
    TEXT.lastIndex = at
    const words = TEXT.exec(markup)
    if (words) {
      text += words[0]
      at = TEXT.lastIndex
      continue
    }
    TAG.lastIndex = at
    const tag = TAG.exec(markup)
    if (!tag) return { problems: [...problems, `no tag: ${markup.slice(at, at + 80)}`], text, tags, links }
    at = TAG.lastIndex
    const [, end, name, attributes] = tag as unknown as [string, string, string, string]
    if (!TAGS.has(name)) problems.push(`<${name}>`)
    if (end === '/') {
      const opened = open.pop()
      if (opened !== name) problems.push(`</${name}> closes <${opened}>`)
      if (attributes !== '') problems.push(`</${name}${attributes}>`)
    } else {
      tags.push(name)
      if (!VOID.has(name)) open.push(name)
      problems.push(...checkAttributes(name, attributes, links))
    }
    if (!/^(?:span|a|strong|em|del|code|mark)$/.test(name)) text += ' '
  }
  if (open.length > 0) problems.push(`left open: ${open.join(' ')}`)
  return { problems, text: decode(text), tags, links }
}

function checkAttributes(tag: string, text: string, links: string[]): string[] {
  const problems: string[] = []
  const found = new Map<string, string>()
  for (const [, name = '', value] of text.matchAll(/ ([a-z-]+)(?:="([^"<>]*)")?/g)) {
    if (!ATTRIBUTES.has(name)) problems.push(`${name}= in <${tag}>`)
    if (found.has(name)) problems.push(`${name}= twice in <${tag}>`)
    found.set(name, decode(value ?? ''))
  }
  const href = found.get('href')
  if (href !== undefined) {
    links.push(href)
    if (tag !== 'a' || !isSafeLink(href, found)) problems.push(`link ${href}`)
  }
  for (const [name, value] of found) if (!isPlainValue(name, value)) problems.push(`${name}="${value}"`)
  return problems
}

/** By the address parser of browsers, not by ours. */
function isSafeLink(href: string, attributes: ReadonlyMap<string, string>): boolean {
  if (/^#[\w=-]*$/.test(href)) return true
  const base = 'https://here.invalid/folder/page.html'
  const url = URL.canParse(href, base) ? new URL(href, base) : undefined
  if (!url || !['http:', 'https:', 'mailto:'].includes(url.protocol)) return false
  const namesItsHost = /^(?:https?:\/\/|mailto:)/i.test(href)
  if (!namesItsHost && url.host !== 'here.invalid') return false
  if (href.startsWith('#')) return true
  return attributes.get('rel') === 'noreferrer noopener' && attributes.get('target') === '_blank'
}

function isPlainValue(name: string, value: string): boolean {
  switch (name) {
    case 'class':
      return /^[a-z][a-z0-9-]*(?: [a-z][a-z0-9-]*)*$/.test(value)
    case 'id':
    case 'data-uuid':
    case 'data-media':
      return /^[\w=.+-]{1,80}$/.test(value)
    case 'data-lang':
      return /^[a-z0-9+#.-]{1,20}$/.test(value)
    case 'tabindex':
      return value === '0'
    case 'open':
      return value === ''
    default:
      return true
  }
}

const ENTITIES: { readonly [entity: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_whole, name) => ENTITIES[name] as string)
}
