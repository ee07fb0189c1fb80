import { stripEcho } from '../../extract/strip-echo.ts'
import { clip } from '../../text/clip.ts'
import { isAscii } from '../../text/is-ascii.ts'
import { listSentences } from './sentences.ts'

/** Enough to find what an answer says; what is behind that is a document. */
const MAX_READ = 12_000
const MAX_CHOICES = 3
const MAX_TOLD = 300
/** More is no sentence. */
const MAX_SENTENCE = 900

/**
 * Sentences of an answer in which the model says what it decided, or what it took instead of something else and why. What
 * it offers or asks, what it is about to do, and what it says of how code behaves is none. Rather silent than wrong.
 */
export function listChoices(answer: string): readonly string[] {
  const head = answer.slice(0, MAX_READ)
  if (!HINT.test(head)) return []
  const chosen: string[] = []
  for (const sentence of listSentences(stripEcho(head))) {
    if (sentence.length > MAX_SENTENCE || !statesChoice(sentence)) continue
    const told = clip(sentence, MAX_TOLD)
    if (!chosen.includes(told)) chosen.push(told)
    if (chosen.length === MAX_CHOICES) break
  }
  return chosen
}

const HINT =
  /decide|decision|chose|opt(?:ed|ing) for|opted to|settl|(?:went|go|going|stick|sticking|staying) with|instead of|rather than|deliberately|intentionally|purposely|picked|preferred|\bkept\b|stuck with|stayed with|stay with|in favou?r of|switched|(?:approach|choice|option|solution|way|fix|move) (?:here )?(?:is|was)\b|by design|, so i|, i'll (?:use|keep|leave|skip|store)|entschieden|选择|决定|採用/i

