import { shorten } from '../../../text/head.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { suggest } from '../../../text/suggest.ts'
import { FIELDS } from './fields.ts'

/** A sentence for each name in braces that is no field: it is printed as typed, which is seldom what somebody meant. */
export function describeUnknownFields(template: string): readonly string[] {
  const unknown = new Set(Array.from(template.matchAll(/\{([^{}]*\w[^{}]*)\}/g), ([, name = '']) => name))
  return [...unknown]
    .filter(name => !Object.hasOwn(FIELDS, name))
    .slice(0, MAX_SENTENCES)
    .map(name => {
      const meant = suggest(name.trim(), Object.keys(FIELDS))
      const next = meant ? `did you mean {${meant}}?` : '`backscroll help statusline` lists them.'
      return `{${shorten(sanitizeLine(name))}} is no field of the status line and is shown as it is: ${next}`
    })
}

const MAX_SENTENCES = 5
