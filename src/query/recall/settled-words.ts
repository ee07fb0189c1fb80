import { settlesElsewhere } from './settled-languages.ts'
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

export function listSettled(prompt: string): readonly SettledSentence[] {
  return listTyped(prompt).flatMap(text => {
    const said = plainOf(text)
    if (isQuestion(said) || isQuestion(text))
      return turnsRequest(text.toLowerCase()) ? [{ text, isRule: false, isTurn: true, isWhole: true }] : []
    if (REPORTED.test(said) || IDLE.test(said)) return []
    const { rules, choices, trouble } = patterns()
    const isCalm = !trouble.test(said)
    const isTurn = isCalm && TURNS.some(turn => turn.test(said))
    const isRule = fits(rules, said, isCalm) || settlesElsewhere(said) || BUT_ONLY.test(text)
    const isWhole = isRule || fits(choices, said, isCalm) || (isTurn && isLong(said))
    return isWhole || isTurn ? [{ text, isRule, isTurn, isWhole }] : []
  })
}

/** Long enough to say what is wanted now. */
function isLong(said: string): boolean {
  return said.split(/\s+/).length >= 6
}

/** What somebody said with a no counts as it is, but for questions and thoughts. */
export function listRefused(said: string): readonly SettledSentence[] {
  const settled = listSettled(said)
  if (settled.length > 0) return settled.map(sentence => ({ ...sentence, isRule: true }))
  return listTyped(said)
    .filter(sentence => !isQuestion(sentence) && !MUSING.test(sentence))
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

/** Something is as it should not be, or is only told: no rule is said so. */
const TROUBLE = String.raw`\b(?:fail(?:s|ed|ing)?|(?:an?|the|same|this|that|of|with|gets?|got|more|many|any|some) errors?|wrong|broken|crash(?:es|ed)?|slow|empty|missing|null|undefined|still|again|the same|cut off|gone|lost|hangs?|throws?|times? out|stuck|why|green|passing|not working|happens?|timeouts?|caus(?:es|ed|ing))\b`

/** Begins the sentence, or a part of it behind a sign or a small word. */
const PART = String.raw`(?:^|[,;:–—(]\s*(?:and |but |so |then |please |just |no |nope )*|\s-\s+|\b(?:and|but|so|please|just) |^(?:no|nope) )`

function part(words: string): RegExp {
  return new RegExp(`${PART}(?:${words})`)
}

/** The same where nothing is said to be in trouble. */
function plainPart(words: string): Pattern {
  return { calm: part(words) }
}

function whole(words: string): Pattern {
  return { calm: new RegExp(`^(?:${words})`) }
}

/** `calm`: counts only where nothing is said to be in trouble, which is looked for once. */
type Pattern = RegExp | { readonly calm: RegExp }

function fits(patterns: readonly Pattern[], said: string, isCalm: boolean): boolean {
  return patterns.some(pattern => ('calm' in pattern ? isCalm && pattern.calm.test(said) : pattern.test(said)))
}

let made:
  | { readonly rules: readonly Pattern[]; readonly choices: readonly Pattern[]; readonly trouble: RegExp }
  | undefined

/** Made ready only where somebody's words are looked at: most hooks never do. */
function patterns(): NonNullable<typeof made> {
  made ??= { rules: makeRules(), choices: makeChoices(), trouble: new RegExp(TROUBLE) }
  return made
}

const NOT_ME = '(?!i |it |we |there |they |he |she |this |that |someone |my )'
/** Nouns that a no before them says how it went, not how it shall be. */
const OUTCOMES = String.raw`(?:that|this|it\b|i\b|we\b|there|\w+ (?:is|are|was|were|has|have|gets?|shows?|appears?|works?)\b|idea|errors?|warnings?|problems?|worries|luck|change\b|difference|effect|output|response|results?|way|doubt|thanks|longer|answers?|changes (?:in|on)|reply|signal|sign|entr(?:y|ies)|connection|sound|picture|chance|access|comment|hits?|matches|logs?|internet|clear|more |one\b|matter|rush|hurry|such|success|clue|failures?|issues?|bugs?|crash\w*|tests?|need|need\b|news|reason|data|rows?)`

const makeRules = (): readonly Pattern[] => [
  // Never push, always run; not "never worked", "always the same".
  part(
    String.raw`(?:never|always) (?:ever )?(?!mind|again|the |been|seen|had|got|a |an |in |on |at |when|said|found|knew|\w+ly\b|\w+(?:ed|ing)\b|(?!process|pass|access|address|discuss|express|focus|canvas)\w*[a-z]s\b)[a-z]{2,}\b`,
  ),
  whole(
    String.raw`we (?:always|never) (?!had|got|have|get|see|saw|know|knew|did|were|was|made|went|found|need|\w+ed\b)[a-z]+\b`,
  ),
  whole(String.raw`${NOT_ME}(?:all |our |the )?[\w -]{2,40}s (?:are|stay|go|get) (?:always|never) `),
  whole(String.raw`${NOT_ME}[\w -]{2,30}s never (?:go|get|leave|appear|belong|end up|touch|contain)\b`),
  // …, never thrown. …, always. …, period.
  whole(String.raw`(?!i |it (?!is|'s)|there |they ).{3,}, (?:never|always)(?: [\w"…' -]{2,40})?[.!]?$`),
  /.{8,}, (?:period|full stop|no exceptions?|without exception|punkt)[.!]*$/,
  /\b(?:from now on|from here on(?: out)?|going forward|under no circumstances|at no point|no matter what(?=[.,!]|$))\b/,
  // The cache must stay small; not "it must have crashed", "it has to be a race".
  new RegExp(
    String.raw`^${NOT_ME}(?!(?:write|build|create|add|implement|make|generate|show|draw|give)\b)(?!.*\b(?:can you|could you|because|then click|to see|missing)\b)[^,;:#]{2,60}?\b(?:must(?:n't)?|ha(?:s|ve) to|shall|needs to|may(?= (?:not|never|only))) (?:(?:not|never|only|always) )?(?!have\b|be (?:an?|some|something|the|re\w+|fixed|updated|changed|moved|deleted|done|added|checked|tested|wrong|in )\b)\w+`,
  ),
  /^(?!(?:write|build|create|add|implement|make|generate|show|draw|give)\b).*\b(?:must not|mustn't|may not|may never|must never|must only|(?:is|are)(?: not|n't) allowed|(?:is|are) forbidden|off limits|(?:is|are) taboo)\b/,
  part(
    String.raw`(?:do not|don'?t) (?!we |you |they |i |know|see|understand|think|worry|have|get\b|mind|care|remember|forget|believe|like|need|want|bother|take (?:this|it)|work|hesitate|seem|exist|appear)[a-z]+`,
  ),
  part(
    String.raw`stop (?!being|guessing|trying|talking|working|asking me)\w+ing\b|avoid (?!this|that|the (?:crash|error|bug))\w|leave .{1,60}\b(?:alone|untouched|as (?:it|they) (?:is|are)|out of)\b|hands off\b`,
  ),
  plainPart(
    String.raw`keep (?!going|it (?:up|\w+ing)|looking|trying|working|on\b|in mind|an eye|(?!everything)[a-z]+ing\b|me\b|track|up\b|pushing|us\b|this (?:chat|session|window)|.* (?:open|running|in view)\b)\S+ \S+`,
  ),
  // No new dependencies; not "no answer from the server".
  new RegExp(
    String.raw`^no (?!${OUTCOMES})(?:(?:new|more|extra|external|third.party|inline|default|global|additional|other|breaking|unnecessary|magic|hard.?coded) \w+|[\w.@/-]+[^.]*\b(?:please|pls)\b|[\w.@/-]+(?: [\w.@/-]+)?[.!]*$|[\w -]+(?:, | - )\S|[a-z]+s (?:in|on|at) (?!the (?:output|log|console|server))|[\w -]+ at all\b)`,
  ),
  /^without \w+(?:,|[.!]?$)/,
  new RegExp(String.raw`(?:,|\bso|\bbut) no (?!${OUTCOMES})[\w.-]+(?: [\w.-]+){0,3}[.!]?$`),
  /\bi (?:said(?! (?:that|so|it|this|before))|meant|did not (?:say|ask|mean)|didn'?t (?:say|ask|mean)|don'?t want|do not want|only want) (?!to (?:know|see|spend|wait|bother|be|sound|waste|go|do this (?:now|today)))/,
  /\b(?:that'?s|this is|it'?s) (?:not what|wrong, \S+ \S+)|^not like (?:that|this)\b/,
  /\b(?:doesn't|don't|does not|do not) belong (?:in|into|to|here)\b|^(?:the |our |my )?(?:convention|rule|policy) (?:here )?is\b|^hold off on\b/,
  whole(
    String.raw`(?!i |it |the |this |there |they |he |we get)(?:(?!.*\b(?:is|are|was|were) always).*\balways (?:with|in|as|on) |.*\bwithout (?:touching|changing|breaking|using|adding|modifying|installing|renaming)\b|.* everywhere[.!]?$)`,
  ),
  /^(?:commits?|tests?|names|functions|files|components|comments|messages|variables|classes|modules|errors|logs|dates|migrations|branches) should (?:be|have|not|only|go|use|never|always|live)\b/,
  // Every route needs a test.
  whole(
    String.raw`(?:all|every|each|any|nothing|nobody|only the) (?!the |of |time|second|other|few|right|good|i |we |users |customers |people |requests |tests |pages )(?!.*\b(?:after the|when|since|now|today|yesterday)\b)[\w -]{2,40}? (?:are|is|must|ha(?:s|ve) to|needs?|gets?|goes?|start|starts|begins?|ends?|lives?|stays?|owns|should(?= (?:be|have|not|never|only))|belongs?|may)\b(?! (?:fine|ok|there|done|red|fixed|ready|working|down))`,
  ),
  part(String.raw`(?:prefix|suffix|indent|quote|escape|wrap) (?:all|every|each) .+ (?:with|in|by)\b`),
  part(
    String.raw`only (?:ever )?(?:touch|change|edit|use|write|read|commit|log|run|add|import|call|support|fix|move|rename|delete|update|deploy)\b|only the [\w ]+ (?:may|must)\b`,
  ),
  /\bask me (?:first|before)\b|\bwithout asking\b|^make sure (?:that )?(?:nothing|no |never|not to|only|every|you never|you don't|it never|it only|we never)/,
  /^(?:max(?:imum|\.)?|at most|at least|no more than|min(?:imum|\.)?) (?:\d|one |two |three |ten )/,
]

const makeChoices = (): readonly Pattern[] => [
  /(?<!\b(?:maybe|perhaps|if|whether|what|think about) )\bwe should (?:use|keep|stay|stick|go with|not|never|always|only)\b/,
  /^(?!.*\bit should(?:n't| not)).*\bshould(?:n't)? (?:never|always|stay|remain) (?!have)/,
  /^(?!.*\bit should be).*\bshould be (?:scoped|limited|restricted|kept|named|called|stored|optional|required|(?:off|on) by default|the default)\b/,
  whole(
    String.raw`(?:.*[,;:] |.*\b(?:and|but|so) )?we(?:'re| are|'ll| will)? (?:use (?!a lot|too|so |more|about|around|up |it |this|that|the same)|prefer|stick|stay|go (?:with|for)|take (?!a look|care)|keep (?!\w+ing)|decided|chose|agreed|settled|switch (?:back )?to|change to|on [\w.]+ \d|(?:not )?(?:doing|using|going with|going to (?:use|keep)|supporting|changing|dropping|moving to|switching|staying) |not going |only|do not|don'?t |won'?t |will not |want no )(?!(?:know|see|have|get|understand|think|remember|find|care)\b)`,
  ),
  /\bi(?:'d| would| do)? (?:rather (?!not|know|see|check|understand|first)|prefer|chose|decided|changed my mind|like (?:option|the (?:first|second|third|last|other)))\b/,
  /\b(?:i(?:'d| would) like|(?:i|we) want) to (?:keep|stay|stick|avoid)\b|^we only (?!see|get|have|had|got)\w+/,
  /\bi want (?:you to (?:always|never|not|stop|keep|use)|it to (?:stay|remain)|all |no |every |only )/,
  /\blet'?s (?:please )?(?:not|use|keep (?!\w+ing)|go (?:with|for|back)|stick|drop|abandon|avoid|only|call (?!it (?:a day|done))|stay|switch|replace|always|never|take (?!a |care|it|this|that)|stop \w+ing)\b/,
  part(
    String.raw`(?:use(?! (?:cases?|your|my|the (?:same|following|attached|image|screenshot|file|example|link)))|go with|go for|stick (?:to|with)|stay (?:with|on)|take (?:option|variant|the(?! (?:time|lead|screenshot|opportunity|next|same|logs?)))|switch to|abandon) (?!.*\b(?:skill|plugin|agents?|subagents?|superpowers?|lsp|mcp|tools?|debugger|to (?:find|see|check|look|debug|get|figure|search|list|run|test|inspect|understand|verify|investigate|review|analy[sz]e|reproduce))\b)\S`,
  ),
  whole(
    String.raw`(?!i |it |there |they |this |instead of (?!.*(?<!should )\b(?:use|take|put|write|make)\b)|if |when |since |because |now it|the (?:page|list|app|function|test|button|result))(?:.*\b(?:instead of|rather than)\b|.*\binstead[.!]?$|.{4,}, not (?:in(?:to)?|the|an?|as|on|with|by|via|from|to|just|only|\S+[.!]?$|\d))`,
  ),
  whole(
    String.raw`(?:the |our )?[\w -]{2,40} (?:lives?|stays?|goes|go|belongs?|is|are) [^,]{2,60}, not (?:in(?:to)?|the|an?|as|on|with|\w+[.!]?$)`,
  ),
  /^for now (?:only|just|use|keep|we|let|no|leave|skip|stick|don't|english)\b|^(?!it |this |that |works).*\bfor now[.!)]*$|\bout of scope\b|\bno need (?:to|for)\b|\b(?:is|are) (?:intended|intentional|on purpose|by design)\b/,
  whole(
    String.raw`(?:the |our )?[\w -]{0,30}\b(?:names?|ids?|keys|columns|tables|files|branches|messages|errors|dates|times|timestamps|tests|types|constants|classes|variables|migrations|amounts|prices|urls|paths|endpoints|routes|names of \w+) (?:go (?:in|next|to|under|beside)|live |belong |start with|begin with|end (?:in|with)|are (?:snake|camel|kebab|pascal|upper|lower|stored|kept|logged|returned|written|named|in (?:english|utc|german)|integers|strings|uuids?))`,
  ),
  /\b(?:messages?|comments?|names?|docs|texts?) in (?:english|german|french|spanish)\b/,
  /^(?:the |our )[\w -]{2,40} (?:stays?|remains?) (?!open|empty|the same|stuck|red|blank|there|visible|on the screen|in memory)\w+/,
  /^call (?:it|them|this|that) \S+/,
]

/** "yes, but only for the admin page"; alone it may be an answer to when something fails. */
const BUT_ONLY = /^(?:\w+,? )?(?:but|and|yes,?|ok,?) only (?:for|in|on|when|if|with|the)\b/i

/** Takes back what was said, or goes another way. */
const TURNS: readonly RegExp[] = [
  /^(?:hm+[,. ]+|wait[,. ]+)?(?:actually[, ]+)?(?:no|nope|nah)\b[,.! ]+(?:actually[, ]+)?(?:use|put|take|not|don'?t|do not|never|always|keep|leave|make|in|on|with|without|just|i want|i meant|we|let'?s|only|as|move|call|name|go|the (?:other|first|second|old|new|last)|rather|back|stick|stay|please|it (?:should|must)|do it)\b/,
  /^(?:hm+[,. ]+)?better (?:make|use|take|go|keep|do|put) /,
  // "hm no, postgres after all": a few words.
  /^(?:hm+[,. ]+|wait[,. ]+)?(?:actually[, ]+)?(?:no|nope|nah)[,.!]+ (?!it |that|there|this|thanks|i |problem|worries|idea|not |what|but )\S+(?: \S+){0,5}$/,
  /\b(?:on second thoughts?|changed my mind|scra(?:p|tch) (?:that|it|this)|you know what|never ?mind (?:the|that)|strike that|after all[.!]?$|(?<=^|[,;.] )forget (?:about )?(?!to\b|it\b|that\b|password|not\b)\w+|(?:go|switch|change|move|back) (?:back )?to the (?:old|first|previous|other|new)|(?:we|let'?s|i) (?:now )?(?:change|switch|move|go back)(?: over)? to|revert (?:that|this|it|to)|undo (?:that|this|it))\b/,
  /\b(?:doch lieber|doch nicht|lieber doch|anders überlegt|finalement|mejor no|pensándolo bien)\b/,
  /^(?:nein|non|nee)[,. ]+(?:\S+ )?(?:lieber|nimm|nicht|doch|bitte|nur|ohne|mit|keine?|plutôt|prends|mejor|usa)\b/,
  /算了|还是用|改回|やっぱり|やはり|역시/,
]
