import { lexer, type Token, type Tokens } from 'marked'

/** What a reader that knows nothing of us makes of a document. */
export interface Structure {
  /** Raw HTML, wherever it stands. */
  readonly html: readonly string[]
  readonly links: readonly string[]
  readonly images: readonly string[]
  /** Headings outside of quotes and lists, as level and text. */
  readonly headings: readonly (readonly [level: number, text: string])[]
}

export function structureOf(markdown: string): Structure {
  const html: string[] = []
  const links: string[] = []
  const images: string[] = []
  const tokens = lexer(markdown)
  for (const token of walk(tokens)) {
    if (token.type === 'html') html.push(token.raw.trim())
    if (token.type === 'link' || token.type === 'def') links.push((token as Tokens.Link).href)
    if (token.type === 'image') images.push((token as Tokens.Image).href)
  }
  const headings = tokens
    .filter((token): token is Tokens.Heading => token.type === 'heading')
    .map(token => [token.depth, token.text] as const)
  return { html, links, images, headings }
}

function* walk(tokens: readonly Token[]): Iterable<Token> {
  for (const token of tokens) {
    yield token
    if (token.type === 'list') for (const item of (token as Tokens.List).items) yield* walk(item.tokens)
    else if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table
      for (const cell of [...header, ...rows.flat()]) yield* walk(cell.tokens)
    } else if ('tokens' in token && token.tokens) yield* walk(token.tokens)
  }
}

/** Tags of our folds, with our own words in them, and the anchors of turns. */
const OWN_HTML =
  /^(?:<a id="turn-\d+">|<\/a>|<details>\n<summary>(?:Thinking|Summary|Tried and rewound[:\d a-z–]*)<\/summary>|<\/details>)$/

export function foreignHtml({ html }: Structure): readonly string[] {
  return html.filter(raw => !OWN_HTML.test(raw))
}

/** As browsers read an address: entities decoded, white space and controls taken out. */
export function unsafeLinks({ links }: Structure): readonly string[] {
  return links.filter(link => {
    const read = link
      .replace(/&(?:colon|#0*58|#x0*3a);?/gi, ':')
      .replace(/&(?:Tab|NewLine|#0*9|#0*10|#x0*[9a]);?/gi, '')
      .replace(/[\s\x00-\x1f\\]/g, '')
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(read)?.[1]?.toLowerCase()
    return scheme !== undefined && !['http', 'https', 'mailto'].includes(scheme)
  })
}
