/**
 * How people set rules, choose, and take back, as patterns over a sentence in small letters; see `settled-words.ts`. Tuned
 * on bench/recall/settled-cases.txt: precision first.
 */

/** Something is as it should not be, or is only told: no rule is said so. */
const TROUBLE =
  /\b(?:fail(?:s|ed|ing)?|(?:an?|the|same|this|that|of|with|gets?|got|more|many|any|some) errors?|wrong|broken|crash(?:es|ed)?|slow|empty|missing|null|undefined|still|again|the same|cut off|gone|lost|hangs?|throws?|times? out|stuck|why|green|passing|not working|happens?|timeouts?|caus(?:es|ed|ing))\b/

/** Begins the sentence, or a part of it behind a sign or a small word. */
const PART = String.raw`(?:^|[,;:–—(]\s*(?:and |but |so |then |please |just |no |nope )*|\s-\s+|\b(?:and|but|so|please|just) |^(?:no|nope) )`

/** A pattern of many words takes a millisecond to be made ready: it is asked only where one of `words` stands. */
export interface Pattern {
  readonly words: readonly string[]
  readonly pattern: RegExp
  /** Counts only where nothing is said to be in trouble. */
  readonly isCalm: boolean
}

function one(words: readonly string[], pattern: RegExp): Pattern {
  return { words, pattern, isCalm: false }
}

function calm(words: readonly string[], pattern: RegExp): Pattern {
  return { words, pattern, isCalm: true }
}

function part(words: readonly string[], pattern: string): Pattern {
  return one(words, new RegExp(`${PART}(?:${pattern})`))
}

/** The same where nothing is said to be in trouble. */
function calmPart(words: readonly string[], pattern: string): Pattern {
  return { ...part(words, pattern), isCalm: true }
}

function whole(words: readonly string[], pattern: string): Pattern {
  return calm(words, new RegExp(`^(?:${pattern})`))
}

/** So that a word at either end has a space around it. */
function padded(said: string): string {
  return ` ${said.replace(/\s+/g, ' ')} `
}

export function fits(patterns: readonly Pattern[], said: string): boolean {
  const searched = padded(said)
  return patterns.some(
    ({ words, pattern, isCalm }) =>
      words.some(word => searched.includes(word)) && pattern.test(said) && (!isCalm || !TROUBLE.test(said)),
  )
}

let made: { readonly rules: readonly Pattern[]; readonly choices: readonly Pattern[] } | undefined

/** Made where somebody's words are looked at: most hooks never do. */
export function patterns(): NonNullable<typeof made> {
  made ??= { rules: makeRules(), choices: makeChoices() }
  return made
}

const NOT_ME = '(?!i |it |we |there |they |he |she |this |that |someone |my )'
/** Nouns that a no before them says how it went, not how it shall be. */
const OUTCOMES = String.raw`(?:that|this|it\b|i\b|we\b|there|\w+ (?:is|are|was|were|has|have|gets?|shows?|appears?|works?)\b|idea|errors?|warnings?|problems?|worries|luck|change\b|difference|effect|output|response|results?|way|doubt|thanks|longer|answers?|changes (?:in|on)|reply|signal|sign|entr(?:y|ies)|connection|sound|picture|chance|access|comment|hits?|matches|logs?|internet|clear|more |one\b|matter|rush|hurry|such|success|clue|failures?|issues?|bugs?|crash\w*|tests?|need|need\b|news|reason|data|rows?)`

