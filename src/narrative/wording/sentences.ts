import { isAscii } from '../../text/is-ascii.ts'
import { stripEmphasis } from '../../text/strip-emphasis.ts'

const MIN_LINE = 12
const MAX_SENTENCES = 400

/** Sentences of the prose without the signs of Markdown; code between fences, tables and headings are left out. */
export function listSentences(text: string, minChars = MIN_LINE): readonly string[] {
  return listLines(text)
    .map(line => line.replace(/^\s*(?:[-*•]|\d+[.)]|>)\s+/, '').trim())
    .map(stripEmphasis)
    .filter(line => line !== '' && !/^[|+=_~#-]|[:：]$/.test(line))
    .flatMap(splitSentences)
    .filter(line => line.length >= minChars || CJK.test(line))
    .slice(0, MAX_SENTENCES)
}

/** Of one line of prose; a dot behind an abbreviation ends none. */
export function splitSentences(line: string): readonly string[] {
  return line.split(isAscii(line) ? ASCII_END : SENTENCE_END).map(sentence => sentence.trim())
}

const ABBREVIATED =
  '(?<!\\b(?:[eE]\\.g|[iI]\\.e|vs|cf|approx|resp|incl|esp|No|Nos|Fig|Eq|Dr|Mr|Mrs|Ms|St|z\\.B|d\\.h|bzw|ca|p\\. ex)\\.)'
const ASCII_END = new RegExp(`(?<=[.!?])${ABBREVIATED}\\s+(?=[A-Z\`"'(])`)
const SENTENCE_END = new RegExp(`(?<=[.!?])${ABBREVIATED}\\s+(?=[\\p{Lu}\`"'(])|(?<=[。！？])`, 'u')
const CJK = /[\u3040-\u9fff\uac00-\ud7ff]/

/** Lines outside of code; those that were broken at a width are one again. */
export function listLines(text: string): readonly string[] {
  const lines: string[] = []
  let before = ''
  for (const line of withoutCode(text).split('\n')) {
    if (goesOn(before, line)) lines.push(`${lines.pop()} ${line.trim()}`)
    else lines.push(line)
    before = line
  }
  return lines
}

/** As wide as lines are that somebody broke. */
const MIN_WRAPPED = 40
const MIN_SURELY_WRAPPED = 60

function goesOn(before: string, line: string): boolean {
  const text = line.trimStart()
  if (text === '' || before.length < MIN_WRAPPED || STARTS_LINE.test(text) || NO_PROSE.test(before)) return false
  if (ENDS_LINE.test(before)) return false
  if (/^[\p{Ll}(`\d]/u.test(text)) return true
  return text === line && before.length >= MIN_SURELY_WRAPPED
}

/** Items of lists, headings, tables, quotations and rulers begin a line of their own. */
const STARTS_LINE = /^(?:[-*•+]\s|\d{1,3}[.)]\s|[#>|=~_]|\*\*|✅|✓|✔|❌|⚠)/u
const NO_PROSE = /^\s*[#>|=~_]/
/** A sentence that is over, a line before a list, or one that Markdown breaks on purpose. */
const ENDS_LINE = /[.!?:;。！？：…]["')*\]]*$| {2}$|\\$/

/** An odd number of fences: what stands behind the last is code as well. */
function withoutCode(text: string): string {
  if (!text.includes('```')) return text
  return text
    .split(/^\s*```.*$/m)
    .filter((_, at) => at % 2 === 0)
    .join('\n')
}
