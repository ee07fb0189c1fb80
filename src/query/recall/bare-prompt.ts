import { isAscii } from '../../text/is-ascii.ts'

/** More is a sentence that says something. */
const MAX_WORDS = 8

/**
 * The prompt says no more than "yes" or "go on": what it is about stands in the one before. Anything with a word of its
 * own ("switch to postgres", "now write the tests") speaks for itself.
 */
export function isBarePrompt(prompt: string): boolean {
  const said = prompt.toLowerCase().replaceAll('’', "'")
  const words = said.match(isAscii(said) ? /[a-z0-9']+/g : /[\p{L}\p{M}\p{N}']+/gu) ?? []
  return words.length <= MAX_WORDS && words.every(word => BARE.has(word) || /^\d{1,2}$/.test(word) || OTHERS.test(word))
}

const BARE: ReadonlySet<string> = new Set(
  `yes y yeah yep yup ya ok okay k sure fine right correct exactly agreed absolutely definitely indeed please pls thanks
  thank thx you good great perfect nice cool awesome excellent lgtm looks sounds all is it it's that that's this these them
  those both go going ahead on continue proceed resume carry keep next do done so then now and also too again try just let
  let's lets us we can i like works for me with a the an to of in option number step first second third last one two three
  implement apply fix make same way more`.split(/\s+/),
)
/** The same in other languages. */
const OTHERS =
  /^(?:ja|jo|gut|weiter|mach|bitte|danke|oui|continue|vas|sí|si|claro|sigue|sim|continua|да|давай|дальше|продолжай|好|好的|可以|继续|是|对|はい|続けて|お願いします|네|응|계속|좋아요?)$/
