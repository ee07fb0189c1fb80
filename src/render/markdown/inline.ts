import type { Token, Tokens } from 'marked'
import { codeSpan, eachRun, FTP, plain } from './plain.ts'
import { encodeAddress, isSafeAddress } from './safe-link.ts'

export interface InlineOptions {
  /** Line breaks inside a paragraph are kept: people mean them, models do not. */
  readonly keepsBreaks: boolean
}

/** Writes the inside of a paragraph anew: emphasis, code and harmless links as they were, all else as words. */
export function renderInline(tokens: readonly Token[], options: InlineOptions): string {
  return tokens.reduce((written, token) => append(written, token, options), '')
}

/** The same on one line. */
export function renderInlineLine(tokens: readonly Token[]): string {
  return renderInline(tokens, { keepsBreaks: false }).replace(/\\?\n/g, ' ').trim()
}

function append(written: string, token: Token, options: InlineOptions): string {
  const draw = INLINES.get(token.type)
  if (draw) return joinRuns(written, draw(token, options))
  if ('tokens' in token && token.tokens) return written + renderInline(token.tokens, options)
  const text = renderText(token.raw, options, () => endsInAddress(written))
  // `[a]` and `(b)` may come apart and would be a link when put together.
  return written + (written.endsWith(']') && text.startsWith('(') ? `\\${text}` : text)
}

/** A backslash would undo the mark that follows it; a mark of exclamation would make an image of a link. */
function joinRuns(written: string, next: string): string {
  if (/^[!-/:-@[-`{-~]/.test(next) && endsUnescaped(written, '\\')) return `${written}\\${next}`
  if (next.startsWith('[') && endsUnescaped(written, '!')) return `${written.slice(0, -1)}\\!${next}`
  return written + next
}

function endsUnescaped(written: string, char: string): boolean {
  if (!written.endsWith(char)) return false
  let slashes = 0
  for (let at = written.length - 2; at >= 0 && written[at] === '\\'; at--) slashes++
  return slashes % 2 === 0
}

type Inline = (token: Token, options: InlineOptions) => string

const INLINES: ReadonlyMap<string, Inline> = new Map<string, Inline>([
  ['strong', (token, options) => around(token as Tokens.Strong, 2, options)],
  ['em', (token, options) => around(token as Tokens.Em, 1, options)],
  ['del', (token, options) => `~~${renderInline((token as Tokens.Del).tokens, options)}~~`],
  ['codespan', token => codeSpan((token as Tokens.Codespan).text)],
  ['escape', token => token.raw],
  ['br', () => '\\\n'],
  ['link', (token, options) => link(token as Tokens.Link, options)],
  ['image', token => image(token as Tokens.Image)],
  ['checkbox', () => ''],
])

function around(token: Tokens.Strong | Tokens.Em, length: number, options: InlineOptions): string {
  const mark = token.raw.slice(0, length)
  return `${mark}${renderInline(token.tokens, options)}${mark}`
}

/** A bare address stays bare. What must not be followed is shown behind its words. */
function link(token: Tokens.Link, options: InlineOptions): string {
  const isBare = token.raw === token.text || token.raw === `<${token.text}>`
  if (!isSafeAddress(token.href))
    return isBare ? codeSpan(token.text) : `${words(token, options)} (${shown(token.href)})`
  if (isBare) return token.raw
  const title = token.title ? ` "${plain(token.title).replaceAll('"', '\\"')}"` : ''
  return `[${words(token, options)}](${encodeAddress(token.href)}${title})`
}

/** Links do not nest, so neither do the images that become links. */
function words(token: Tokens.Link, options: InlineOptions): string {
  const inner = token.tokens.map(child =>
    child.type === 'link' || child.type === 'image'
      ? plain((child as Tokens.Link).text)
      : renderInline([child], options),
  )
  return inner.join('').replace(/\\?\n/g, ' ')
}

/** Looking at an export must not load anything from anywhere. */
function image(token: Tokens.Image): string {
  const name = plain(`image: ${token.text === '' ? 'untitled' : token.text}`)
  return isSafeAddress(token.href) ? `[${name}](${encodeAddress(token.href)})` : `${name} (${shown(token.href)})`
}

const MAX_ADDRESS = 200

function shown(address: string): string {
  const code = codeSpan(address.length > MAX_ADDRESS ? `${address.slice(0, MAX_ADDRESS)}…` : address)
  return code === '' ? 'no address' : code
}

/** Nobody looks further back than this: escaping by number is never wrong. */
const MAX_LOOK = 500

function endsInAddress(written: string): boolean {
  const tail = written.slice(-MAX_LOOK)
  const run = tail.slice(tail.search(/\S*$/))
  return run.length === MAX_LOOK || /:\/\/|www\./i.test(run)
}

/** As it was written, but for what other readers could take for HTML, code or a link. */
function renderText(raw: string, { keepsBreaks }: InlineOptions, isBehindAddress: () => boolean): string {
  const lines = raw.includes('\n') ? raw.replace(/[ \t]*\n/g, '\n') : raw
  const safe = /[<`]|\]\(|ftp:/i.test(lines) ? hideMarks(lines, isBehindAddress()) : lines
  return keepsBreaks ? safe.replaceAll('\n', '\\\n') : safe
}

function hideMarks(text: string, isBehindAddress: boolean): string {
  const write = (run: string, hide: (char: string) => string): string =>
    run
      .replace(/(\\*)(<(?![\d=<-])|`)/g, (_found, slashes: string, char: string) =>
        slashes.length % 2 === 0 ? `${slashes}${hide(char)}` : `${slashes}&#${char.charCodeAt(0)};`,
      )
      .replace(/\]\(/g, `]${hide('(')}`)
  return eachRun(text, write, isBehindAddress).replace(FTP, '$1\\$2')
}