const makeRules = (): readonly Pattern[] => [
  // Never push, always run; not "never worked", "always the same".
  part(
    ['never ', 'always '],
    String.raw`(?:never|always) (?:ever )?(?!mind|again|the |been|seen|had|got|a |an |in |on |at |when|said|found|knew|\w+ly\b|\w+(?:ed|ing)\b|(?!process|pass|access|address|discuss|express|focus|canvas)\w*[a-z]s\b)[a-z]{2,}\b`,
  ),
  whole(
    [' we always ', ' we never '],
    String.raw`we (?:always|never) (?!had|got|have|get|see|saw|know|knew|did|were|was|made|went|found|need|\w+ed\b)[a-z]+\b`,
  ),
  whole(
    [' always ', ' never '],
    String.raw`${NOT_ME}(?:all |our |the )?[\w -]{2,40}s (?:are|stay|go|get) (?:always|never) `,
  ),
  whole(['s never '], String.raw`${NOT_ME}[\w -]{2,30}s never (?:go|get|leave|appear|belong|end up|touch|contain)\b`),
  // …, never thrown. …, always. …, period.
  whole(
    [', never', ', always'],
    String.raw`(?!i |it (?!is|'s)|there |they ).{3,}, (?:never|always)(?: [\w"…' -]{2,40})?[.!]?$`,
  ),
  one(
    [', period', ', full stop', ', no exception', ', without exception', ', punkt'],
    /.{8,}, (?:period|full stop|no exceptions?|without exception|punkt)[.!]*$/,
  ),
  one(
    ['from now on', 'from here on', 'going forward', 'under no circ', 'at no point', 'no matter what'],
    /\b(?:from now on|from here on(?: out)?|going forward|under no circumstances|at no point|no matter what(?=[.,!]|$))\b/,
  ),
  // The cache must stay small; not "it must have crashed", "it has to be a race".
  one(
    [' must', ' has to ', ' have to ', ' shall ', ' needs to ', ' may '],
    new RegExp(
      String.raw`^${NOT_ME}(?!(?:write|build|create|add|implement|make|generate|show|draw|give)\b)(?!.*\b(?:can you|could you|because|then click|to see|missing)\b)[^,;:#]{2,60}?\b(?:must(?:n't)?|ha(?:s|ve) to|shall|needs to|may(?= (?:not|never|only))) (?:(?:not|never|only|always) )?(?!have\b|be (?:an?|some|something|the|re\w+|fixed|updated|changed|moved|deleted|done|added|checked|tested|wrong|in )\b)\w+`,
    ),
  ),
  one(
    ['must not', "mustn't", 'may not', ' never ', 'must only', ' allowed', ' forbidden', 'off limits', ' taboo'],
    /^(?!(?:write|build|create|add|implement|make|generate|show|draw|give)\b).*\b(?:must not|mustn't|may not|may never|must never|must only|(?:is|are)(?: not|n't) allowed|(?:is|are) forbidden|off limits|(?:is|are) taboo)\b/,
  ),
  part(
    ['do not ', "don't ", 'dont '],
    String.raw`(?:do not|don'?t) (?!we |you |they |i |know|see|understand|think|worry|have|get\b|mind|care|remember|forget|believe|like|need|want|bother|take (?:this|it)|work|hesitate|seem|exist|appear)[a-z]+`,
  ),
  part(
    ['stop ', 'avoid ', 'leave ', 'hands off'],
    String.raw`stop (?!being|guessing|trying|talking|working|asking me)\w+ing\b|avoid (?!this|that|the (?:crash|error|bug))\w|leave .{1,60}\b(?:alone|untouched|as (?:it|they) (?:is|are)|out of)\b|hands off\b`,
  ),
  calmPart(
    ['keep '],
    String.raw`keep (?!going|it (?:up|\w+ing)|looking|trying|working|on\b|in mind|an eye|(?!everything)[a-z]+ing\b|me\b|track|up\b|pushing|us\b|this (?:chat|session|window)|.* (?:open|running|in view)\b)\S+ \S+`,
  ),
  // No new dependencies; not "no answer from the server".
  one(
    [' no '],
    new RegExp(
      String.raw`^no (?!${OUTCOMES})(?:(?:new|more|extra|external|third.party|inline|default|global|additional|other|breaking|unnecessary|magic|hard.?coded) \w+|[\w.@/-]+[^.]*\b(?:please|pls)\b|[\w.@/-]+(?: [\w.@/-]+)?[.!]*$|[\w -]+(?:, | - )\S|[a-z]+s (?:in|on|at) (?!the (?:output|log|console|server))|[\w -]+ at all\b)`,
    ),
  ),
  one([' without '], /^without \w+(?:,|[.!]?$)/),
  one([' no '], new RegExp(String.raw`(?:,|\bso|\bbut) no (?!${OUTCOMES})[\w.-]+(?: [\w.-]+){0,3}[.!]?$`)),
  one(
    ['i said', 'i meant', 'i did not', 'i didn', 'i don', 'i do not', 'i only'],
    /\bi (?:said(?! (?:that|so|it|this|before))|meant|did not (?:say|ask|mean)|didn'?t (?:say|ask|mean)|don'?t want|do not want|only want) (?!to (?:know|see|spend|wait|bother|be|sound|waste|go|do this (?:now|today)))/,
  ),
  one(
    ['not what', 'wrong, ', 'not like '],
    /\b(?:that'?s|this is|it'?s) (?:not what|wrong, \S+ \S+)|^not like (?:that|this)\b/,
  ),
  one(
    [' belong', 'convention', ' rule', 'policy', 'hold off'],
    /\b(?:doesn't|don't|does not|do not) belong (?:in|into|to|here)\b|^(?:the |our |my )?(?:convention|rule|policy) (?:here )?is\b|^hold off on\b/,
  ),
  whole(
    [' always ', ' without ', ' everywhere'],
    String.raw`(?!i |it |the |this |there |they |he |we get)(?:(?!.*\b(?:is|are|was|were) always).*\balways (?:with|in|as|on) |.*\bwithout (?:touching|changing|breaking|using|adding|modifying|installing|renaming)\b|.* everywhere[.!]?$)`,
  ),
  one(
    [' should '],
    /^(?:commits?|tests?|names|functions|files|components|comments|messages|variables|classes|modules|errors|logs|dates|migrations|branches) should (?:be|have|not|only|go|use|never|always|live)\b/,
  ),
  // Every route needs a test.
  whole(
    [' all ', ' every ', ' each ', ' any ', ' nothing ', ' nobody ', ' only the '],
    String.raw`(?:all|every|each|any|nothing|nobody|only the) (?!the |of |time|second|other|few|right|good|i |we |users |customers |people |requests |tests |pages )(?!.*\b(?:after the|when|since|now|today|yesterday)\b)[\w -]{2,40}? (?:are|is|must|ha(?:s|ve) to|needs?|gets?|goes?|start|starts|begins?|ends?|lives?|stays?|owns|should(?= (?:be|have|not|never|only))|belongs?|may)\b(?! (?:fine|ok|there|done|red|fixed|ready|working|down))`,
  ),
  part(
    ['prefix', 'suffix', 'indent', 'quote', 'escape', 'wrap'],
    String.raw`(?:prefix|suffix|indent|quote|escape|wrap) (?:all|every|each) .+ (?:with|in|by)\b`,
  ),
  part(
    ['only '],
    String.raw`only (?:ever )?(?:touch|change|edit|use|write|read|commit|log|run|add|import|call|support|fix|move|rename|delete|update|deploy)\b|only the [\w ]+ (?:may|must)\b`,
  ),
  one(
    ['ask me', 'without asking', 'make sure'],
    /\bask me (?:first|before)\b|\bwithout asking\b|^make sure (?:that )?(?:nothing|no |never|not to|only|every|you never|you don't|it never|it only|we never)/,
  ),
  one(
    [' max', 'at most', 'at least', 'no more than', ' min'],
    /^(?:max(?:imum|\.)?|at most|at least|no more than|min(?:imum|\.)?) (?:\d|one |two |three |ten )/,
  ),
]

