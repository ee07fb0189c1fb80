import { stripEcho } from '../../extract/strip-echo.ts'
import { isAscii } from '../../text/is-ascii.ts'
import { stripEmphasis } from '../../text/strip-emphasis.ts'
import { readOwnWords } from './own-words.ts'

/**
 * Sentences that a person evidently typed. Mails, pages and readmes are pasted into prompts and look like prose: where a
 * prompt asks about a text, quotes it or is as long as one, what may be that text is left out. Rather too little than the
 * words of others in somebody's name.
 */
export function listTyped(prompt: string): readonly string[] {
  const own = readOwnWords(stripEcho(prompt)).text
  if (own.length > MAX_READ || MADE.test(own)) return []
  const paragraphs = withoutQuotes(own)
    .split(/\n[^\S\n]*\n/)
    .map(paragraph => paragraph.trim())
    .filter(paragraph => paragraph !== '')
  return chooseTyped(paragraphs)
    .flatMap(paragraph => paragraph.split('\n'))
    .flatMap(listLineSentences)
    .filter(sentence => sentence.length <= MAX_SENTENCE && !looksCopied(sentence))
}

/** Begins what the client or a skill writes in a person's name. */
const MADE =
  /^\s*(?:Caveat: The messages below|\[SYSTEM|Stop hook feedback|Base directory for this skill|Implement the following plan:|<)/
/** More is a document. */
const MAX_READ = 8000
/** Longer ones are no sentence that somebody typed. */
const MAX_SENTENCE = 400
/** Several paragraphs of so many letters, or so many paragraphs, are a text. */
const MAX_TYPED = 700
const MAX_PARAGRAPHS = 4
/** One paragraph that somebody dictated, at most; and lines that are no list. */
const MAX_ALONE = 1500
const MAX_LINES = 6

function chooseTyped(paragraphs: readonly string[]): readonly string[] {
  const [first = '', ...others] = paragraphs
  const [line = '', ...lines] = first.split('\n')
  const rest = [...lines, ...others.flatMap(paragraph => paragraph.split('\n'))].filter(one => one.trim() !== '')
  const list = isAddressed(line) ? rest.filter(one => LIST_ITEM.test(one)) : []
  if (list.length > 0 && rest.length - list.length <= 1) return [line, ...list]
  const sentences = splitSentences(line)
  const named = sentences.findIndex(introducesText)
  if (named >= 0) return [...sentences.slice(0, named), beforeColon(sentences[named] ?? '')]
  if (rest.length > 0 && /[?:？：][^\w\n]*$/.test(line)) return [line]
  if (paragraphs.some(looksLikeMail)) return looksLikeMail(first) || others.length === 0 ? [] : [first]
  const last = paragraphs.at(-1) ?? ''
  if (others.length > 0 && introducesText(last)) return [last]
  const chars = paragraphs.reduce((sum, paragraph) => sum + paragraph.length, 0)
  if (others.length === 0) {
    const isText = chars > MAX_ALONE || (rest.length >= MAX_LINES && !rest.every(one => LIST_ITEM.test(one)))
    return isText ? [] : paragraphs
  }
  if (chars > MAX_TYPED || paragraphs.length > MAX_PARAGRAPHS || looksLikeTitle(first)) return []
  if (paragraphs.some(paragraph => LABELLED.test(paragraph))) return []
  return paragraphs.length === 2 || last.length > MAX_LAST
    ? [first, ...(ADDRESSES.test(last) ? [last] : [])]
    : [first, last]
}

/** What a person adds below what they wrote. */
const MAX_LAST = 200
const ADDRESSES =
  /^(?:please|pls|also|and|but|btw|ps|oh|don'?t|do not|never|always|use|keep|let'?s|only|no|i|we|you|make sure|bitte|wir|ich|keine?)\b/i
/** As forms of tickets and requirements are. */
const LABELLED =
  /^(?:acceptance|steps|expected|actual|description|summary|background|context|requirements|scope|goals?|non-goals|impact|severity|priority|notes?|reporter|assignee)[\w ]{0,20}:/im

/** `Ticket 4711`: a few words without an end, which no sentence is. */
function looksLikeTitle(paragraph: string): boolean {
  return !/[.!?:,]$/.test(paragraph) && paragraph.split(/\s+/).length <= 5 && !ADDRESSES.test(paragraph)
}

const LIST_ITEM = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/

/** `Please follow these rules:`, to whoever reads it. */
function isAddressed(line: string): boolean {
  return (
    /[:：]\s*$/.test(line) &&
    /\b(?:rules?|please|things?|points|requirements|conditions|constraints|conventions|follow|remember|from now on|i want|we want|you (?:must|should)|the following|regeln|bitte|punkte)\b/i.test(
      line,
    ) &&
    !introducesText(line) &&
    !/[?？]|\b(?:think|mean|says?)\b/i.test(line)
  )
}

const TEXT_KIND =
  /\b(?:readme|stack ?overflow|reddit|e-?mails?|mail|message|article|post|docs?|documentation|page|website|manual|wiki|handbook|contract|guide|policy|ticket|issue|comments?|review|feedback|thread|slack|letter|paragraph|text|transcript|snippet|announcement|release notes|spec|proposal|answer from|nachricht|artikel|anleitung|seite)\b/
const ABOUT_TEXT =
  /\b(?:says?|said|means?|wants?|read|review|summari[sz]e|translate|explain|understand|think of|think about|here(?:'s| is| are)|got|received|wrote|sent|from|check|see|look at|steht|heißt|bedeutet|lies)\b/
const ASKS_ABOUT =
  /^(?:(?:please|pls|can you|could you)\s+)*(?:translate|proofread|rephrase|summari[sz]e)\b|^(?:(?:please|pls|can you|could you|bitte|kannst du)\s+)*(?:summari[sz]e|translate|explain|proofread|rephrase|analy[sz]e|tl;?dr|review|read|übersetze?|erkläre?|fasse)\b.*\b(?:this|these|that|the following|below|dies\w*|das|folgende\w*|zusammen)\b|\bwhat (?:does|do|is|are) (?:this|these|they|he|she)\b|\b(?:pasted?|quoted?|forwarded|copied)\b|^here(?:'s| is| are)\b|\b(?:found|got|saw|read|heard|received|came across) (?:this|these|that|the following|it)\b|\bdo(?:es)? (?:this|these|it|that) (?:apply|make sense|hold|look|mean)\b|\b(?:is|are) (?:this|these|that|it) (?:true|right|correct|good advice|still valid|relevant)\b|^\s*(?:\w*(?:error|warning|exception)|fatal|invariant violation|notes? from)\b|\bwhat do you (?:make|think) of\b|\bforward(?:ed)? (?:this|it|these)\b|^(?:from|per|as per|quoting|according to) (?:the|our|their|a)\b[^:]{0,40}:|\b(?:answered|replied|responded|wrote|says|said|asked|requested|came|told \w+|demands?)\b[^:.?!]{0,30}:|\bthis is what\b|\banswer this\b|\breply to\b/

/** The sentence speaks of a text, which then follows. */
function introducesText(sentence: string): boolean {
  const said = sentence.toLowerCase()
  return ASKS_ABOUT.test(said) || (TEXT_KIND.test(said) && ABOUT_TEXT.test(said))
}

function beforeColon(sentence: string): string {
  return sentence.split(/[:：](?:\s|$)/, 1)[0] ?? ''
}

/** Heads, greetings and farewells that stand in a line of their own. */
function looksLikeMail(paragraph: string): boolean {
  return /^(?:(?:from|to|cc|subject|date|sent|von|an|betreff): \S.*|(?:hi|hello|hey|dear|hallo|liebe[rs]?|sehr geehrte\w*)\b[^\n.?!]{0,40}[,!]|(?:(?:kind|best|warm) regards|regards|best|cheers|sincerely|viele grüße|mit freundlichen grüßen|thanks)[,!]?|#{1,4} \S.*)$/im.test(
    paragraph,
  )
}

/** Lines of a quotation are left out, and what stands between quotation marks where it is a sentence or more. */
function withoutQuotes(text: string): string {
  const lines = text.includes('>') ? text.replace(/^\s*>.*$/gm, '') : text
  return lines.replace(/(?<![\p{L}\p{N}.!?])["“„«「]([^"“”„«»「」]{12,2000})["”“»」]/gu, (whole, said: string) =>
    /[.!?]\s|\n|[。！？]/.test(said) || said.split(/\s+/).length > 5 ? '"…"' : whole,
  )
}

function listLineSentences(line: string): readonly string[] {
  const bare = line.replace(LIST_ITEM, '').trim()
  if (bare === '' || /^[|+=_~#-]/.test(bare) || /[:：]$/.test(bare)) return []
  return splitSentences(stripEmphasis(bare))
}

/** People begin sentences with small letters. */
function splitSentences(line: string): readonly string[] {
  return line
    .split(/(?<=[^\s.][^\s.][.!?]+["')]*)\s+(?!\d)|(?<=[。！？])/)
    .map(sentence => sentence.trim())
    .filter(sentence => sentence !== '')
}

/** A line of a log, a diff or a commit that stands alone; and what nobody should be told to fetch or to run. */
function looksCopied(text: string): boolean {
  const signs = text.replace(isAscii(text) ? /[A-Za-z0-9\s.,'"`/_-]/g : /[\p{L}\p{N}\s.,'"`/_-]/gu, '').length
  return (
    signs / text.length > 0.15 ||
    /^[|*+]|\b(?:commit|sha) [0-9a-f]{12,}|\d\d:\d\d:\d\d|^\s*at \S+\(/.test(text) ||
    /\b(?:https?|ftp|ssh):\/\/|\bwww\.|\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\b(?:curl|wget|iwr|iex)\s+\S|\b[a-z0-9-]+\.(?:com|io|org|net|dev|app|sh|xyz)\b/i.test(
      text,
    )
  )
}
