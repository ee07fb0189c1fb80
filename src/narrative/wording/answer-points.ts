import { stripEcho } from '../../extract/strip-echo.ts'
import { clip } from '../../text/clip.ts'
import { isAscii } from '../../text/is-ascii.ts'
import { readsLikeOrder } from '../../text/quote-history.ts'
import { listSentences } from './sentences.ts'

/** What of an answer is worth telling weeks later, each sentence by itself. */
export interface AnswerPoints {
  /** Why, what was found, what was done: best ones, in the order they stand there. */
  readonly told: readonly string[]
  /** What was left to do. */
  readonly open: readonly string[]
  /** One of them gives a reason or a finding. */
  readonly hasReason: boolean
}

const MAX_OPEN = 200
/** Enough to find what an answer says; what is behind that is a document. */
const MAX_READ = 12_000

/** Sentences that name what it is about, such as a file, come first. */
export function readPoints(answer: string | undefined, maxChars: number, about = ''): AnswerPoints {
  const sentences = listSentences(stripEcho((answer ?? '').slice(0, MAX_READ)))
  const isOpen = sentences.map(text => isLeftOpen(text))
  const pointsBy = (worth: (text: string, at: number) => number): readonly Point[] =>
    sentences
      .map((text, at) => ({ text: text.replace(CHEER, ''), at, worth: worth(text, at) + nameWorth(text, about) }))
      .filter(point => point.worth >= MIN_WORTH && !isOpen[point.at])
  // Where reasons fill the room, nobody has to find out what the rest is worth, which takes longest.
  const reasons = pointsBy(reasonWorth)
  const isFull = reasons.reduce((sum, { text }) => sum + text.length, 0) >= maxChars
  const points = isFull ? reasons : pointsBy(worthOf)
  const open = choose(
    sentences.map((text, at) => ({ text, at, worth: 1 })).filter(({ at }) => isOpen[at]),
    MAX_OPEN,
  )
  const told = choose(points, maxChars)
  return {
    told: told.map(({ text }) => text),
    open: open.map(({ text }) => text),
    hasReason: told.some(({ worth }) => worth >= REASON_WORTH),
  }
}

interface Point {
  readonly text: string
  readonly at: number
  readonly worth: number
}

/** Those of most worth that there is room for. What reads like an order to a model only where there is nothing else. */
function choose(points: readonly Point[], maxChars: number): readonly Point[] {
  const chosen: Point[] = []
  let chars = 0
  let order: Point | undefined
  for (const point of points.toSorted((a, b) => b.worth - a.worth || a.at - b.at)) {
    if (chosen.length > 0 && chars + point.text.length > maxChars) continue
    if (readsLikeOrder(point.text)) {
      order ??= point
      continue
    }
    chosen.push({ ...point, text: clip(point.text, maxChars) })
    chars += point.text.length + 1
    if (chars >= maxChars * 0.7) break
  }
  if (chosen.length === 0 && order) return [{ ...order, text: clip(order.text, maxChars) }]
  return chosen.sort((a, b) => a.at - b.at)
}

const REASON_WORTH = 2
const MIN_WORTH = 0.5

function nameWorth(text: string, about: string): number {
  return about !== '' && text.includes(about) ? 0.4 : 0
}

/** 0: gives no reason, or says nothing. */
function reasonWorth(text: string, at: number): number {
  const said = text.toLowerCase()
  if (!REASON.test(said) && (isAscii(said) || !REASON_ELSEWHERE.test(said))) return 0
  if (/[?？]\s*$/.test(said) || UNDERWAY.test(said) || saysNothing(said)) return 0
  return PRAISE.test(said) ? MIN_WORTH : REASON_WORTH + firstWorth(at)
}

/** 0: says nothing. */
function worthOf(text: string, at: number): number {
  const reason = reasonWorth(text, at)
  if (reason > 0) return reason
  const said = text.toLowerCase()
  if (/[?？]\s*$/.test(said) || UNDERWAY.test(said) || saysNothing(said)) return 0
  if (PRAISE.test(said)) return MIN_WORTH
  return (DONE.test(said) || /`[^`]+`|\w\.\w{1,4}\b|\d/.test(text) ? 1 : 0.5) + firstWorth(at)
}

function firstWorth(at: number): number {
  return at === 0 ? 0.6 : at < 4 ? 0.2 : 0
}

/** A question, a step on the way, praise, or what all answers say. */
export function tellsNothing(text: string): boolean {
  const said = text.toLowerCase()
  return /[?？]\s*$/.test(said) || UNDERWAY.test(said) || PRAISE.test(said) || saysNothing(said)
}

/** `Perfect! It is done.` without its cheer. */
export function stripCheer(text: string): string {
  return text.replace(CHEER, '')
}

/** As all answers end: tests pass, all is done, here is a summary. */
function saysNothing(text: string): boolean {
  const plain = text.replace(/[*_`]|✅|🎉|✓|✔/g, '').trim()
  return plain.length < MIN_POINT || (plain.length < MAX_IDLE && IDLE.some(idle => idle.test(plain)))
}

