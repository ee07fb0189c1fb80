import { type ErrorName, nameError, showsError } from '../../narrative/wording/error-name.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { allOf } from '../sql-condition.ts'
import { type AskedError, printAgain, readAskedError } from './asked-error.ts'
import { type ErrorMatch, type FoundError, type FoundErrors, findErrors, matchWords } from './find-errors.ts'
import type { LookupScope } from './scope.ts'
import { mayHaveWords, splitWords } from './words.ts'

/**
 * How an error that somebody pasted was found again. `words`: all words of the text. `same`: a line that differs from
 * its telling one in numbers, hashes, times and folders alone. `telling`: all words that remain of that line without them.
 * `most`: three of four of these, in one line.
 */
export type FixStep = 'words' | 'same' | 'telling' | 'most'

/** Where an error was met before, and what ended it. */
export interface FoundFixes extends Omit<FoundErrors, 'schema'> {
  readonly schema: 'backscroll.fixes/1'
  /** Undefined where nothing was found. */
  readonly step: FixStep | undefined
  /** The line of the text that tells most: what was looked for where not all words were. */
  readonly line: string
}

export interface FixRequest {
  readonly text: string
  readonly scope: LookupScope
  /** Between two steps, each of which may look at every message; may throw to end it. */
  pause(): Promise<void>
}

/** Those that are looked through for one that ended, of which the newest are shown first. */
const LOOKED_AT = 20

/** From exact to loose; the first step that finds something answers. Those that ended come first, then the newest. */
export async function findFixes(keep: IndexedKeep, request: FixRequest): Promise<FoundFixes> {
  const { text, scope, pause } = request
  const asked = readAskedError(text)
  const name = nameError(asked.printed)
  const wide = { ...scope, limit: Math.max(scope.limit, LOOKED_AT) }
  for (const { step, match } of listSteps(asked, name)) {
    const found = findErrors(keep, { text, scope: wide, match })
    if (found.total > 0) return toFixes(found, { step, line: name.line, limit: scope.limit })
    await pause()
  }
  const nothing = { errors: [], total: 0, isMore: false }
  const { coverage } = findErrors(keep, { text, scope: { ...scope, limit: 0 }, match: NOTHING })
  return { schema: 'backscroll.fixes/1', query: { text }, coverage, ...nothing, step: undefined, line: name.line }
}

const NOTHING: ErrorMatch = { where: { sql: '0', values: [] }, fits: () => false, words: [] }

interface Step {
  readonly step: FixStep
  readonly match: ErrorMatch
}

/** What was typed is words; what was pasted is a message, and the words of one run hardly stand in another. */
function listSteps(asked: AskedError, name: ErrorName): readonly Step[] {
  const telling = tellingWords(nameError(readAskedError(name.line).message))
  const words: Step = { step: 'words', match: matchWords(splitWords(asked.message)) }
  const same: Step = { step: 'same', match: bySameLine(name, telling) }
  const isPasted = asked.message.trim().includes('\n')
  return [
    ...(isPasted ? [same, words] : [words, same]),
    ...(telling.length > 0 ? [{ step: 'telling', match: matchWords(telling) } as const] : []),
    ...(telling.length >= MIN_FOR_MOST ? [{ step: 'most', match: byMost(telling) } as const] : []),
  ]
}

/** Words without digits and slashes stand in every such line as they are. What was kept may have begun with the word. */
function bySameLine(name: ErrorName, words: readonly string[]): ErrorMatch {
  const told = { ...name, isTold: true }
  return {
    where: name.key.length < MIN_KEY ? NOTHING.where : mayHaveWords('f.message', words),
    fits: message => showsError(message, told) || showsError(printAgain(message), told),
    words,
  }
}

const MIN_KEY = 12
const MIN_FOR_MOST = 4
const MOST = 0.75

/** Within one line: the words of all lines of a long output are many. */
function byMost(words: readonly string[]): ErrorMatch {
  const isLike = (line: string): boolean => {
    const there = new Set(line.toLowerCase().split(/[^\p{L}_]+/u))
    return words.filter(word => there.has(word)).length >= words.length * MOST
  }
  return { where: allOf([]), fits: message => message.split('\n').some(isLike), words }
}

/** Shorter ones stand inside of others everywhere. */
const MIN_WORD = 3

function tellingWords({ key }: ErrorName): readonly string[] {
  const words = key.split(' ').map(word => word.replace(/^[^\p{L}_]+|[^\p{L}_]+$/gu, ''))
  return [...new Set(words)].filter(word => word.length >= MIN_WORD && /^[\p{L}_]+$/u.test(word))
}

const ORDER = { succeeded: 0, 'not-seen-again': 1, 'still-there': 2 } as const

function toFixes(
  found: FoundErrors,
  { step, line, limit }: Pick<FoundFixes, 'step' | 'line'> & { readonly limit: number },
): FoundFixes {
  const rank = ({ endedBy }: FoundError): number => ORDER[endedBy.how]
  const errors = found.errors.toSorted((a, b) => rank(a) - rank(b)).slice(0, limit)
  return { ...found, schema: 'backscroll.fixes/1', errors, step, line }
}
