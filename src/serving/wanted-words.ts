import { z } from 'zod'

/** What a value has to be, as zod describes it to others; what it refused is said in our words and not in its own. */
interface Wanted {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Wanted[]
  readonly items?: Wanted
  readonly properties?: { readonly [name: string]: Wanted }
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

/** Such as `a whole number from 512 to 65536`; undefined where the description does not say. */
export function describeWanted(schema: z.ZodObject, path: readonly PropertyKey[]): string | undefined {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Wanted
  const wanted = path.reduce<Wanted | undefined>(
    (at, name) => (typeof name === 'number' ? at?.items : at?.properties?.[String(name)]),
    whole,
  )
  return wanted && wordsOf(wanted)
}

function wordsOf(wanted: Wanted): string | undefined {
  const choices = wanted.enum ?? (wanted.const === undefined ? undefined : [wanted.const])
  if (choices) return choices.length === 1 ? String(choices[0]) : `one of ${choices.join(', ')}`
  if (wanted.anyOf) {
    const ways = wanted.anyOf.map(wordsOf)
    return ways.includes(undefined) ? undefined : [...new Set(ways)].join(' or ')
  }
  return TYPE_WORDS[wanted.type ?? '']?.(wanted)
}

const TYPE_WORDS: { readonly [type: string]: (wanted: Wanted) => string } = {
  string: ({ minLength, maxLength }) => `text${rangeOf(minLength, maxLength, ' characters')}`,
  integer: ({ minimum, maximum }) => `a whole number${rangeOf(minimum, maximum)}`,
  number: ({ minimum, maximum }) => `a number${rangeOf(minimum, maximum)}`,
  boolean: () => 'true or false',
  array: ({ items, maxItems }) => {
    const each = items && wordsOf(items)
    return `a list${rangeOf(undefined, maxItems, ' values')}${each === undefined ? '' : `, each ${each}`}`
  },
  object: () => 'an object',
}

function rangeOf(from: number | undefined, to: number | undefined, what = ''): string {
  const [least, most] = [from, to].map(bound =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined,
  )
  if (most === undefined)
    return least === undefined || (what !== '' && least <= 1) ? '' : ` of at least ${least}${what}`
  const link = what === '' ? ' from' : ' of'
  return least === undefined ? ` of no more than ${most}${what}` : `${link} ${least} to ${most}${what}`
}
