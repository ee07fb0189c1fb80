/**
 * What an error is called, whatever it was about this time. The head of a message is often the output of a whole test
 * run: one line of it says what went wrong.
 */
export interface ErrorName {
  /** The line of the message that tells most, as it stands there. */
  readonly line: string
  /** The same for all errors that differ in numbers, hashes, times and folders alone. */
  readonly key: string
  /** The line itself says that something went wrong: where it comes again, so did the error. */
  readonly isTold: boolean
}

const MAX_KEY = 200

export function nameError(message: string): ErrorName {
  const lines = linesOf(message)
  const telling = lines.filter(line => !SAYS_NOTHING.test(line))
  const told = telling.find(line => STATES_ERROR.test(line)) ?? telling.find(namesError)
  const line = told ?? telling[0] ?? lines[0] ?? ''
  return { line, key: normalize(line).slice(0, MAX_KEY), isTold: told !== undefined }
}

/** The first line that holds most of the words, where one holds more of them than the one that tells most. */
export function lineWithWords(message: string, words: readonly string[]): string {
  const count = (line: string): number => words.filter(word => line.toLowerCase().includes(word)).length
  return linesOf(message).reduce((best, line) => (count(line) > count(best) ? line : best), nameError(message).line)
}

/** Too short a key stands in other lines too. */
const MIN_PART = 12
const PASSES = /\b(?:0|no) (?:\w+ )?(?:fail|error|problem)/i

/** An output that holds the line an error is known by, or one around it. */
export function showsError(output: string, { key, isTold }: ErrorName): boolean {
  if (!isTold) return false
  return linesOf(output).some(line => {
    if (PASSES.test(line)) return false
    const other = normalize(line).slice(0, MAX_KEY)
    return other === key || (key.length >= MIN_PART && other.includes(key))
  })
}

function linesOf(message: string): readonly string[] {
  return message
    .replace(COLOUR, '')
    .replace(QUOTED_TEXT, '')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
}

/** What an edit looked for in vain stands behind the message: it is the text of a file. */
const QUOTED_TEXT = /(?<=^(?:String to replace|Found \d+ matches)[^\n]*)\nString: [\s\S]*$/
const COLOUR = /\x1b\[[0-9;:]*m/g
/** Lines that stand in every run of a program: the exit code, how it was called, rulers, how many errors there are. */
const SAYS_NOTHING = new RegExp(
  `^(?:${[
    String.raw`(?:error: )?exit code \d+|command failed with exit code \d+.*|traceback \(most recent call last\):`,
    String.raw`[-=_*~.…\s]+|[=_-]{3,}.*[=_-]{3,}|(?:\[[\w.:-]+\] )?\$ .*|found \d+ (?:errors?|problems?)\b.*`,
    String.raw`=== (?:run|pause|cont|name) .*|--- (?:pass|skip): .*|\? .*\[no test files\]|ok\s+\S+\s+(?:[\d.]+s|\(cached\)).*`,
    String.raw`platform \w+ -- python.*|(?:cachedir|rootdir|configfile|testpaths|plugins|asyncio): .*`,
  ].join('|')})$`,
  'i',
)
/** What runtimes, compilers and test runs mark such a line by. In quotes it is the text of a program. */
const STATES_ERROR =
  /(?<!["'`\w])\w*(?:[Ee]rror|ERROR|[Ee]xception|[Pp]anic|[Ff]atal)(?:\[[\w-]+\])?:|\bFAIL(?:ED)?\b|\berror (?:TS|CS)\d|^E {2,}\S|^(?:\[[\w.:-]+\] )?[\w./\\-]+\.\w+:\d+:\d+:? /
const ONLY_WARNS = /^\W*(?:warn|warning|hint|note|info|debug)\b/i
const ERRNO = /\bE[A-Z]{4,}\b/
const NAMES_ERROR =
  /error|exception|fail|fatal|panic|cannot|can't|could not|couldn't|unable|denied|refused|not found|no such|does not exist|undefined|invalid|unknown|unexpected|timed? ?out|missing/i

function namesError(line: string): boolean {
  return (NAMES_ERROR.test(line) || ERRNO.test(line)) && !ONLY_WARNS.test(line) && !PASSES.test(line)
}

/** The search for paths takes the square of a line without any, and of all that only `MAX_KEY` is kept. */
const MAX_READ = 2000

function normalize(line: string): string {
  return line
    .slice(0, MAX_READ)
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
