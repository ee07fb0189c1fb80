import { suggest } from '../text/suggest.ts'

/**
 * The setting `enrichCommand`: a list is a program and its words, run as they are. A line is split at its spaces; one that
 * needs a shell (quotes, pipes, variables) is given to it.
 */
export type EnrichCommand = string | readonly string[]

/** How much may be sent and spent; each has a default in surfaces/cli/enrich. */
export interface EnrichLimits {
  /** Sessions at one call of `enrich`. */
  readonly sessions?: number
  /** Bytes that are sent of one session. */
  readonly sessionBytes?: number
  /** Bytes that are sent in one day. */
  readonly dayBytes?: number
  /** What the command says it spent in one day. */
  readonly dayUsd?: number
  /** Time that the command may take for one session. */
  readonly seconds?: number
}

export const ENRICH_COMMAND_SHAPE = 'a command line, or a list of words'

/** Several words are a list: a shell has taken the line apart already. */
export function parseEnrichCommand(words: readonly string[]): unknown {
  return words.length === 1 ? words[0] : words
}

/** Undefined: the value is good. Otherwise what it must be. */
export function checkEnrichCommand(value: unknown): string | undefined {
  const words: readonly unknown[] = Array.isArray(value) ? value : [value]
  const [program] = words
  const isGood =
    words.every(word => typeof word === 'string' && !word.includes('\0')) &&
    typeof program === 'string' &&
    program.trim() !== ''
  return isGood ? undefined : ENRICH_COMMAND_SHAPE
}

interface Range {
  readonly min: number
  readonly max: number
  readonly isWhole: boolean
}

const RANGES: { readonly [Name in keyof Required<EnrichLimits>]: Range } = {
  sessions: { min: 1, max: 1000, isWhole: true },
  sessionBytes: { min: 4000, max: 200_000, isWhole: true },
  dayBytes: { min: 4000, max: 1_000_000_000, isWhole: true },
  dayUsd: { min: 0, max: 10_000, isWhole: false },
  seconds: { min: 1, max: 3600, isWhole: true },
}

export const ENRICH_LIMITS_SHAPE = `limits by name, such as sessions=5 dayUsd=0.50; the names are ${Object.keys(RANGES).join(', ')}`

/** From a command line: `sessions=5 dayUsd=0.50`, or JSON. */
export function parseEnrichLimits(words: readonly string[]): unknown {
  const pairs = words.flatMap(word => word.split(/\s+/)).map(word => /^(\w+)=(\d+(?:\.\d+)?)$/.exec(word))
  if (pairs.every(pair => pair !== null)) {
    return Object.fromEntries(pairs.map(([, name = '', number]) => [name, Number(number)]))
  }
  try {
    return JSON.parse(words.join(' '))
  } catch {
    return words.join(' ')
  }
}

/** Undefined: the value is good. Otherwise what it must be. */
export function checkEnrichLimits(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ENRICH_LIMITS_SHAPE
  for (const [name, number] of Object.entries(value)) {
    const wanted = checkLimit(name, number)
    if (wanted !== undefined) return wanted
  }
  return undefined
}

function checkLimit(name: string, number: unknown): string | undefined {
  const range = Object.hasOwn(RANGES, name) ? RANGES[name as keyof EnrichLimits] : undefined
  if (!range) {
    const near = suggest(name, Object.keys(RANGES))
    return near ? `${ENRICH_LIMITS_SHAPE} (did you mean ${near}?)` : ENRICH_LIMITS_SHAPE
  }
  const { min, max, isWhole } = range
  const isGood = typeof number === 'number' && number >= min && number <= max && (!isWhole || Number.isInteger(number))
  return isGood ? undefined : `limits with ${isWhole ? 'a whole number' : 'a number'} from ${min} to ${max} for ${name}`
}