const makeChoices = (): readonly Pattern[] => [
  one(
    ['we should '],
    /(?<!\b(?:maybe|perhaps|if|whether|what|think about) )\bwe should (?:use|keep|stay|stick|go with|not|never|always|only)\b/,
  ),
  one(
    [' never ', ' always ', ' stay ', ' remain '],
    /^(?!.*\bit should(?:n't| not)).*\bshould(?:n't)? (?:never|always|stay|remain) (?!have)/,
  ),
  one(
    ['should be '],
    /^(?!.*\bit should be).*\bshould be (?:scoped|limited|restricted|kept|named|called|stored|optional|required|(?:off|on) by default|the default)\b/,
  ),
  whole(
    [' we ', " we'"],
    String.raw`(?:.*[,;:] |.*\b(?:and|but|so) )?we(?:'re| are|'ll| will)? (?:use (?!a lot|too|so |more|about|around|up |it |this|that|the same)|prefer|stick|stay|go (?:with|for)|take (?!a look|care)|keep (?!\w+ing)|decided|chose|agreed|settled|switch (?:back )?to|change to|on [\w.]+ \d|(?:not )?(?:doing|using|going with|going to (?:use|keep)|supporting|changing|dropping|moving to|switching|staying) |not going |only|do not|don'?t |won'?t |will not |want no )(?!(?:know|see|have|get|understand|think|remember|find|care)\b)`,
  ),
  one(
    [' rather ', ' prefer', ' chose', ' decided', 'changed my mind', 'like option', 'like the '],
    /\bi(?:'d| would| do)? (?:rather (?!not|know|see|check|understand|first)|prefer|chose|decided|changed my mind|like (?:option|the (?:first|second|third|last|other)))\b/,
  ),
  one(
    [' to keep', ' to stay', ' to stick', ' to avoid', 'we only '],
    /\b(?:i(?:'d| would) like|(?:i|we) want) to (?:keep|stay|stick|avoid)\b|^we only (?!see|get|have|had|got)\w+/,
  ),
  one(
    ['i want '],
    /\bi want (?:you to (?:always|never|not|stop|keep|use)|it to (?:stay|remain)|all |no |every |only )/,
  ),
  one(
    ["let's ", 'lets '],
    /\blet'?s (?:please )?(?:not|use|keep (?!\w+ing)|go (?:with|for|back)|stick|drop|abandon|avoid|only|call (?!it (?:a day|done))|stay|switch|replace|always|never|take (?!a |care|it|this|that)|stop \w+ing)\b/,
  ),
  part(
    ['use', 'go with', 'go for', 'stick ', 'stay ', 'take ', 'switch to', 'abandon '],
    String.raw`(?:use(?! (?:cases?|your|my|the (?:same|following|attached|image|screenshot|file|example|link)))|go with|go for|stick (?:to|with)|stay (?:with|on)|take (?:option|variant|the(?! (?:time|lead|screenshot|opportunity|next|same|logs?)))|switch to|abandon) (?!.*\b(?:skill|plugin|agents?|subagents?|superpowers?|lsp|mcp|tools?|debugger|to (?:find|see|check|look|debug|get|figure|search|list|run|test|inspect|understand|verify|investigate|review|analy[sz]e|reproduce))\b)\S`,
  ),
  whole(
    ['instead', 'rather than', ', not '],
    String.raw`(?!i |it |there |they |this |instead of (?!.*(?<!should )\b(?:use|take|put|write|make)\b)|if |when |since |because |now it|the (?:page|list|app|function|test|button|result))(?:.*\b(?:instead of|rather than)\b|.*\binstead[.!]?$|.{4,}, not (?:in(?:to)?|the|an?|as|on|with|by|via|from|to|just|only|\S+[.!]?$|\d))`,
  ),
  whole(
    [', not '],
    String.raw`(?:the |our )?[\w -]{2,40} (?:lives?|stays?|goes|go|belongs?|is|are) [^,]{2,60}, not (?:in(?:to)?|the|an?|as|on|with|\w+[.!]?$)`,
  ),
  one(
    ['for now', 'out of scope', 'no need', 'intended', 'intentional', 'on purpose', 'by design'],
    /^for now (?:only|just|use|keep|we|let|no|leave|skip|stick|don't|english)\b|^(?!it |this |that |works).*\bfor now[.!)]*$|\bout of scope\b|\bno need (?:to|for)\b|\b(?:is|are) (?:intended|intentional|on purpose|by design)\b/,
  ),
  whole(
    [' go ', ' live ', ' belong ', 'start with', 'begin with', ' end ', ' are '],
    String.raw`(?:the |our )?[\w -]{0,30}\b(?:names?|ids?|keys|columns|tables|files|branches|messages|errors|dates|times|timestamps|tests|types|constants|classes|variables|migrations|amounts|prices|urls|paths|endpoints|routes|names of \w+) (?:go (?:in|next|to|under|beside)|live |belong |start with|begin with|end (?:in|with)|are (?:snake|camel|kebab|pascal|upper|lower|stored|kept|logged|returned|written|named|in (?:english|utc|german)|integers|strings|uuids?))`,
  ),
  one(
    [' in english', ' in german', ' in french', ' in spanish'],
    /\b(?:messages?|comments?|names?|docs|texts?) in (?:english|german|french|spanish)\b/,
  ),
  one(
    [' stay', ' remain'],
    /^(?:the |our )[\w -]{2,40} (?:stays?|remains?) (?!open|empty|the same|stuck|red|blank|there|visible|on the screen|in memory)\w+/,
  ),
  one(['call '], /^call (?:it|them|this|that) \S+/),
]

/** Takes back what was said, or goes another way. */
export const TURNS: readonly Pattern[] = [
  calm(
    [' no', ' nah'],
    /^(?:hm+[,. ]+|wait[,. ]+)?(?:actually[, ]+)?(?:no|nope|nah)\b[,.! ]+(?:actually[, ]+)?(?:use|put|take|not|don'?t|do not|never|always|keep|leave|make|in|on|with|without|just|i want|i meant|we|let'?s|only|as|move|call|name|go|the (?:other|first|second|old|new|last)|rather|back|stick|stay|please|it (?:should|must)|do it)\b/,
  ),
  calm(['better '], /^(?:hm+[,. ]+)?better (?:make|use|take|go|keep|do|put) /),
  // "hm no, postgres after all": a few words.
  calm(
    [' no', ' nah'],
    /^(?:hm+[,. ]+|wait[,. ]+)?(?:actually[, ]+)?(?:no|nope|nah)[,.!]+ (?!it |that|there|this|thanks|i |problem|worries|idea|not |what|but )\S+(?: \S+){0,5}$/,
  ),
  calm(
    [
      'second thought',
      'changed my mind',
      'scrap ',
      'scratch ',
      'you know what',
      'mind',
      'strike that',
      'after all',
      'forget ',
      ' to',
      'revert ',
      'undo ',
    ],
    /\b(?:on second thoughts?|changed my mind|scra(?:p|tch) (?:that|it|this)|you know what|never ?mind (?:the|that)|strike that|after all[.!]?$|(?<=^|[,;.] )forget (?:about )?(?!to\b|it\b|that\b|password|not\b)\w+|(?:go|switch|change|move|back) (?:back )?to the (?:old|first|previous|other|new)|(?:we|let'?s|i) (?:now )?(?:change|switch|move|go back)(?: over)? to|revert (?:that|this|it|to)|undo (?:that|this|it))\b/,
  ),
  calm(
    ['doch', 'anders', 'finalement', 'mejor', 'pensándolo'],
    /\b(?:doch lieber|doch nicht|lieber doch|anders überlegt|finalement|mejor no|pensándolo bien)\b/,
  ),
  calm(
    ['nein', ' non', ' nee'],
    /^(?:nein|non|nee)[,. ]+(?:\S+ )?(?:lieber|nimm|nicht|doch|bitte|nur|ohne|mit|keine?|plutôt|prends|mejor|usa)\b/,
  ),
  calm(['算了', '还是用', '改回', 'やっぱり', 'やはり', '역시'], /算了|还是用|改回|やっぱり|やはり|역시/),
]