function statesChoice(sentence: string): boolean {
  const said = sentence
    .toLowerCase()
    .replace(/[’´]/g, "'")
    .replace(/`[^`]*`/g, '`…`')
    .replace(/"[^"]{0,200}"/g, '"…"')
  if (/[?？]["')]*\s*$/.test(said) || OFFERED.test(said) || REPORTED.test(said)) return false
  if (DECIDED.test(said) || LABELLED.test(said) || (!isAscii(said) && ELSEWHERE.test(said))) return true
  if (ELSEWHERE_LATIN.test(said)) return true
  if ((THEREFORE.test(said) || BY_DESIGN.test(said)) && !FAULT.test(said) && !UNDERWAY.test(said)) return true
  const reasons = REASON.test(said)
  const isAgainst = AGAINST.test(said)
  if (LEANS.test(said)) return (reasons || isAgainst || EXPLAINED.test(said)) && !UNDERWAY.test(said)
  if (!isAgainst) return reasons && OUGHT.test(said)
  if (FAULT.test(said) || UNDERWAY.test(said)) return false
  return DID.test(said) || (reasons && (WILL.test(said) || USED.test(said)))
}

const OFFERED =
  /\b(?:i|we|you|one|it|this|that) (?:could|might|may)\b|\b(?:i|we|you) would\b|\bi'd (?:suggest|recommend|prefer|lean|go|vote)|\b(?:option|approach|alternative) [a-d1-9]\b|\balternatively\b|\bif you\b|\bwant me\b|\bshall i\b|\blet me know\b|\byou prefer\b|\brecommend|\bsuggest|\bconsider(?:ing)? \w+ing\b|\bneed to (?:decide|choose)|\b(?:before|until|once|whether|if) (?:i|we|you) (?:decide|choose|chose|settle)/
/** What others chose, and what code does. */
const REPORTED =
  /^(?:you|they|he|she|the user|users?)(?:'ve| have)? \w+|\b(?:you|they|he|she|the user|the team|who|someone|authors?) (?:also |then |have |had |already )?(?:decided|chose|opted|picked|went with|settled)\b|\bas (?:you|we) (?:asked|discussed|decided|agreed)\b|\bhaven't (?:decided|settled)|\bnot (?:yet )?(?:decided|settled)\b/

const HOW = '(?:deliberately |intentionally |also |finally |therefore |then |ultimately |instead |now |initially )?'
const DECIDED = new RegExp(
  String.raw`\b(?:i|we)(?:'ve| have)? ${HOW}(?:decided (?:to|against|on|not|that|in favou?r)|chose\b|chosen\b|opted (?:for|to|against|not)|settled on|went (?:with|for) (?!a (?:walk|run)))|\bi(?:'ve| have)? (?:deliberately|intentionally|purposely) (?:\w+ed|left|kept|put|made|did|set|chose)\b|\b(?:was|were) chosen (?:over|because|since|instead)\b`,
)
const LABELLED =
  /^(?:design |key |my )?(?:decision|chosen approach|choice made)s?: \S.{15}|^(?:the |my )?(?:approach|strategy|design)(?: taken| i took)?: .{5,300}\b(?:rather than|instead of) |^(?:.{1,80}(?:: | [—–-] ))?(?:chose|kept|picked|opted for|went with) .{2,120} (?:over|instead of|rather than) \S/
const ELSEWHERE_LATIN = /\bich habe mich (?:für|gegen|dazu) .{0,200}\bentschieden\b/
const ELSEWHERE = /我(?:最终)?(?:选择|决定)(?:了|使用|采用|用|不)|を採用しました|ことにしました/

const REASON =
  /\b(?:because|since|so that|so (?:it|the|we|they|that|existing|no)\b|to (?:avoid|keep|prevent|stay|preserve|match|minimi[sz]e|reduce)|as (?:it|this|that|they|the)\b|which (?:is|was|keeps|avoids|means|makes|eliminates|lets|would|gives|matches|allows)|given|otherwise|due to)\b/
const AGAINST = /\b(?:instead of|rather than|over (?:the|a|an|using|\w+ing)\b|in favou?r of)\b/

/** Says by itself that there was a choice, but not what of. */
const LEANS =
  /\b(?:i'll|i will|we'll|we will|i'm|i am|we're|we are|let's|i|we) (?:go(?:ing)?|stick(?:ing)?|stay(?:ing)?|stuck|stayed) with\b|\b(?:i|we)(?:'ve| have)? (?:picked|switched (?:to|from)|kept|preferred)\b|\b(?:i'll|i will|we'll|i'm|we're) (?:opt(?:ing)? for|settl(?:e|ing) on)\b/
/** `I'll go with plum - a calm middle between red and grey.` */
const EXPLAINED = /\b(?:go|going|stick|sticking) with [^—–]{2,80}(?: - |—|–).{10}/
/** `Since the id is nowhere to be had, I'll use a hook to capture it.` What has to be done anyhow is no choice. */
const THEREFORE =
  /^(?:since|because|given that|as) .{10,300}, (?:so )?(?:i'll|i will|i'm|i've|i|we'll|we) (?:just |simply |also |instead )?(?:us(?:e|ed|ing)|keep|kept|keeping|leav(?:e|ing)|left|skip(?:ped|ping)?|stor(?:e|ed|ing)|reus(?:e|ed|ing)|avoid(?:ed|ing)?) (?!you\b|your\b)/
/** `They return interfaces by design, so I added a comment that says so.` */
const BY_DESIGN =
  /(?:\b(?:by design|on purpose|deliberate(?:ly)?|intentional(?:ly)?)\b|\bshould be \S.{0,60} (?:since|because) ).{0,200}, so (?:i'll|i will|i've|i|we'll|we) (?:just |also )?(?:add|added|keep|kept|leave|left|use|used|skip|skipped|mark|marked|made)\b/
/** What was done has an author. */
const DID =
  /(?:^|[,;:—–-] |\b(?:so|and|therefore) )(?:i|we)(?:'ve| have)? (?:also |just |now |therefore |then )?(?:created|made|added|used|put|wrote|implemented|left|moved|built|placed|named|returned|stored|set|extracted|reused|split|inlined|replaced|modelled|designed|structured)\b/
const WILL =
  /\b(?:i'll|i will|i'm going to|we'll|we will|i'm|we're|let's) (?:\w+ )?(?:use|using|make|making|keep|keeping|put|putting|store|storing|add|adding|write|writing|build|building|implement|implementing|return|returning|model|split|extract|reuse|place|name|do|doing|create|creating)\b/
const USED = /^(?:[^:.]{1,60}: )?(?:used|chose|picked|kept|switched to|opted for|went with|reused|stored|made|put)\b/
/** `Since lines cannot be split, the correct approach is to return an error.` */
const OUGHT =
  /^(?:since|because|given|as) .{10,300}, (?:so )?(?:the|a) (?:correct|right|best|simplest|cleanest|safest|better|proper|only sane|pragmatic) (?:approach|choice|option|solution|way|fix|move) (?:here )?(?:is|was)\b/
/** It was no choice, but a mistake. */
const FAULT =
  /\b(?:mistake|mistakenly|wrong(?:ly)?|bug|accidentally|by accident|oops|incorrectly|should have|sorry|apologi[sz]e|failed|fails|error was|broke|broken)\b/
/** On the way: which tool is taken, where to look next. */
const UNDERWAY =
  /\b(?:grep|ripgrep|rg|sed|awk|cat|curl|jq|glob|the (?:\w+ ){0,2}tool|todo ?list|todowrite|webfetch|websearch|sub-?agents?|skill|agent to|different approach|another approach|first (?:test|file|one|option)|help you)\b|\bto (?:find|search|look|check|see|verify|explore|investigate|understand|locate|debug|inspect)\b/
