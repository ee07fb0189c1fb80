import { isAscii } from '../../text/is-ascii.ts'
import { stripEmphasis } from '../../text/strip-emphasis.ts'

const MIN_LINE = 12
const MAX_SENTENCES = 400

/** Sentences of the prose without the signs of Markdown; code between fences, tables and headings are left out. */
export function listSentences(text: string, minChars = MIN_LINE): readonly string[] {
  return withoutCode(text)
    .split('\n')
    .map(line => line.replace(/^\s*(?:[-*•]|\d+[.)]|>)\s+/, '').trim())
    .map(stripEmphasis)
    .filter(line => line !== '' && !/^[|+=_~#-]|[:：]$/.test(line))
    .flatMap(line => line.split(isAscii(line) ? ASCII_END : SENTENCE_END))
    .map(line => line.trim())
    .filter(line => line.length >= minChars || CJK.test(line))
    .slice(0, MAX_SENTENCES)
}

const ASCII_END = /(?<=[.!?])\s+(?=[A-Z`"'(])/
const SENTENCE_END = /(?<=[.!?])\s+(?=[\p{Lu}`"'(])|(?<=[。！？])/u
const CJK = /[\u3040-\u9fff\uac00-\ud7ff]/

/** An odd number of fences: what stands behind the last is code as well. */
function withoutCode(text: string): string {
  if (!text.includes('```')) return text
  return text
    .split(/^\s*```.*$/m)
    .filter((_, at) => at % 2 === 0)
    .join('\n')
}
