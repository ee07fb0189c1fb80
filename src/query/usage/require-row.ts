import { formatInteger } from '../../text/count.ts'
import { shorten } from '../../text/head.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { UserError } from '../../user-error.ts'
import { findRows, type NamedRow } from './find-rows.ts'

/** The key of the only row that somebody can mean. `listKeys` gives them in the order of the report, to name some. */
export function requireRow(wanted: string, rows: readonly NamedRow[], listKeys: () => readonly string[]): string {
  const { keys, isWhole } = findRows(wanted, rows)
  const [only] = keys
  if (only !== undefined && keys.length === 1) return only
  if (only === undefined) throw unknownRow(wanted, nameSome(rows, listKeys()))
  const found = new Set(keys)
  const names = nameSome(
    rows,
    listKeys().filter(key => found.has(key)),
  )
  throw new UserError({
    code: 'ambiguous-row',
    message: `"${shorten(wanted)}" is ${isWhole ? 'the name' : 'part of the names'} of ${formatInteger(keys.length)} rows`,
    hint: `Name one of them: ${names}`,
  })
}

function unknownRow(wanted: string, names: string): UserError {
  return new UserError({
    code: 'unknown-row',
    message: `no row of this report is named "${shorten(wanted)}"`,
    hint: names === '' ? 'The report is empty.' : `The first ones are ${names}`,
  })
}

const MAX_NAMED = 5
const MAX_NAME = 60

/** By their keys, which differ; what has none by its label. */
function nameSome(rows: readonly NamedRow[], keys: readonly string[]): string {
  const labels = new Map(rows.map(({ key, label }) => [key, label]))
  // A gap between blocks is a row of the report, and nothing to explain.
  const known = keys.filter(key => labels.has(key))
  const names = known.slice(0, MAX_NAMED).map(key => shorten(sanitizeLine(key || (labels.get(key) ?? '')), MAX_NAME))
  return names.join(', ') + (known.length > MAX_NAMED ? ' …' : '')
}
