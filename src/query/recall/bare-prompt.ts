import { isAscii } from '../../text/is-ascii.ts'

/** More is a sentence that says something. */
const MAX_WORDS = 8
/** As long as that many of these words can be, with signs around them. */
const MAX_BARE = 160

/**
 * The prompt says no more than "yes" or "go on": what it is about stands in the one before. Anything with a word of its
 * own ("switch to postgres", "now write the tests") speaks for itself.
 */
export function isBarePrompt(prompt: string): boolean {
  if (prompt.length > MAX_BARE) return false
  const said = prompt.toLowerCase().replaceAll('’', "'")
  const words = said.match(isAscii(said) ? /[a-z0-9']+/g : /[\p{L}\p{M}\p{N}']+/gu) ?? []
  return words.length <= MAX_WORDS && words.every(word => BARE.has(word) || /^\d{1,2}$/.test(word) || OTHERS.test(word))
}

/**
 * The same for prompts that only have done what every session ends with: "commit and push", "run the tests again". What was
 * worked on stands in those before.
 */
export function isChorePrompt(prompt: string): boolean {
  if (prompt.length > MAX_CHORE) return false
  const words =
    prompt
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[^\s.,;:!?()"]+/g) ?? []
  const isChore = (word: string): boolean => CHORES.test(word)
  return words.some(isChore) && words.every(word => isChore(word) || AROUND.test(word) || BARE.has(word))
}

const MAX_CHORE = 90
const CHORES =
  /^(?:(?:git-?)?commit(?:s|ted)?|push(?:ed)?|pr|merge|rebase|squash|run|re-?run|deploy|release|ship|lint|format|prettier|update|open|tag|committen|commite|pushen|pushe?|提交(?:代码)?|推送|运行测试|コミットして(?:ください)?|プッシュして)$/
const AROUND =
  /^(?:git|tests?|suite|unit|linter?|formatter|checks?|build|ci|changes|everything|work|branch|main|master|origin|upstream|remote|draft|pull|request|create|docs?|documentation|changelog|readme|version|notes|message|with|if|when|they|pass(?:es)?|green|ready|up|off|from|into|my|our|your|und|then|after|before|be|und|dann|noch|die|das|los|y|et|out|sure|code|github|stage|staging|production|prod)$/

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
