/**
 * What an error is called, whatever it was about this time. The head of a message is often the output of a whole test
 * run: one line of it says what went wrong.
 */
export interface ErrorName {
  /** The line of the message that tells most, as it stands there. */
  readonly line: string
  /** The same for all errors that differ in numbers, hashes, times and folders alone. */
  readonly key: string
}

const MAX_KEY = 200

export function nameError(message: string): ErrorName {
  const lines = linesOf(message)
  const telling = lines.filter(line => !SAYS_NOTHING.test(line))
  const line = telling.find(candidate => NAMES_ERROR.test(candidate)) ?? telling[0] ?? lines[0] ?? ''
  return { line, key: normalize(line).slice(0, MAX_KEY) }
}

/** The first line that holds most of the words, where one holds more of them than the one that tells most. */
export function lineWithWords(message: string, words: readonly string[]): string {
  const count = (line: string): number => words.filter(word => line.toLowerCase().includes(word)).length
  return linesOf(message).reduce((best, line) => (count(line) > count(best) ? line : best), nameError(message).line)
}

function linesOf(message: string): readonly string[] {
  return message
    .replace(COLOUR, '')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
}

const COLOUR = /\x1b\[[0-9;:]*m/g
/** Lines that stand before every error of a kind: the exit code, how a run was called, a ruler of a test report. */
const SAYS_NOTHING =
  /^(?:exit code \d+|error: exit code \d+|command failed with exit code \d+.*|traceback \(most recent call last\):|[-=_*~.\s]+|(?:\[[\w.-]+\] )?\$ .*|[=_-]{3,}.*[=_-]{3,})$/i
const NAMES_ERROR =
  /error|exception|fail|fatal|panic|cannot|can't|could not|couldn't|unable|denied|refused|not found|no such|does not exist|undefined|invalid|unknown|unexpected|timed? ?out|missing|E[A-Z]{4,}/i

function normalize(line: string): string {
  return line
    .replace(/\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?/g, '#')
    .replace(/\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?/g, '#')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '#')
    .replace(/\b0x[0-9a-f]+\b/gi, '#')
    .replace(/\b(?=[a-f]*\d)[0-9a-f]{7,}\b/gi, '#')
    .replace(/(?:[A-Za-z]:)?(?:[\\/]|[\w.@~+-]+[\\/])(?:[\w.@~+-]*[\\/])*([\w.@~+-]+)/g, '$1')
    .replace(/\d+/g, '#')
    .replace(/["'`“”‘’«»]/g, "'")
    .replace(/\s+/g, ' ')
    .toLowerCase()
}
