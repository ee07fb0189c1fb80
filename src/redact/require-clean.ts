import { buildAutomaton } from './automaton.ts'
import { HOST, USER } from './found-value.ts'
import { type Needle, needleAt } from './needle.ts'
import { placeholderRanges } from './placeholder.ts'
import { RedactionFailure } from './redaction.ts'
import { scanText } from './scan-text.ts'

/**
 * The last look at what is about to be written. It throws where a value that is taken out everywhere still stands. Names
 * of users and hosts are not among these: as words they may come to be where two parts of a text are drawn apart.
 */
export function createCleanCheck(needles: readonly Needle[], rules: ReadonlySet<string>): (text: string) => undefined {
  const wanted = needles.filter(({ found }) => found.naming !== USER && found.naming !== HOST)
  const automaton = buildAutomaton(wanted.map(({ anchor }) => anchor))
  return text => {
    const { words } = scanText(automaton, text, false)
    for (let i = 0; i < words.length; i += 2) {
      const needle = wanted[words[i] as number] as Needle
      const place = needleAt(text, words[i + 1] as number, needle, false)
      if (!place) continue
      const isInside = placeholderRanges(text, rules).some(({ start, end }) => start < place.end && place.start < end)
      if (!isInside) throw new RedactionFailure(`What stands for ${needle.found.placeholder} would have been written`)
    }
  }
}
