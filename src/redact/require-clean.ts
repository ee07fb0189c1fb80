import { buildAutomaton } from './automaton.ts'
import { HOST, USER } from './found-value.ts'
import { type Needle, needleAt } from './needle.ts'
import { isInRange, meetsRange, placeholderRanges } from './placeholder.ts'
import { RedactionFailure } from './redaction.ts'
import { scanText } from './scan-text.ts'
import { isInStructure, markRanges } from './structure.ts'

const WORDS_ONLY = { hasWraps: false, hasRuns: false }

/**
 * The last look at what is about to be written. It throws where a value that is taken out everywhere still stands. Names
 * of users and hosts are not among these: as words they may come to be where two parts of a text are drawn apart.
 */
export function createCleanCheck(needles: readonly Needle[], rules: ReadonlySet<string>): (text: string) => undefined {
  const wanted = needles.filter(({ found }) => found.naming !== USER && found.naming !== HOST)
  const automaton = buildAutomaton(wanted.map(({ anchor }) => anchor))
  return text => {
    const { words } = scanText(automaton, text, WORDS_ONLY)
    for (let i = 0; i < words.length; i += 2) {
      const needle = wanted[words[i] as number] as Needle
      const place = needleAt(text, words[i + 1] as number, needle, false)
      if (!place || isInStructure(text, place.start, place.end)) continue
      const isOurs = meetsRange(placeholderRanges(text, rules), place) || isInRange(markRanges(text), place)
      if (isOurs) continue
      const { placeholder, naming, value } = needle.found
      const word = naming.category === 'word' ? value : undefined
      throw new RedactionFailure(`What stands for ${placeholder} would have been written`, { word })
    }
  }
}
