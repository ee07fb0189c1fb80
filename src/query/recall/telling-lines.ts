import { listSentences } from '../../narrative/wording/sentences.ts'
import { clip } from '../../text/clip.ts'
import { readsLikeOrder } from '../../text/quote-history.ts'
import type { WordFinder } from '../search/find-words.ts'
import type { Passage } from '../search/unit-text.ts'
import { isAnswer } from './passage-features.ts'

/** Letters that are enough to know whether to read on. */
const MAX_CHARS = 320
/** What asks, or says what is about to be done, tells nothing later. */
const MIN_WORTH = 0

interface Line {
  readonly text: string
  readonly at: number
  readonly worth: number
  readonly isPrompt: boolean
}

/**
 * What of a turn is worth a look: the sentences that say what was found out or decided, with the prompt's words where
 * possible; neither the question nor code. Each is a line of its own. Empty where the turn has none.
 */
export function cutTellingLines(passages: readonly Passage[], finder: WordFinder): string {
  const rules = passages.filter(({ column }) => column === 'prompt').flatMap(({ text }) => listSentences(text))
  const answers = passages.filter(isAnswer).flatMap(({ text }) => listSentences(text))
  // A person who sets a rule says it in a prompt; what asks is no answer.
  const said = rules.filter(text => RULE.test(text) && !isQuestion(text))
  const lines = [...said, ...answers].map(
    (text, at): Line => ({ text, at, worth: worthOf(text, finder), isPrompt: at < said.length }),
  )
  const best = lines.filter(({ worth }) => worth > MIN_WORTH).sort((a, b) => b.worth - a.worth || a.at - b.at)
  return joinInOrder(chooseLines(best).sort((a, b) => a.at - b.at))
}

/** What reads like an order to a model comes last: it is told only where there is nothing else. */
function chooseLines(best: readonly Line[]): Line[] {
  const chosen: Line[] = []
  let chars = 0
  let order: Line | undefined
  for (const line of best) {
    if (chosen.some(({ text }) => text === line.text)) continue
    if (chosen.length > 0 && chars + line.text.length > MAX_CHARS) continue
    if (readsLikeOrder(line.text)) {
      order ??= line
      continue
    }
    chosen.push(line)
    chars += line.text.length + 1
    if (chars >= MAX_CHARS * 0.8) break
  }
  return chosen.length === 0 && order ? [order] : chosen
}

/** Who speaks is said where a person's words stand beside the answer, or alone. */
function joinInOrder(lines: readonly Line[]): string {
  const hasPrompt = lines.some(({ isPrompt }) => isPrompt)
  return lines
    .map(({ text, isPrompt }, at) => {
      const speaker = !hasPrompt || lines[at - 1]?.isPrompt === isPrompt ? '' : isPrompt ? 'User: ' : 'Answer: '
      return speaker + clip(text, MAX_CHARS)
    })
    .join('\n')
}

/** How people set a rule, or put something right. */
const RULE =
  /\b(?:always|never|must(?: not)?|we (?:use|do|don'?t|keep|want|call)|don'?t (?:use|ever)|instead of|no,|only use|from now on|decided|has to|should (?:not|be|never|always))\b/i

/** How people say that something was found out or settled. */
const FINDING =
  /\b(?:because|cause[ds]?|root|reason|turns? out|due to|fix(?:ed|es)?|solved|works? now|decided|decision|chose|chosen|instead|rather than|never|always|must|should not|so that|now|no longer|the (?:problem|issue|culprit|trick) (?:is|was)|switched|replaced|moved|removed|added|set to|limit|only when|until|unless)\b|因为|所以|原因|改为|决定|修复|ため|しました|때문|했습니다/iu
/** How an assistant speaks of what it is about to do, which tells nothing later. */
const UNDERWAY =
  /^(?:let me|let's|i'?ll|i will|now,? (?:i|let)|first,? (?:i|let)|next,? (?:i|let)|i(?:'m| am) going to|i need to|looking at|great|perfect|good|ok(?:ay)?|sure|you'?re (?:absolutely )?right|would you like|do you want|shall i|should i)\b/i

function worthOf(sentence: string, finder: WordFinder): number {
  const words = new Map<number, number>()
  for (const { of, weight } of finder.find(sentence)) words.set(of, Math.max(words.get(of) ?? 0, weight))
  const found = [...words.values()].reduce((sum, weight) => sum + Math.max(0, weight), 0)
  const isIdle = UNDERWAY.test(sentence)
  return 0.1 + found + (FINDING.test(sentence) ? 0.7 : 0) - (isIdle ? 2 : 0) - (isQuestion(sentence) ? 1 : 0)
}

function isQuestion(text: string): boolean {
  return /[?？]\s*$/.test(text)
}
