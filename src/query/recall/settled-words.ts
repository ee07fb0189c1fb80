import { stripEcho } from '../../extract/strip-echo.ts'
import { isAscii } from '../../text/is-ascii.ts'
import { readOwnWords } from './own-words.ts'
import { listSentences } from './telling-lines.ts'

/**
 * Which sentences of a person settle something: a rule, a choice, a no. What they ask for is work, and is not told here:
 * the work itself shows it. Known by words, mostly English ones; what is not known stays unsaid.
 */
export interface SettledSentence {
  readonly text: string
  /** A rule or a no, which holds for longer than a choice on the way. */
  readonly isRule: boolean
}

/** Longer ones are no sentence that somebody typed. */
const MAX_SENTENCE = 400

export function listSettled(prompt: string): readonly SettledSentence[] {
  return listOwnSentences(prompt).flatMap(text => {
    // What stands between backticks is somebody else's.
    const said = text.replace(/`[^`]*`/g, '`…`')
    const isRule = RULES.some(rule => rule.test(said))
    const isSettled = isQuestion(said) ? turnsRequest(said) : isRule || CHOICES.some(choice => choice.test(said))
    return isSettled && !IDLE.test(said) ? [{ text, isRule }] : []
  })
}

/** What somebody said with a no counts as it is, but for questions and thoughts. */
export function listRefused(said: string): readonly SettledSentence[] {
  const settled = listSettled(said)
  if (settled.length > 0) return settled.map(({ text }) => ({ text, isRule: true }))
  const { text, pastedLines } = readOwnWords(stripEcho(said))
  if (pastedLines > 0 || text.length > MAX_SENTENCE) return []
  const rest = listOwnSentences(said, text.length)
  return rest
    .filter(sentence => !isQuestion(sentence) && !MUSING.test(sentence))
    .map(sentence => ({ text: sentence, isRule: true }))
}

function listOwnSentences(prompt: string, minChars?: number): readonly string[] {
  const own = readOwnWords(stripEcho(prompt)).text
  return listSentences(own, minChars === undefined ? undefined : Math.min(minChars, 4)).filter(
    text => text.length <= MAX_SENTENCE && !looksCopied(text),
  )
}

/** A line of a log, a diff or a commit that stands alone. */
function looksCopied(text: string): boolean {
  const signs = text.replace(isAscii(text) ? /[A-Za-z0-9\s.,'"`/_-]/g : /[\p{L}\p{N}\s.,'"`/_-]/gu, '').length
  return signs / text.length > 0.12 || /^[|*+]|\b(?:commit|sha) [0-9a-f]{12,}|\d\d:\d\d:\d\d|^\s*at \S+\(/.test(text)
}

function isQuestion(text: string): boolean {
  return (
    /[?？]["')]*\s*$/.test(text) || /^(?:why|what|how|where|when|which|who|is|are|does|do|did|can|could)\b/i.test(text)
  )
}

/** "Can we rename it on main instead?" asks politely for another course. */
function turnsRequest(text: string): boolean {
  return (
    /\b(?:can|could|would) (?:you|we)\b/i.test(text) &&
    /\binstead\b(?! of\b)|\bbut not\b|\bwithout\b|\brather than\b/i.test(text)
  )
}

/** A word or two before a clause, as people begin. */
const OPENING = String.raw`^(?:(?:ok(?:ay)?|yes|yeah|no|and|also|but|so|please|then|well|sure|hm+|oh|ah|actually|just|sorry|good|great|cool|nice)[,.!:]*\s+)*`
/** Where a clause begins. */
const CLAUSE = String.raw`(?:${OPENING}|[,;:–—(-]\s*(?:and |but |so |please |just )*|\b(?:and|but|so|please|just) )`

function clause(words: string): RegExp {
  return new RegExp(`${CLAUSE}(?:${words})`, 'i')
}

const RULES: readonly RegExp[] = [
  /\b(?:always|never|from now on|under no circumstances|at no point)\b/i,
  /\b(?:must(?:n'?t)?|has to be|have to be|shall) (?!have\b)/i,
  clause(
    String.raw`don'?t (?!know|see|understand|think|worry|have|get\b)|do not |stop (?!\w+ing\?)|avoid |leave \S+.* alone|keep (?:it|this|that|our|the|your|my|all|every)\b`,
  ),
  /^(?:no|nope|nein|non)[,.!]\s/i,
  /\bi (?:said|meant|did not (?:say|ask|mean)|didn'?t (?:say|ask|mean)|don'?t want)\b/i,
  /\b(?:that'?s|this is|it'?s) (?:not what|wrong\b)|^not (?:what|that|like|as|in|the)\b/i,
  /\b(?:only|just) (?:ever )?use\b|\bmake sure\b|\bno need (?:to|for)\b|\b(?:don'?t|doesn'?t|do not|does not) need\b|\bnot needed\b/i,
  /\b(?:niemals?|auf keinen fall|bitte (?:nicht|kein\w*)|nur noch|jamais|toujours|nunca|siempre)\b/i,
  /不要|不能|必须|总是|永远|しないで|してはいけ|必ず|常に|하지 ?마|반드시|항상/,
]

const CHOICES: readonly RegExp[] = [
  /\bshould(?:n'?t)?(?: (?:not|never|always|only|also|still|just))* (?:be|stay|go|come|use|return|keep|show|handle|run|work|write|read|live|call|only|install|send|add|move|say|take|match)\b(?! been)/i,
  /(?<!\bif )\bwe (?:want(?! to (?:see|know))|prefer|decided|chose|agreed|settled|keep|use|call|don'?t (?:use|want|do|support)|will (?:keep|use|not|only|stay|go|stick|never|always)|'?ll (?:keep|use|only|stay|go|stick))\b|\bwe'?ll (?:keep|use|not|only|stay|go|stick)\b|\bwe(?:'?re| are) not (?:doing|using|going|supporting|changing)\b/i,
  /\bi (?:do )?(?:prefer|chose|decided|want (?!to (?:know|see|understand|check|ask|test)\b)|like (?:option|the|your|that)|changed my mind|don'?t (?:want|like)|think we (?:should|can just|need))/i,
  /\blet'?s (?:please )?(?:use|keep|go with|stick|drop|remove|abandon|skip|leave|avoid|not|only|call|rename|stay|switch|replace|just|always|never|pause|wait with|make sure)\b/i,
  clause(
    String.raw`(?:use|keep|switch to|go with|stick (?:to|with)|drop|abandon|skip|revert|undo|take) (?!.*\b(?:skill|plugin|agents?|subagents?|superpowers?|lsp|mcp|tool)\b)`,
  ),
  /\binstead(?: of\b|\W*$|,? (?:please|because|as|since)\b)|\brather than\b|,\s*not (?:the|a|an|as|in|on|with|by|via|from|you|just|only)\b|\b(?:and|but) not\b/i,
  /\bonly (?:the|when|if|for|in|on|with|change|as)\b|\bfor now\b|\bout of scope\b|\bnot (?:yet|now)\b/i,
  /\b(?:is|are) (?:right|wrong|intended|intentional|on purpose|by design|correct|fine as)\b/i,
  /\b(?:stattdessen|sondern|lieber|immer|plutôt|à la place|en lugar de|en vez de|mejor)\b/i,
  /改为|改用|而不是|决定|ではなく|にしましょう|使わない|대신|로 하자/,
]

/** Says how it is, or thanks; nothing is settled by it. */
const IDLE =
  /\bi (?:think|guess|believe) (?:it|that|this)\b.*\b(?:fail|broken|bug|because)|^(?:wait|hold on)[^.]{0,30}(?:talk|discuss|think)|\bwould be (?:great|nice) if\b|\b(?:considering|wondering|not sure) (?:if|whether)\b|^tell me\b/i
const MUSING =
  /^(?:oh\b|hm+\b|i (?:think|guess|wonder)|maybe|perhaps|seems?\b|looks? like|wait\b|hold on|let'?s (?:talk|discuss|think|pause)|one moment|not sure)/i
