import { isTellingName } from './common-names.ts'
import { type FoundValue, HOME, HOST, USER, WORD } from './found-value.ts'
import type { FoundValues } from './found-values.ts'
import { slugOf } from './home-folders.ts'
import { type Needle, needlesFor } from './needle.ts'
import type { Rule } from './rule.ts'

const NAME_LENGTH = 24

/** Words, homes, users and hosts. */
export function ownNeedles(values: FoundValues): readonly Needle[] {
  return values.all().flatMap(found => {
    const { naming, value } = found
    if (naming === HOME) return homeNeedles(found)
    if (naming === USER) return needlesFor(found, value, { edges: 'word', isAnyCase: true, anchorLength: NAME_LENGTH })
    if (naming === HOST) return hostNeedles(found)
    if (naming !== WORD) return []
    const edges = found.reach === 'anywhere' ? 'none' : 'part'
    return needlesFor(found, value, { edges, isAnyCase: true, anchorLength: NAME_LENGTH })
  })
}

function homeNeedles(found: FoundValue): readonly Needle[] {
  const needles = [...needlesFor(found, found.value, { edges: 'path', anchorLength: NAME_LENGTH })]
  const slug = slugOf(found.value)
  if (slug !== undefined) {
    const replacement = slug.startsWith('-') ? '-~' : '~'
    needles.push(...needlesFor(found, slug, { edges: 'slug', anchorLength: NAME_LENGTH, replacement }))
  }
  return needles
}

function hostNeedles(found: FoundValue): readonly Needle[] {
  const options = { edges: 'word', isAnyCase: true, anchorLength: NAME_LENGTH } as const
  const [short] = found.value.split('.')
  const isLonger = short !== undefined && short !== found.value && short.length >= 4 && isTellingName(short)
  return [...needlesFor(found, found.value, options), ...(isLonger ? needlesFor(found, short, options) : [])]
}

const MANY_IDS = 200

/** Everything rules have found that may be searched outside of its context. */
export function knownNeedles(values: FoundValues, rules: readonly Rule[]): readonly Needle[] {
  const own = new Set([HOME, USER, HOST, WORD])
  const all = values.all().filter(one => !own.has(one.naming) && one.reach !== 'context')
  const found = all.length > MANY_IDS ? all.filter(one => !isFoundAgain(one, rules)) : all
  const anchorLength = found.length > 20_000 ? 5 : found.length > 3000 ? 6 : 8
  return found.flatMap(one => {
    const edges = one.reach === 'anywhere' ? 'none' : 'word'
    const isAnyCase = one.naming.category === 'person'
    const aliases = [...one.aliases].flatMap(line => needlesFor(one, line, { edges, anchorLength }))
    return [...needlesFor(one, one.value, { edges, isAnyCase, anchorLength }), ...aliases]
  })
}

/** Ids come in thousands; those whose form gives them away are found by it, and need not be searched one by one. */
function isFoundAgain({ naming, value }: FoundValue, rules: readonly Rule[]): boolean {
  if (naming.category !== 'id') return false
  return rules.some(({ name, pattern }) => {
    if (name !== naming.rule || !pattern) return false
    pattern.lastIndex = 0
    const match = pattern.exec(value)
    return match !== null && match.index === 0 && match[0].length === value.length
  })
}
