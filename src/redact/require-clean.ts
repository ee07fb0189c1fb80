import { buildAutomaton } from './automaton.ts'
import { decodeRun } from './base64.ts'
import { encodedViews } from './encoded-views.ts'
import { HOST, USER } from './found-value.ts'
import { type Needle, needleAt } from './needle.ts'
import { isInRange, meetsRange, placeholderRanges } from './placeholder.ts'
import { RedactionFailure } from './redaction.ts'
import { scanText } from './scan-text.ts'
import { shownView } from './shown-view.ts'
import { isInStructure, markRanges } from './structure.ts'
import type { Place } from './view.ts'

const WORDS_AND_RUNS = { hasWraps: false, hasRuns: true }
/** So often something inside of something else is decoded. */
const MAX_DEPTH = 2
/** Shorter values stand by chance in what is decoded by chance. */
const MIN_INSIDE = 8

/**
 * The last look at what is about to be written, also as a reader sees it and at what is encoded in it. It throws where a
 * value that is taken out everywhere still stands. Names of users and hosts are not among these: as words they may come
 * to be where two parts of a text are drawn apart.
 */
export function createCleanCheck(needles: readonly Needle[], rules: ReadonlySet<string>): (text: string) => undefined {
  const wanted = needles.filter(({ found }) => found.naming !== USER && found.naming !== HOST)
  const automaton = buildAutomaton(wanted.map(({ anchor }) => anchor))
  const marks = createRanges(rules)

  function check(text: string, depth: number, isWritten: boolean): void {
    const { words, runs } = scanText(automaton, text, WORDS_AND_RUNS)
    for (let i = 0; i < words.length; i += 2) {
      const needle = wanted[words[i] as number] as Needle
      if (!isWritten && !countsInside(needle)) continue
      const place = needleAt(text, words[i + 1] as number, needle, false)
      if (!place || isInStructure(text, place.start, place.end) || marks.isOurs(text, place)) continue
      const { placeholder, naming, value } = needle.found
      const word = naming.category === 'word' ? value : undefined
      throw new RedactionFailure(`What stands for ${placeholder} would have been written`, { word })
    }
    const shown = isWritten ? shownView(text) : undefined
    if (shown) check(shown.text, depth, false)
    if (depth >= MAX_DEPTH) return
    let done = 0
    for (let i = 0; i < runs.length; i += 2) {
      const run = (runs[i] as number) < done ? undefined : decodeRun(text, runs[i] as number, runs[i + 1] as number)
      if (!run) continue
      done = run.end
      check(run.text, depth + 1, false)
    }
    // What is shown was looked at with all that is encoded in it.
    if (!shown) for (const view of encodedViews(text, false)) check(view.text, depth + 1, false)
  }

  return text => {
    check(text, 0, true)
  }
}

function countsInside({ found, value }: Needle): boolean {
  return found.reach === 'anywhere' && value.length >= MIN_INSIDE
}

/** Where placeholders and the client's own marks stand, worked out once for each text. */
function createRanges(rules: ReadonlySet<string>) {
  let last: string | undefined
  let placeholders = placeholderRanges('', rules)
  let own = placeholders
  return {
    isOurs(text: string, place: Place): boolean {
      if (text !== last) {
        last = text
        placeholders = placeholderRanges(text, rules)
        own = markRanges(text)
      }
      return meetsRange(placeholders, place) || isInRange(own, place)
    },
  }
}
