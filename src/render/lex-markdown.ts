import { Lexer, type MarkedOptions, type TokensList } from 'marked'

/** Nobody writes longer texts by hand. */
const MAX_LENGTH = 100_000
/** Lines of one item or block of HTML, or behind a quote without its mark: taken in in quadratic time (10,000: 1 s). */
const MAX_LINES = 1000
/** Items without words and underlines, which change what stands above them. */
const MAX_EMPTY = 1000
/** Items of lists: 25,000 take 1 s; and those with a box to tick: 12,500 take 1.8 s. */
const MAX_ITEMS = 10_000
const MAX_TASKS = 4000
/** Quotes and lists in each other at the beginning of one line, and spaces before an item: each level is read again. */
const MAX_NESTED = 40
const MAX_INDENT = 120
/** Of all paragraphs, cells and items, the sum of marks times length: marks that nothing closes are looked for to the end. */
const MAX_INLINE = 3_000_000
/** What other marks cost of what one of emphasis costs. */
const OTHER_MARKS = 0.1
/** Before an `@`, each letter of a word could begin an address. */
const MAX_WORD = 5000

/**
 * Markdown as tokens; undefined where it would take too long or too much of the stack, so that a text is better shown as
 * it is. The numbers were measured with marked 18.2 and texts made to be slow: what passes takes
 * well under a second.
 */
export function lexMarkdown(text: string, options?: MarkedOptions): TokensList | undefined {
  const source = text.replace(/\r\n?/g, '\n')
  if (source.length > MAX_LENGTH || hasCostlyBlocks(source)) return undefined
  try {
    const lexer = new Lexer(options)
    lexer.blockTokens(source, lexer.tokens)
    // The lexer finds all blocks first and what stands inside them later: in between is the place to look.
    const inside = lexer.inlineQueue
    if (inside.reduce((sum, { src }) => sum + inlineCost(src), 0) > MAX_INLINE) return undefined
    for (const { src, tokens } of inside) {
      lexer.state.inRawBlock = false
      lexer.inlineTokens(src, tokens)
    }
    return lexer.tokens
  } catch {
    // Nesting deep enough to exhaust the stack.
    return undefined
  }
}

const NESTED = new RegExp(`^(?:[ \\t]*(?:>|[-+*]|\\d{1,9}[.)])){${MAX_NESTED}}`)
const QUOTE = /^(?:[ \t]{0,3}>[ \t]?)+/
/** What stands before it, and whether it begins with a box to tick. */
const ITEM = /^([ \t]*)(?:[-+*]|\d{1,9}[.)])[ \t]+(\[[ xX]\])?/
const EMPTY_ITEM = /^[ \t]*(?:[-+*=]+|\d{1,9}[.)])[ \t]*$/

function hasCostlyBlocks(text: string): boolean {
  const counts = { items: 0, tasks: 0, empty: 0 }
  /** Of the item or block of HTML that a line may go on with; undefined outside of both. */
  let lines: number | undefined
  /** Behind a quote, without its mark; undefined where there is no quote to go on with. */
  let lazyLines: number | undefined
  let isAfterBlank = true
  for (const line of text.split('\n')) {
    if (line.trim() === '') {
      isAfterBlank = true
      lazyLines = undefined
      continue
    }
    const words = line.replace(QUOTE, '')
    if (words !== line) lazyLines ??= 0
    else if (lazyLines !== undefined) lazyLines++
    const item = ITEM.exec(words)
    if (item) counts.items++
    if (item?.[2]) counts.tasks++
    const isEmptyItem = EMPTY_ITEM.test(words)
    if (isEmptyItem) counts.empty++
    if (item) lines = 0
    else if (isEmptyItem || words.startsWith('<')) lines = (lines ?? 0) + 1
    else if (isAfterBlank && !/^[ \t]/.test(words)) lines = undefined
    else if (lines !== undefined) lines++
    isAfterBlank = false
    if (Math.max(lines ?? 0, lazyLines ?? 0) > MAX_LINES) return true
    if ((item?.[1]?.length ?? 0) > MAX_INDENT || NESTED.test(line)) return true
  }
  return counts.items > MAX_ITEMS || counts.tasks > MAX_TASKS || counts.empty > MAX_EMPTY
}

function inlineCost(text: string): number {
  if (text.length > MAX_WORD && text.includes('@') && text.split(/\s+/).some(isLongAddress)) return MAX_INLINE + 1
  const emphasis = text.match(/[*_~]/g)?.length ?? 0
  const others = text.match(/[`<![\]\\&@]/g)?.length ?? 0
  return (emphasis + others * OTHER_MARKS) * text.length
}

function isLongAddress(word: string): boolean {
  return word.length > MAX_WORD && word.includes('@')
}
