import { head } from '../../text/head.ts'
import type { Row } from './row.ts'

/** How much of a row is kept, in characters. */
export interface CutLimits {
  /** Of one text. */
  readonly text: number
  /** Of a text that stands open: what somebody said. */
  readonly openText: number
  /** Of everything else in the row together. */
  readonly total: number
}

/** Where a text or list of a row ends early. */
export interface Cut {
  /** Names of fields and positions, such as `output.0.text`. */
  readonly at: string
  /** Characters of a text, or items of a list. */
  readonly shown: number
  readonly whole: number
}

/** For a list of rows: enough to know what it is. */
export const LIST_LIMITS: CutLimits = { text: 4_000, openText: 32_000, total: 16_000 }

/** For one row that somebody wants to see whole. */
export const WHOLE_LIMITS: CutLimits = { text: 8_000_000, openText: 8_000_000, total: 8_000_000 }

/** When all is spent, each text still begins. */
const LEAST_TEXT = 200

/** Lists as short as this hold one thing: a name and its value. */
const PAIR = 2

/** The row with long texts and lists ended early, and where. The same row where nothing is. */
export function cutRow(row: Row, limits: CutLimits): { readonly row: Row; readonly cuts: readonly Cut[] } {
  const cuts: Cut[] = []
  let left = limits.total

  function cutText(text: string, at: string): string {
    const isOpen = at === 'text' && OPEN_KINDS.has(row.kind)
    const max = isOpen ? limits.openText : Math.min(limits.text, Math.max(left, LEAST_TEXT))
    const kept = head(text, max)
    if (!isOpen) left -= kept.length
    if (kept.length < text.length) cuts.push({ at, shown: kept.length, whole: text.length })
    return kept
  }

  function cutList(list: readonly unknown[], at: string): readonly unknown[] {
    const kept: unknown[] = []
    let isSame = true
    for (const [position, item] of list.entries()) {
      if (left <= 0 && list.length > PAIR) {
        cuts.push({ at, shown: kept.length, whole: list.length })
        return kept
      }
      // A list of many small things has a size too.
      left -= 1
      const cut = cutValue(item, `${at}.${position}`)
      isSame &&= cut === item
      kept.push(cut)
    }
    return isSame ? list : kept
  }

  function cutValue(value: unknown, at: string): unknown {
    if (typeof value === 'string') return cutText(value, at)
    if (Array.isArray(value)) return cutList(value, at)
    if (typeof value !== 'object' || value === null) return value
    let copy: { [name: string]: unknown } | undefined
    for (const [name, inner] of Object.entries(value)) {
      const cut = cutValue(inner, at === '' ? name : `${at}.${name}`)
      if (cut === inner) continue
      copy ??= { ...value }
      copy[name] = cut
    }
    return copy ?? value
  }

  return { row: cutValue(row, '') as Row, cuts }
}

const OPEN_KINDS: ReadonlySet<Row['kind']> = new Set(['input', 'answer', 'remark'])
