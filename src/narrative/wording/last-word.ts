import { stripEcho } from '../../extract/strip-echo.ts'
import { isAscii } from '../../text/is-ascii.ts'
import { readsLikeOrder } from '../../text/quote-history.ts'
import { stripEmphasis } from '../../text/strip-emphasis.ts'
import { displayWidth } from '../../text/width.ts'
import { isLeftOpen, stripCheer, tellsNothing } from './answer-points.ts'

/** What an answer says stands at its beginning. */
const MAX_READ = 4000
const MAX_LINES = 60
/** Narrower ones are taken where there is nothing else. */
const WIDTH = 30
const MIN_WIDTH = 20
/** What stood before a colon and says little without what followed it. */
const MIN_LEAD = 40

/**
 * The sentence of an answer to quote where there is room for one: what it begins with, where that says something, else
 * the first sentence of its prose that does. Items of lists are parts of something, and are left to others.
 */
export function findLastWord(answer: string): string | undefined {
  const [first, ...others] = listProse(stripEcho(answer.slice(0, MAX_READ)))
  if (first === undefined) return undefined
  const begins = splitLine(first, MIN_LEAD)
  const goesOn = others.flatMap(line => splitLine(line))
  return firstTelling(begins, WIDTH) ?? firstTelling(goesOn, WIDTH) ?? firstTelling([...begins, ...goesOn], MIN_WIDTH)
}

/** Lines that are no list, table, heading, quotation or code. */
function listProse(text: string): readonly string[] {
  let isCode = false
  const prose: string[] = []
  for (const line of text.split('\n', MAX_LINES)) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    else if (!isCode && !NO_PROSE.test(line)) prose.push(line.trim())
  }
  return prose
}

const NO_PROSE = /^\s*(?:$|[-*•+]\s|\d{1,2}[.)]\s|[|>#=_~`]|✅|✓|✔|❌|⚠|\*\*[^*]{1,80}\*\*:?\s*$)/u

/** `minLead`: what ends with a colon counts too, from so many signs on. */
function splitLine(line: string, minLead?: number): readonly string[] {
  const sentences = stripEmphasis(line)
    .split(SENTENCE_END)
    .map(sentence => stripCheer(sentence.trim()))
  const last = sentences.at(-1) ?? ''
  if (!/[:：]$/.test(last)) return sentences
  const lead = last.replace(DANGLING, '')
  return minLead !== undefined && lead.length >= minLead ? [...sentences.slice(0, -1), lead] : sentences.slice(0, -1)
}

const SENTENCE_END = /(?<=[.!?])\s+(?=[\p{Lu}`"'(])|(?<=[。！？])/u
/** `… which covers:`, `… so that it now:` */
const DANGLING =
  /(?:[,;]? (?:(?:that|which|it|and|now|so|this|also|will)\b ?){0,4}(?:documents?|covers?|includes?|does|provides?|covering|including|with|by|to|for|because|via|as follows|like)?)?\s*[:：]$/i

function firstTelling(sentences: readonly string[], minWidth: number): string | undefined {
  return sentences.find(
    sentence =>
      displayWidth(sentence) >= minWidth &&
      (/\S\s+\S+\s+\S/.test(sentence) || !isAscii(sentence)) &&
      !tellsNothing(sentence) &&
      !IDLE.test(sentence) &&
      !isLeftOpen(sentence) &&
      !readsLikeOrder(sentence),
  )
}

/** All is well, ready, or about to be told. */
const IDLE =
  /^(?:all|both|every\w*|lint\w*|tests?|clean)\b.{0,70}\b(?:clean|green|pass\w*|fixed|done|complete[d]?|resolved)\b|^(?:now )?ready\b|\blet me\b|^i (?:think i )?(?:now )?(?:see|understand)\b/i
