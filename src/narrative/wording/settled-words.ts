import { leavesIt } from './leaves-it.ts'
import { mayBeElsewhere, settlesElsewhere } from './settled-languages.ts'
import { fits, patterns, TURNS } from './settled-patterns.ts'
import { listTyped } from './typed-words.ts'

/**
 * Which sentences of a person settle something: a rule, a choice, a no. What they ask for is work, and is not told here:
 * the work itself shows it. How things behave is told in the same words ("it always fails"): where a sentence may be
 * either, it is not told. Known by words, mostly English ones; what is not known stays unsaid.
 */
export interface SettledSentence {
  readonly text: string
  /** A rule or a no, which holds for longer than a choice on the way. */
  readonly isRule: boolean
  /** Takes back or changes what was said before. */
  readonly isTurn: boolean
  /** Says something to who does not know what was said before it. */
  readonly isWhole: boolean
}

/** `typed` gives what `listTyped` gives of the prompt. */
export function listSettled(prompt: string, typed = () => listTyped(prompt)): readonly SettledSentence[] {
  // Most prompts have none of the words: what a person typed of them need not be found out.
  if (!maySettle(prompt)) return []
  return typed().flatMap(text => {
    const said = plainOf(text)
    if (isQuestion(said) || isQuestion(text))
      return turnsRequest(text.toLowerCase()) ? [{ text, isRule: false, isTurn: true, isWhole: true }] : []
    const { rules, choices } = patterns()
    const isTurn = fits(TURNS, said)
    const isRule = fits(rules, said) || settlesElsewhere(said) || BUT_ONLY.test(text)
    const isWhole = isRule || fits(choices, said) || (isTurn && isLong(said))
    if ((!isWhole && !isTurn) || REPORTED.test(said) || IDLE.test(said) || leavesIt(text)) return []
    return [{ text, isRule, isTurn, isWhole }]
  })
}

