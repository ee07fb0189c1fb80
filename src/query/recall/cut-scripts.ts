import { isCjk } from '../../text/split-name.ts'

/** Begins with a letter of a script that puts no spaces between its words. */
export function hasNoSpaces(text: string): boolean {
  return isCjk(text.codePointAt(0) ?? 0)
}

const KANA = /[\u3041-\u30ff]/
/**
 * Katakana; characters, where there is one alone with the letter behind it, as the index has pairs; Hangul; anything else
 * in a row. Hiragana is endings and particles.
 */
const JAPANESE =
  /[\u30a1-\u30fa\u30fc-\u30ff]{2,}|[\u3005\u3400-\u9fff]{2,}|[\u3005\u3400-\u9fff][\u3041-\u309f]|[\uac00-\ud7ff]+|[^\u3000-\u30ff\u3400-\u9fff\uac00-\ud7ff\uff01-\uff65\s]+/g
/** Without kana nothing tells where a word ends, but for signs and letters of other scripts. */
const CHINESE = /[\u3400-\u9fff\uac00-\ud7ff]+|[^\u3000-\u303f\u3400-\u9fff\uac00-\ud7ff\uff01-\uff65\u201c\u201d\s]+/g

/** Katakana of the length of one word: two letters of it are a part of any other. */
export function isWhole(text: string): boolean {
  return /^[\u30a1-\u30fa\u30fc-\u30ff]{2,6}$/.test(text)
}

/** A run without spaces as what may be its words; other text as it is. */
export function cutScripts(piece: string): readonly string[] {
  for (const letter of piece) {
    if (isCjk(letter.codePointAt(0) as number)) return piece.match(KANA.test(piece) ? JAPANESE : CHINESE) ?? []
  }
  return [piece]
}
