import { sanitizeLine } from '../../text/sanitize.ts'
import { NO_PLACE, type OpenCut, type UsageCut } from './cuts/cut.ts'

/** A row by all that it may be called. */
export interface NamedRow {
  readonly key: string
  readonly label: string
  isCalled(text: string): boolean
}

export function nameRows(cut: UsageCut, open: OpenCut, keys: readonly string[]): readonly NamedRow[] {
  return keys.map(key => {
    if (key === NO_PLACE && cut.none !== undefined) return { key, label: cut.none, isCalled: () => false }
    const isCalled = (text: string): boolean => open.isCalled?.(key, text) ?? false
    return { key, label: open.describe(key).label, isCalled }
  })
}

/** Rows that fit equally well. Of several, `isWhole` says that this is the name of each, and not only a part of it. */
export interface FoundRows {
  readonly keys: readonly string[]
  readonly isWhole: boolean
}

/** Those that a text names: by key or label, by another word for it, by a beginning or end, by any part; the first of these that is one. */
export function findRows(wanted: string, rows: readonly NamedRow[]): FoundRows {
  // A name of nothing but blanks is one, too.
  if (rows.some(({ key }) => key === wanted && key !== NO_PLACE)) return { keys: [wanted], isWhole: true }
  const text = simplify(wanted)
  const named = rows.map(row => ({ ...row, names: [simplify(row.key), simplify(row.label)] }))
  const isPart: readonly Fits[] = [
    ({ names }) => names.some(name => name.startsWith(text) || name.endsWith(text)),
    ({ names }) => names.some(name => name.includes(text)),
  ]
  const isName: readonly Fits[] = [({ names }) => names.includes(text), ({ isCalled }) => isCalled(text)]
  for (const fits of [...isName, ...isPart]) {
    const keys = named.filter(fits).map(({ key }) => key)
    if (keys.length > 0) return { keys, isWhole: isName.includes(fits) }
  }
  return { keys: [], isWhole: false }
}

type Fits = (row: NamedRow & { readonly names: readonly string[] }) => boolean

/** As it is drawn, whatever the case: people copy names from a terminal. */
function simplify(name: string): string {
  return sanitizeLine(name).toLowerCase()
}
