import { CHAT_STEMS, TRADE_STEMS } from './chat-stems.ts'

/** Files that every project has. */
const USUAL_FILE =
  /^(?:\S*[\\/])?(?:claude|readme|changelog|agents|license|contributing|todo)(?:\.(?:md|txt))?$|^(?:\S*[\\/])?(?:package|tsconfig)\.json$|^\.(?:gitignore|env)$/i

/** What a word is worth by itself, 0 to 1, before it is known how rare it is. */
export function worthOf(text: string, stems: readonly string[]): number {
  if (USUAL_FILE.test(text) || stems.every(isChatStem)) return CHAT_WORTH
  return stems.every(stem => isChatStem(stem) || TRADE_STEMS.has(stem)) ? TRADE_WORTH : 1
}

export const CHAT_WORTH = 0.12
const TRADE_WORTH = 0.5

/** Small numbers, and pairs of letters that are endings and particles in Japanese. */
const NO_WORD = /^\d{1,2}$|^[\u3041-\u309f]+$/

/** As the index writes it. */
export function isChatStem(stem: string): boolean {
  return CHAT_STEMS.has(stem) || NO_WORD.test(stem)
}

/** Polite and encouraging phrases of scripts without spaces, which cannot be told apart by words. */
const CHAT_PHRASES =
  /お願いします|ください|下さい|ありがとう(?:ございます)?|続けて|続き|はい|いいえ|了解(?:です)?|大丈夫(?:です)?|もう一度|進めて|修正して|直して|実行して|谢谢|謝謝|请|請|继续|繼續|好的|可以|没问题|再试一次|修复一下|修一下|改一下|运行|执行|提交|推送|是的|不是|계속|해\s?주세요|주세요|감사합니다|고마워(?:요)?|네|아니요|좋아요|다시|수정|실행|커밋/gu

export function withoutChatPhrases(text: string): string {
  return text.replace(CHAT_PHRASES, ' ')
}
