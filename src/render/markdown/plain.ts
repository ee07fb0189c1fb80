import { sanitizeLine, sanitizeText } from '../../text/sanitize.ts'

/** Transcript text with its control characters made visible. A lone carriage return began a line anew: so it does here. */
export function cleanText(text: string): string {
  return sanitizeText(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)
}

/** One line of transcript text that means nothing to a Markdown reader but its words. */
export function plain(text: string): string {
  const line = sanitizeLine(text)
  if (!/[\\`*[\]<&_~]|ftp:/i.test(line)) return escapeLineStart(line)
  const marked = eachRun(line, (run, hide) =>
    run.replace(/[\\`*[\]]|<(?![\d=-]|$)|&(?=[#\w])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, hide),
  )
  const struck = /~.*~/.test(marked) ? marked.replaceAll('~', '\\~') : marked
  return escapeLineStart(struck.replace(FTP, '$1\\$2'))
}

/** Readers make links of bare addresses; of these we want http and https alone. */
export const FTP = /(ftp:)(\/\/)/gi

type Hide = (char: string) => string

/**
 * Each run of characters between white space, with the way to escape in it. A bare address reaches to the next space and
 * takes a backslash with it, so behind one a character is written by its number.
 */
export function eachRun(text: string, write: (run: string, hide: Hide) => string, isBehindAddress = false): string {
  let isFirst = isBehindAddress
  return text.replace(/\s|\S+/g, run => {
    const isAddress = isFirst || /:\/\/|www\./i.test(run)
    isFirst = false
    return write(run, isAddress ? byNumber : withBackslash)
  })
}

const withBackslash: Hide = char => `\\${char}`
const byNumber: Hide = char => `&#${char.charCodeAt(0)};`

/** Inline code on one line, whatever backticks it holds; nothing for an empty text. */
export function codeSpan(text: string): string {
  const line = sanitizeLine(text)
  if (line === '') return ''
  const ticks = '`'.repeat(freeRun(line))
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${ticks}${pad}${line}${pad}${ticks}`
}

/** The shortest run of backticks that the text does not hold. */
function freeRun(text: string): number {
  const runs = new Set((text.match(/`+/g) ?? []).map(run => run.length))
  let length = 1
  while (runs.has(length)) length++
  return length
}

/** Code between fences that nothing in it can close. */
export function fence(text: string, language = ''): string {
  const body = trimNewlines(cleanText(text))
  const longest = (body.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const ticks = '`'.repeat(longest + 1)
  const safeLanguage = /^[A-Za-z][\w+#.-]{0,23}$/.test(language) ? language : ''
  return body.trim() === '' ? '' : `${ticks}${safeLanguage}\n${body}\n${ticks}`
}

function trimNewlines(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '\n') end--
  return text.slice(0, end)
}

/** Inline text that is safe already, for a cell of a table. */
export function tableCell(inline: string): string {
  return inline
    .replace(/\n/g, ' ')
    .replace(/(\\*)\|/g, (found, slashes: string) => (slashes.length % 2 === 1 ? found : `${slashes}\\|`))
}

/** A heading ends where its line ends; marks at the end of it would be taken for a part of its frame. */
export function heading(level: number, inline: string): string {
  const text = inline
    .replace(/\n/g, ' ')
    .replace(/(?<![\\#])(\\*)(#+)\s*$/, (found, slashes: string) => (slashes.length % 2 === 1 ? found : hideEnd(found)))
  return `${'#'.repeat(Math.min(6, Math.max(1, level)))} ${text}`.trimEnd()
}

function hideEnd(marks: string): string {
  return marks.replace('#', '\\#')
}

/** A section that readers show folded; the title is ours. */
export function folded(title: string, body: string): string {
  return `<details>\n<summary>${title}</summary>\n\n${body}\n\n</details>`
}

/** Blocks with an empty line between them; empty ones count for nothing. */
export function joinBlocks(blocks: readonly string[]): string {
  return blocks.filter(block => block !== '').join('\n\n')
}

export function quote(text: string): string {
  return prefixLines(text, '> ')
}

/** No spaces at the end of an empty line. */
export function prefixLines(text: string, prefix: string, first = prefix): string {
  const withPrefix = (line: string, before: string): string => (line === '' ? before.trimEnd() : before + line)
  return text
    .split('\n')
    .map((line, at) => withPrefix(line, at === 0 ? first : prefix))
    .join('\n')
}

/** What would make a line of words a heading, a list, a quote, a rule, a fence, a table or the definition of a link. */
const BLOCK_START =
  /^(?:#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|[-*_](?:\s*[-*_]){2,}\s*$|[=-]+\s*$|[|:\s-]+$|~{3,}|\||\[[^\]]*(?:$|\]:))/

export function escapeLineStart(line: string): string {
  const text = line.trim()
  if (BLOCK_START.test(text)) return `\\${text}`
  return text.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}
