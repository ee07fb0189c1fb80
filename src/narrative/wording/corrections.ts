import { clip } from '../../text/clip.ts'
import { isAscii } from '../../text/is-ascii.ts'
import { correctsElsewhere } from './correction-languages.ts'
import { listTyped } from './typed-words.ts'

const MAX_TOLD = 300
/** `listTyped` reads no more. */
const MAX_READ = 8000

/**
 * The sentence in which a person says that what was done is not what they wanted. A bug that is told for the first time
 * is a request: it counts where it is said to be still or again so, or to whoever did it. Known by words; what may be
 * either is not told. `typed` gives what `listTyped` gives of the prompt.
 */
export function findCorrection(prompt: string, typed = () => listTyped(prompt)): string | undefined {
  if (prompt.length > MAX_READ * 4 || !mayCorrect(prompt)) return undefined
  const found = typed().find(isCorrection)
  return found === undefined ? undefined : clip(found, MAX_TOLD)
}

/** Most prompts have none of these words: what a person typed of them need not be found out. */
function mayCorrect(prompt: string): boolean {
  const head = prompt.slice(0, MAX_READ)
  return HINT.test(head) || (!isAscii(head) && correctsElsewhere(head.toLowerCase())) || LATIN_HINT.test(head)
}

const HINT =
  /\b(?:no|nope|nah|not|wrong|incorrect|broken?|revert|undo|roll ?back|back|still|again|why|forgot(?:ten)?|forget|miss(?:ed|ing|read)?|mis\w+|stop|lost|same|said|meant|asked|told|you(?:r|'re|’re|'ve|’ve)?|wtf|ffs)\b|n['’]t\b/i
const LATIN_HINT =
  /\b(?:nein|nee|nicht|noch|ich|du|das|warum|mach|nimm|setz|toujours|tu|non|eso|esto|aún|todavía|por|te|pas|annule|pourquoi|sigue|deshaz|revierte|olvidaste|rompiste|has)\b/i

function isCorrection(text: string): boolean {
  const said = plainOf(text)
  if (CONDITION.test(said)) return false
  return (
    TAKES_BACK.some(pattern => pattern.test(said)) ||
    (!CALM.test(said) && ADDRESSED.some(pattern => pattern.test(said))) ||
    (STILL.some(pattern => pattern.test(said)) && !NOT_STILL.test(said)) ||
    correctsElsewhere(said)
  )
}

/** In small letters, without what is quoted, and without how people begin. */
function plainOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’´]/g, "'")
    .replace(/`[^`]*`/g, '`…`')
    .replace(/"[^"]{0,200}"/g, '"…"')
    .replace(OPENING, '')
}

const OPENING =
  /^(?:(?:ok(?:ay)?|yes|yeah|and|but|so|please|pls|well|sure|oh(?! no)|ah|sorry|hey|claude|hm+|wait|actually|also|then|thanks|cool|now(?= (?:revert|undo|you))|i think|i guess|(?:it )?(?:looks|seems) like|unfortunately|nice)\b[,.!:;–-]*\s+){1,6}/
/** Not said to be so. */
const CONDITION =
  /^(?:if|when(?:ever)?|in case|unless|until|make sure|check|verify|ensure|see if|let me know|tell me (?:if|when))\b/
const CALM =
  /\b(?:no problem|no worries|never ?mind|my (?:bad|mistake|fault)|i was wrong|great|awesome|perfect|excellent|well done|interesting|your fault|thank|love it|that's (?:fine|ok|okay|good))\b/

/** What stands between a subject and its verb. */
const ADVERBS = `(?:also |just |now |again |accidentally |already |completely |totally |clearly |only |still |actually |somehow |simply ){0,2}`

/** A no, a wrong, or a fault, to whoever did it. */
const ADDRESSED: readonly RegExp[] = [
  /^(?:no+|nope|nah)[,.! –-]+(?:no\b|i (?:said|mean|want(?:ed)?|asked|told|did|never)\b|i didn'?t|i meant|(?:that|this|it)(?:'s| is| was) (?:not|wrong|incorrect|still|the (?:wrong|opposite))|(?:that|this|it) (?:is|was|does|did|wo)n'?t\b(?! (?:matter|needed|necessary))|it should|you (?:should|misunder|missed|did|forgot|broke|have to|must|need to|are wrong)|(?:don'?t|do not) (?!worry|bother|think|know|care|need|have)|stop\b|not (?:like|that|this|the|what|in|on|as|a)\b)/,
  /^no{2,}\b|^no no\b|^oh no\b|^(?:wtf|ffs)\b/,
  /^(?:that|this|it|these|those)(?:'s| is| was| are|'re) (?:just |still |completely |totally |all |really |not even )?(?:wrong\b(?! ?\?)|incorrect\b(?! ?\?)|not (?:right|correct|true|how i|quite right|the (?:right|point|same)\b)|the wrong|(?:the )?opposite of what)/,
  /\bnot (?:at all |really |exactly |quite )?what (?:i|we)(?:'d| had| have|'ve)? (?:asked|want|wanted|meant|said|mean|requested|expected|need|needed|described|had in mind)\b/,
  /^(?:no,? |like |as )?i (?:said|meant|asked (?:you|for)|told you|(?:specifically|explicitly|clearly|already) (?:said|asked|told)|never (?:said|asked|told|wanted)|did(?:n't| not) (?:say|ask|tell|want|mean|request))\b/,
  new RegExp(
    String.raw`(?:^|[,;:–] ?|\b(?:but|because|since|and|that|think) )you(?:'ve| have)? ${ADVERBS}(?:misunderstood|misread|misinterpreted|got (?:it|that|this) wrong|missed|forgot|forgotten|broke|broken|ignored|messed|screwed|overwrote|undid|hallucinated|made (?:it|that|this) up|left out|were(?:n't| not)? supposed|should(?:n't| not) have|should have|did(?:n't| not) (?!need|have to))\b`,
  ),
  new RegExp(
    String.raw`^you(?:'ve| have)? ${ADVERBS}(?:removed|deleted|changed|added|put|used|attached|skipped|lost|dropped|duplicated|renamed|moved|committed|pushed)\b.{0,200}(?:\binstead\b|\bnot\b|n't\b|\bwrong\b|\.\.\.|\bwithout\b|\bwhy\b|\bsupposed\b|\bbroken\b)`,
  ),
  /\byou(?:'re| are) (?:over-?\w+ing|missing the point|ignoring|not listening|doing (?:it|this) wrong|\w+ing (?:at |in |on )?the wrong|mistaken|wrong|hallucinating|going in circles|breaking)\b|\byou keep \w+ing\b/,
  /\bwhy (?:did|didn't|did not|are|aren't|won't|have|haven't|were|do|don't) you\b(?! (?:choose|chose|pick|decide|use|go with|prefer|recommend|suggest|opt|think|say|need|want|ask(?! me)|believe|like|consider))/,
  /\b(?:have|did) you (?:just )?(?:ma[dk]e (?:it|that|this) up|invent|hallucinate|forget|break)|\bwhat have you done\b/,
  /\byour (?:last |previous |latest )?(?:change|fix|edit|commit|refactor\w*|patch|update|code|version)s? (?:broke|breaks|caused?|causes|introduced?|introduces|removed|did(?:n't| not)|does(?:n't| not)|is wrong|are wrong|made it worse)\b/,
  /^(?:the )?wrong (?:file|branch|folder|directory|repo\w*|one|place|way|approach|direction)\b/,
  /^not (?:like that|that one|this one|that way|this way|those)\b|^not (?:as|in|on|to|into) .{1,60}, (?:but|rather) |\bnot you \w+ing\b/,
  /^(?:that|this|it|these|those|they) should(?:n't| not)(?: have)? (?:be(?:en)? )?(?:ch\w*ge|remove|delete|touche|move|adde|rename|happen|committe|include|merge)/,
  /\b(?:we|you)(?:'ve| have)? (?:just )?lost (?:the|my|our|all)\b|^(?:great,? )?now .{0,80}\b(?:is|are) (?:broken|gone|missing|worse)\b/,
]

/** What was done is to be undone, or not to be done so. */
const TAKES_BACK: readonly RegExp[] = [
  /^(?:(?:can|could) (?:you|we) |let's |just |please |no,? |immediately ){0,3}(?:revert|undo|roll ?back|back out)(?: (?:that|this|it|those|these|your|all|everything|what|to|back|the (?:last|changes?|previous|latest|edits?|commits?|rename|refactor\w*|whole))\b|[.,!]|$)/,
  /^(?:(?:can|could) (?:you|we) |let's |just |please |no,? ){0,3}(?:put|change|switch|set|move|bring|turn) (?:it|that|this|them|those|these) back\b/,
  /^(?:please |no,? |just ){0,2}(?:don'?t|do not|never) (?:ever )?do (?:that|this|it like)\b/,
  /^(?:please |no,? |just ){0,2}stop(?:[.,!]|$| (?!running|existing|using the server)(?:\w{2,20}ing\b|it\b|that\b|this\b|right there|now\b))/,
]

/** It was to be gone by now. */
const STILL: readonly RegExp[] = [
  /\bstill (?:does(?:n't| not)|do(?:n't| not)|did(?:n't| not)|not\b|isn't|is not|aren't|won't|can't|cannot|fail\w*|broken|wrong|getting|gets?\b|seeing|shows?\b|showing|throws?\b|throwing|crash\w*|(?:the |exactly the )?same\b|happen\w*|missing|hangs?\b|errors?\b|no (?:luck|change|effect|difference))/,
  /^(?:(?:no|nope|now|i|it's|getting|get|i'm|the|exactly|we|it|gives|me)[,.]? ){0,5}same (?:error|problem|issue|result|bug|failure)\b(?! (?:as|for|with|in) )/,
  /\b(?:failing|fails|failed|broken|broke|crashe[sd]|crashing|wrong|happened|happening|not working|doesn't work) again\b/,
  /^(?:that|this|it|your \w+) (?:did(?:n't| not)) (?:\w+ly )?(?:work|help|fix|solve|change anything|do (?:it|anything))\b/,
  /\b(?:isn't|is not|wasn't|was not|aren't|are not) (?:actually |really )?fixed\b|\bmade (?:it|things) (?:even )?worse\b|\bit (?:worked|was working)(?: fine)? before (?:you|your|that|this)\b/,
]
const NOT_STILL =
  /\b(?:i|we|i'm|we're|i am) still (?:not (?:sure|clear|convinced|certain)|do(?:n't| not) (?:understand|know|get (?:why|how|what)|see (?:why|how)|have|support|need|want)|can't (?:decide|tell))|\b(?:if|whether|in case|when|even when|because|confirm)\b.{0,80}\bstill\b|^(?:is|are|does|do|did|will|has|have|can|could) .{0,200}\?$/