/** Asked of the sentences as they stand: to find out which of them a person typed takes longer than this. */
function maySettle(prompt: string): boolean {
  const { rules, choices } = patterns()
  const said = prompt.toLowerCase().replace(/[*_"“”„«»]/g, '')
  if (
    mayBeElsewhere(said) ||
    /\bonly\b|\binstead\b|but not|rather than|after all|back to|stop |^(?:can|could) /m.test(said)
  )
    return true
  return said.split(SENTENCES).some(sentence => {
    const plain = plainOf(sentence.replace(/^\s*(?:[-•]|\d{1,2}[.)])?\s*/, ''))
    return [rules, choices, TURNS].some(kind => fits(kind, plain))
  })
}

const SENTENCES = /[.!?]+[)']*\s+|\n+/

/** Long enough to say what is wanted now. */
function isLong(said: string): boolean {
  return said.split(/\s+/).length >= 6
}

/** What somebody said with a no counts as it is, but for questions and thoughts. */
export function listRefused(said: string): readonly SettledSentence[] {
  const settled = listSettled(said)
  if (settled.length > 0) return settled.map(sentence => ({ ...sentence, isRule: true }))
  return listTyped(said)
    .filter(sentence => !isQuestion(sentence) && !MUSING.test(sentence) && !leavesIt(sentence))
    .slice(0, MAX_REFUSED)
    .map(text => ({ text, isRule: true, isTurn: false, isWhole: true }))
}

const MAX_REFUSED = 3

/**
 * Sentences that may change what was settled before, without being understood: "hm, wouldn't postgres be better after all?",
 * or a no with a word of what was settled.
 */
export function listDoubts(prompt: string, before: readonly string[]): readonly string[] {
  const known = new Set(before.flatMap(listWords))
  return listTyped(prompt).filter(text => {
    const said = text.toLowerCase()
    if (said.length > MAX_DOUBT || !WAVERS.test(said)) return false
    return (
      /^(?:scra(?:p|tch)|correction|you know what)/.test(said) ||
      (OPENS_DOUBT.test(said) && PREFERS.test(said)) ||
      listWords(said).some(word => known.has(word))
    )
  })
}

const MAX_DOUBT = 200
const WAVERS =
  /\b(?:no|not|nah|instead|better|rather|more|back|gone|drop|remove|replace|without|switch|changed?|wrong|after all|prefer|actually|hm+|eh|wait|scratch|scrap|correction|you know what|nicht|kein\w*|lieber|doch)\b|n't\b|不|别|换/
const OPENS_DOUBT =
  /^(?:hm+|eh|wait|actually|oh|on second thought|(?:i )?changed my mind|no|nope|nah|correction|scratch|ok,? (?:but|actually)|but|sorry)\b/
const PREFERS =
  /\b(?:better|rather|prefer|instead|back|use|take|go (?:with|for)|let'?s|like[ds]?|change|keep|drop|without|after all|why not|wouldn't|shouldn't we|what about|how about|other way|no \w+)\b/

/** Words that tell what a sentence is about. */
function listWords(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[^\s.,;:!?"'`()]{4,}/g) ?? []
  return words.filter(
    word =>
      !/^(?:that|this|with|from|have|please|should|never|always|then|when|only|just|they|them|there|into|what|need|want|make|keep|instead|don't|does|will|would|like|page|file|files|test|tests|code|because|after|before|again)$/.test(
        word,
      ),
  )
}

/** In small letters, without what stands between backticks or quotation marks, and without how people begin. */
function plainOf(text: string): string {
  const said = text
    .toLowerCase()
    .replace(/[’´]/g, "'")
    .replace(/`[^`]*`/g, '`…`')
    .replace(/"[^"]{0,200}"/g, '"…"')
    .replace(/["']+$/, '')
  return withoutFeature(said.replace(OPENING, ''))
}

const OPENING =
  /^(?:(?:ok(?:ay)?|yes|yeah|yep|and|also|but|so|please|pls|then|well|sure|oh|ah|just|sorry|good|great|cool|nice|perfect|thanks|alright|right|btw|fyi|note|reminder|important|rule|looks good|sounds good|one (?:more )?thing|in general|generally|bitte|also|und|aber|ja)\b[,.!:;–-]*\s+)+/

/** `a button that always shows the menu`: what is to be made, not how. */
function withoutFeature(said: string): string {
  return said.replace(
    /\b(?:an?|some|another|one) (?:[\w-]+ ){1,3}?(?:that|which|who|where|with)\b.*$|\bso (?:that )?(?:we|i|users?|admins?|people|it|they|you) (?:can|could|never|always)\b.*$/,
    '…',
  )
}

function isQuestion(said: string): boolean {
  return (
    /[?？]["')]*\s*$/.test(said) ||
    /^[¿]|^(?:why|what|how|where|when|which|who|is|are|does|do (?:we|you|i|they|the|these|those|any)|did|can|could|would|will|should|shall|any idea|warum|wie|was|kannst|soll|pourquoi|comment|por qué|cómo)\b/i.test(
      said,
    ) ||
    /^(?:为什么|怎么|なぜ|どう)|(?:吗|呢|ですか|ますか)。?$/.test(said)
  )
}

/** "Can we rename it on main instead?" asks politely for another course. */
function turnsRequest(said: string): boolean {
  if (/^(?:can|could) (?:you|we) (?:please )?(?:stop (?:\w+ing|with)|not |never )/.test(said)) return true
  return (
    /(?:^|[-,–:] )(?:can|could|would) (?:you|we)\b/.test(said) &&
    /\binstead\b(?! of\b)|\bbut not\b|\brather than\b|\bafter all\b|\bback to\b/.test(said)
  )
}

/** What somebody else says, or said once. */
const REPORTED =
  /\b(?:readme|docs?|documentation|e-?mail|mail|article|message|page|manual|guide|policy|ticket|issue|spec|review(?:er)?s?|support|vendor|they|he|she|customers?|clients?|boss|people|someone|somebody|error|log|console|linter|compiler|contract) (?:\w+ )?(?:says?|said|tells?|told|wrote|writes|states?|wants?|wanted|mentions?|asks?|asked|claims?|recommends?|complains?|thinks?|prefers?)\b|\b(?:vendor|they|he|she|people|someone|somebody) (?:always|never|must|should)\b|\baccording to\b|^(?:they|he|she|someone|somebody)\b|\b(?:in the old|last time|in the past|used to|back then)\b/

/** How it is, thanks, a guess; nothing is settled by it. */
const IDLE =
  /^(?:thanks|thank you|tell me|show me|explain|maybe|perhaps|i (?:think|guess|believe) (?:it|that|this|the|there)\b|it (?:looks|seems)|(?:looks|seems) like|(?:when|if|whenever) i\b|(?:each|every) (?:time|second|few|now)|i was wrong|not sure|i'm not sure|i am not sure|instead of (?!.*(?<!should )\b(?:use|take|put|write|make)\b)|there (?:is|are|was|must)|would be|it would|in case)|\b(?:would be (?:great|nice) if|considering|wondering|not sure (?:if|whether)|whether we should|worry|find out why|no idea|what do you think|let me know|to reproduce)\b/
const MUSING =
  /^(?:oh\b|hm+\b|i (?:think|guess|wonder)|maybe|perhaps|seems?\b|looks? like|wait\b|hold on|let'?s (?:talk|discuss|think|pause)|one moment|not sure)/i

/** "yes, but only for the admin page"; alone it may be an answer to when something fails. */
const BUT_ONLY = /^(?:\w+,? )?(?:but|and|yes,?|ok,?) only (?:for|in|on|when|if|with|the)\b/i