const MIN_POINT = 12
/** A longer sentence says something beside it. */
const MAX_IDLE = 110

const IDLE: readonly RegExp[] = [
  /^(?:all|both|the|every|\d+|existing|full|whole|unit|integration|now|and)?[\w ,()/-]{0,40}\b(?:tests?|suite|checks?|lint(?:ing|er)?|build|ci|type ?checks?|everything|things)\b[\w ,()/-]{0,30}\b(?:pass(?:es|ed|ing)?|(?:is|are) (?:clean|green|fine|good)|succeed(?:s|ed)?|clean|green)\b[\w ,/-]{0,40}[.!]*$/,
  /^(?:the |all |everything |implementation |merge |this |that |your |both |my )?[\w -]{0,50}\b(?:is|are|has been|have been|was|were)? ?(?:now )?(?:complete[d]?|done|finished|ready|in place|all set|implemented|updated(?: successfully)?|committed|pushed|successful(?:ly)?|merged|deployed|applied|clean|up to date)(?: and (?:pushed|committed|working|tested|ready))?(?: (?:to|on|from) [\w/-]+)?[.!]*$/,
  /^(?:here(?:'s| is| are)|below|this is|summary|changes|what (?:was|i|changed)|files|let me know|feel free|would you|want me|shall i|i hope|sorry|my apologies|i apologi[sz]e|thanks?|you're (?:absolutely )?right|good (?:point|catch)|the (?:following|changes))\b/,
  /^(?:committed|pushed|merged|deployed|done|fixed|clean|perfect|great|good|all (?:green|good|done|set)|ready|success|implemented|everything)\b[\w ,()/-]{0,50}[.!]*$/,
  /\bis there anything else\b|\bif you (?:want|like|need)\b/,
  /^(?:draft )?(?:pr|pull request|mr|commit) (?:#?\d+ )?(?:is |was )?(?:created|opened|updated|pushed|ready)\b/,
]

/** What a list of merits says of any work. */
const PRAISE =
  /^(?:\W*)(?:better|cleaner|clean|improved|maintainable|consistent|robust|no breaking|backward\w*|faster|simpler)\b/

const UNDERWAY =
  /^(?:(?:now|first|next|then|so|and|ok|okay|good|great|perfect|all green)[,.!]? )*(?:let me|let's|i'll|i will|i'm going to|i am going to|i need to|looking at|you're (?:absolutely )?right)\b|\bnow let me\b/
const CHEER =
  /^(?:(?:✅|✔|✓|🎉)\ufe0f?\s*)?(?:(?:perfect|great|excellent|done|all done|sure|okay|ok|clean|fixed|good news|you're welcome)[.!:,]+\s+)*(?=\S)/i

/** How people say why, and what turned out. */
const REASON =
  /\b(?:because|since|as (?:it|they|the)\b.*\b(?:was|were|is|are)|caus(?:e|ed|es|ing)|root|reason|turn(?:s|ed) out|due to|so that|so (?:it|they|the|i|we|that)|otherwise|instead(?: of)?|rather than|the (?:problem|issue|bug|culprit|trick) (?:is|was)|(?:was|were) (?:never|not|only|being|missing|wrong)|never|must|only (?:when|if)|until|unless|no longer|which (?:means|meant|could|would|caused|is why)|means that|decided|chose|by design|wrong|weil|deshalb|parce que|porque)\b/
const REASON_ELSEWHERE = /因为|所以|原因|ため|ので|때문|しました|했습니다|修复|改为/
const DONE =
  /\b(?:now|added|removed|moved|replaced|renamed|switched|changed|fix(?:ed|es)|returns?|uses?|reads?|writes?|set to|limits?|works?)\b/

/** Something was left to do, and nobody says that nothing was. */
export function isLeftOpen(text: string): boolean {
  const said = text.toLowerCase()
  if (!OPEN.test(said) && (isAscii(said) || !OPEN_ELSEWHERE.test(said))) return false
  return (
    !/\b(?:no|nothing|none|not any)\b.{0,25}\b(?:remain|left|pending|open|to ?do)/.test(said) && !UNDERWAY.test(said)
  )
}

const OPEN =
  /\byet[.,;:)!]|\byet$|\bnot yet\b|\byet to\b|\bstill (?:open|missing|needs?|to (?:do|be)|fail\w*|uses?|has|have|lacks?|not|broken|pending)\b|\bremain(?:s|ing)\b|\bleft (?:to do|open|undone|out for now)\b|\b(?:next steps?|next up|what's next|to do next|comes next|is next)\b|\bto-?do\b(?! (?:apps?|applications?|lists?|items?|pages?|components?)\b)|\bfollow-?ups?\b|\b(?:is|are) pending\b|\buntested\b|\bnot (?:covered|handled|tested|implemented|done|fixed|supported)\b|\bneeds? to be\b|\bknown (?:issue|limitation)s?\b|\bnoch (?:nicht|offen|zu tun)|\bpas encore/
const OPEN_ELSEWHERE = /todavía (?:no|falta)|还没|尚未|未完成|まだ|残って/
