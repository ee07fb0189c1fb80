import type { z } from 'zod'
import { shorten } from '../text/head.ts'
import { suggest } from '../text/suggest.ts'
import { describeWanted } from './wanted-words.ts'

/** What somebody who asks from outside did not write as they should. */
export interface InputProblem {
  /** Names the thing. */
  readonly message: string
  /** What it could be instead, where that can be said. */
  readonly hint: string | undefined
}

export interface InputWords {
  /** What a named value is called: `parameter`, `field`, `argument`. */
  readonly what: string
  /** What all of them together are called, such as `the body`. */
  readonly whole: string
}

/** The value as the description makes it, or the first thing that is wrong with it. Unknown names are refused. */
export function checkInput(
  schema: z.ZodObject,
  value: unknown,
  { what, whole }: InputWords,
): { readonly value: unknown } | { readonly problem: InputProblem } {
  const result = schema.strict().safeParse(value)
  if (result.success) return { value: result.data }
  const [issue] = result.error.issues
  if (issue?.code === 'unrecognized_keys') {
    return { problem: describeUnknown(issue.keys[0] ?? '', Object.keys(schema.shape), what) }
  }
  const path = issue?.path ?? []
  const name = shorten(path.map(String).join('.'), 60)
  const where = name === '' ? whole : `the ${what} "${name}"`
  return { problem: { message: `${where} ${describeProblem(schema, value, issue)}`, hint: undefined } }
}

type Issue = z.core.$ZodIssue

/** In our words: those of the library name its types. Where a schema has a sentence of its own, that is it. */
function describeProblem(schema: z.ZodObject, value: unknown, issue: Issue | undefined): string {
  const path = issue?.path ?? []
  const given = path.reduce<unknown>((at, name) => Object(at)[name], value)
  const wanted = describeWanted(schema, path)
  if (given === undefined) return wanted === undefined ? 'is missing' : `is missing: it has to be ${wanted}`
  if (issue && OWN_WORDS.has(issue.code)) return `is not right: ${shorten(issue.message, 200)}`
  return wanted === undefined ? 'is not right' : `has to be ${wanted}, and not ${describeGiven(given)}`
}

const OWN_WORDS: ReadonlySet<string> = new Set(['custom', 'invalid_format'])
const MAX_SHOWN = 40

function describeGiven(given: unknown): string {
  if (given === null) return 'null'
  if (Array.isArray(given)) return `a list of ${given.length}`
  if (typeof given === 'object') return 'an object'
  if (given === '') return 'empty'
  if (typeof given !== 'string') return String(given)
  return given.length > MAX_SHOWN ? `one of ${given.length} characters` : JSON.stringify(given)
}

function describeUnknown(name: string, known: readonly string[], what: string): InputProblem {
  const near = suggest(name, known)
  const all = known.length > 0 ? `It takes ${known.join(', ')}.` : 'It takes none.'
  return {
    message: `there is no ${what} "${shorten(name, 60)}"`,
    hint: near === undefined ? all : `Did you mean ${near}?`,
  }
}
