import type { z } from 'zod'
import { shorten } from '../text/head.ts'
import { suggest } from '../text/suggest.ts'

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
  const isMissing = path.length === 1 && !Object.hasOwn(Object(value), path[0] as PropertyKey)
  const message = isMissing ? `${where} is missing` : `${where} is not right: ${shorten(issue?.message ?? '', 200)}`
  return { problem: { message, hint: undefined } }
}

function describeUnknown(name: string, known: readonly string[], what: string): InputProblem {
  const near = suggest(name, known)
  const all = known.length > 0 ? `It takes ${known.join(', ')}.` : 'It takes none.'
  return {
    message: `there is no ${what} "${shorten(name, 60)}"`,
    hint: near === undefined ? all : `Did you mean ${near}?`,
  }
}
