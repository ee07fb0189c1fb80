import { clip } from '../../text/clip.ts'
import { stripEmphasis } from '../../text/strip-emphasis.ts'
import { listLines, listSentences, splitSentences } from './sentences.ts'
import { isWholeItem, isWholeSentence } from './whole-sentence.ts'

/** What an answer says is left to do, and what it asks of the person. */
export interface LeftOpen {
  /** Each sentence, or line of a list of next steps, by itself; up to ten. */
  readonly promises: readonly string[]
  /** The last question that waits for an answer; offers of more work wait for nothing. */
  readonly question: string | undefined
}

const MAX_PROMISES = 10
const MAX_CHARS = 300

export function readLeftOpen(answer: string): LeftOpen {
  const listed = listBelowHeading(answer).filter(isWholeItem)
  const said = listSentences(answer).filter(sentence => saysLeft(sentence) && isWholeSentence(sentence))
  return {
    promises: [...new Set([...listed, ...said])].slice(0, MAX_PROMISES).map(text => clip(text, MAX_CHARS)),
    question: findQuestion(answer),
  }
}

/** A heading, or a line that ends with a colon, under which stands what comes next. */
const HEADING =
  /^\s{0,3}(?:#{1,6}\s+|\*\*|__)?\W{0,3}(?:recommended |suggested |possible |remaining )?(?:next steps?|remaining(?: (?:work|tasks?|items?|issues?|steps?|todos?))?|to-?dos?(?=\W*$| (?:list|items?|left|later|next)\b)|required (?:manual )?(?:set-?up|steps?|actions?)|manual steps?|actions? (?:items|required|needed)|still (?:to do|open|missing|needed|left)|open (?:items|questions|issues|points|threads)|follow-?ups?|what(?:'s| is) (?:left|next|missing)|what remains|not (?:yet )?(?:done|implemented|covered|tested)|known (?:issues|limitations)|left to do|nächste schritte|offen(?:e punkte)?|prochaines étapes|próximos pasos)\b[^\n]{0,40}$/i
/** What a review asks for; advice that is no work is none of it. */
const ADVICE =
  /^\s{0,3}(?:#{1,6}\s+|\*\*|__)?\W{0,3}(?:key |final |main |my )?(?:recommendations?|(?:recommended|suggested|required|requested) (?:changes|fixes|actions))\W*$/i
const WORK =
  /^(?:fix|add|document|handle|extract|remove|rename|update|test|write|move|replace|refactor|verify|implement|create|migrate|split|return|validate|delete|restore|cover|clean up|deduplicate)\b/i
const ITEM = /^\s*(?:[-*•]|\d{1,2}[.)])\s+(?:\[( |x)\]\s*)?(.{3,})$/

/** The list right below such a heading. Offers and what is ticked off are left out. */
function listBelowHeading(answer: string): readonly string[] {
  const lines = listLines(answer)
  const found: string[] = []
  lines.forEach((line, at) => {
    const isAdvice = ADVICE.test(line)
    if (!(isAdvice || HEADING.test(line)) || !/^\s{0,3}(?:#|\*\*|__)|:\W*$/.test(line) || NEGATED.test(line)) return
    let isBefore = true
    for (let next = at + 1; next < lines.length; next++) {
      const below = lines[next] as string
      if (below.trim() === '') continue
      const [, ticked, text] = ITEM.exec(below) ?? []
      if (text === undefined) {
        // One line may lead to the list, and what explains an item is indented below it.
        if (isBefore ? /^[^#|>].*:\s*$/.test(below) : /^\s{2,}\S/.test(below)) {
          isBefore = false
          continue
        }
        break
      }
      isBefore = false
      const item = stripEmphasis(text).trim().replace(/:$/, '')
      if (ticked === 'x' || /^\s{2,}/.test(below) || /^(?:if|when) /i.test(item)) continue
      if (!isAdvice || WORK.test(item)) found.push(item)
    }
  })
  return found
}

/** Somebody will have to do something: said as such, not as how things are. */
const LEFT: readonly RegExp[] = [
  /\b(?:you(?:'ll| will)|we(?:'ll| will)|i(?:'ll| will)) (?:still )?(?:need|have) to (?!know|be aware)\w/,
  /\bwill need to be \w+ed\b|\bwill need to be (?:done|set|filled|run|made|written)\b/,
  /\bstill (?:need(?:s|ed)?|ha(?:s|ve)) to \w|\bstill (?:to do|missing|failing|fails|broken|open|pending|unresolved|needs? (?:work|a |an |the |some ))/,
  /\b(?:not|n't)(?: been)? (?:yet )?(?:implemented|tested|covered|handled|finished|fixed|migrated|verified|wired up|committed|pushed)(?: yet)?\b/,
  /\b(?:remains?|is|are) (?:left )?(?:to be (?:done|implemented|tested|fixed|decided|written|added)|unfinished|incomplete|untested|undone|outstanding)\b/,
  /\b(?:left|deferred|postponed|skipped) (?:to do|undone|for (?:now|later|a follow-?up|another))/,
  /\b(?:next step (?:is|would be)|next up:|as a follow-?up|in a follow-?up|remaining (?:work|tasks?|steps?|items?)\b)/,
  /\b(?:later if you want|before (?:committing|merging|releasing|deploying|you (?:commit|merge|deploy)))\b/,
  /\b(?:i|we) (?:haven't|have not|did not|didn't|could not|couldn't) (?:yet )?(?:run|test|verify|check|finish|fix|implement|commit|push|update)\b/,
  /\byou (?:may|might|'ll probably) (?:also )?(?:want|need|have) to (?:run|restart|reload|re-?install|install|re-?build|re-?run|set|add|update|configure|commit|push)\b/,
  /\bready (?:to (?:be )?(?:commit|push|merge|deploy|publish|release)|for `?(?:git )?(?:commit|push|merge|deploy|release))/,
  /\bnoch (?:zu tun|offen|nicht (?:fertig|getestet|umgesetzt))\b|\breste à\b|\bfalta (?:por )?\w+r\b|还需要|尚未完成|まだ(?:実装|対応|テスト)/,
]

/** Told to be over, or of nobody's concern; or only how it was before. */
const NEGATED =
  /\b(?:no|nothing|none|without|not any|never|any)\b.{0,30}\b(?:remain\w*|left|pending|open|to-?do|need(?:s|ed)? to)|\b(?:no longer|already|now (?:handles|covers|tests)|previously|used to|was failing|would (?:still )?have|if you (?:have|need|ever|prefer))\b|\bso (?:that )?(?:you|we|users?) (?:don't|do not|won't)\b|\bdon't (?:need|have) to\b/

function saysLeft(sentence: string): boolean {
  const said = sentence.toLowerCase().replace(/[’]/g, "'")
  return said.length < 400 && !said.endsWith('?') && LEFT.some(pattern => pattern.test(said)) && !NEGATED.test(said)
}

const MAX_TAIL = 1200

/** In the last words, up to three lines from the end: a question further up was answered by what follows. */
function findQuestion(answer: string): string | undefined {
  const lines = listLines(lastWords(answer)).filter(line => line.trim() !== '')
  const last = lines
    .slice(-3)
    .flatMap(line =>
      splitSentences(
        stripEmphasis(line)
          .replace(/^\s*(?:[-*•>]|\d{1,2}[.)])\s+/, '')
          .trim(),
      ),
    )
    .filter(sentence => sentence.length >= MIN_QUESTION && /\?["')*\s]*$/.test(sentence))
    .findLast(question => !isOffer(question) && isWholeItem(question) && !/^(?:or|and|but)\b/.test(question))
  return last && clip(last, MAX_CHARS)
}

const MIN_QUESTION = 9

/** From the beginning of a line. */
function lastWords(answer: string): string {
  if (answer.length <= MAX_TAIL) return answer
  const from = answer.indexOf('\n', answer.length - MAX_TAIL)
  return from < 0 ? answer : answer.slice(from + 1)
}

/** How answers end: an offer of more is nothing that waits, unless it is the work itself that waits. */
function isOffer(question: string): boolean {
  return OFFER.test(question) && !WAITS.test(question)
}

const OFFER =
  /\b(?:would you like|do you want|want me to|like me to|shall i|should i|let me know|anything else|is there (?:any|some)thing|ready to|sounds? good|does (?:this|that) (?:look|sound|make|work|help|answer)|can i help|how can i|what would you like|what's next|any (?:other )?questions|next)\b/i
const WAITS =
  /\b(?:proceed|go ahead|implement|start (?:with|on)|approve|which (?:one|approach|option)|prefer|commit(?! message)|push|merge|deploy)\b/i
