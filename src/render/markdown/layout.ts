import type { RewoundRow, Row } from '../view/row.ts'
import { rewoundTitle } from './frame-rows.ts'
import { prefixLines } from './plain.ts'

/** Puts rows below each other: small ones as one list, agents' rows as quotes, what was rewound between folds. */
export interface Layout {
  place(row: Row, text: string): Iterable<string>
  /** Closes what is still open. */
  finish(): Iterable<string>
}

/** Deeper agents stand at the same edge: a quote of quotes is hard to read sooner than it is invalid. */
const MAX_QUOTES = 6
const MAX_ITEM_DEPTH = 6

interface Placed {
  readonly quotes: number
  /** Depth in a list from 0; undefined for anything but an item. */
  readonly item: number | undefined
  /** Mark of the list it belongs to or ends with; empty where it ends with none. */
  readonly mark: string
}

export function createLayout(): Layout {
  const agents = createAgentDepths()
  /** Quotes around each open fold. */
  const folds: number[] = []
  let before: Placed | undefined

  function write({ quotes, item }: Omit<Placed, 'mark'>, text: string): string {
    const mark = item === undefined ? lastMark(text) : markAfter(before)
    const place = { quotes, item, mark }
    const gap = gapBetween(before, place)
    before = place
    const body = item === undefined ? text : itemText(text, mark, item)
    return `${gap}${quotes > 0 ? prefixLines(body, '> '.repeat(quotes)) : body}\n`
  }

  /** A fold ends with the quote it stands in. */
  function* closeFolds(quotes: number): Iterable<string> {
    while ((folds.at(-1) ?? -1) > quotes) yield closeFold()
  }

  const closeFold = (): string => write({ quotes: folds.pop() ?? 0, item: undefined }, '</details>')

  return {
    *place(row, text) {
      const { quotes, indent } = agents.placeOf(row)
      yield* closeFolds(quotes)
      if (row.kind === 'rewound' && row.edge === 'end') {
        if (folds.length > 0) yield closeFold()
        return
      }
      if (row.kind === 'rewound' && row.edge === 'begin') {
        yield write({ quotes, item: undefined }, openFold(row))
        folds.push(quotes)
        return
      }
      if (row.kind === 'loss') yield* closeFolds(-1)
      if (text === '') return
      if (!isItem(row, text)) yield write({ quotes, item: undefined }, text)
      else yield write({ quotes, item: Math.min(indent, deepestItem(before, quotes)) }, text)
    },
    *finish() {
      yield* closeFolds(-1)
    },
  }
}

function openFold(row: RewoundRow): string {
  return `<details>\n<summary>${rewoundTitle(row)}</summary>`
}

/** An item may stand one deeper than the one above it; further in it would be code. */
function deepestItem(before: Placed | undefined, quotes: number): number {
  return before?.item === undefined || before.quotes !== quotes ? 0 : Math.min(MAX_ITEM_DEPTH, before.item + 1)
}

function itemText(text: string, mark: string, depth: number): string {
  const edge = '  '.repeat(depth)
  return prefixLines(text, `${edge}  `, `${edge}${mark} `)
}

/** A list after a list begins anew only with another mark. */
function markAfter(before: Placed | undefined): string {
  if (before?.item !== undefined) return before.mark
  return before?.mark === '-' ? '*' : '-'
}

/** Mark of the list that a text ends with. */
function lastMark(text: string): string {
  const lines = text.slice(text.lastIndexOf('\n\n') + 1).split('\n')
  return /^([-*+]) /.exec(lines.findLast(line => line !== '' && !line.startsWith(' ')) ?? '')?.[1] ?? ''
}

/** Items stand close together. An empty line belongs to the outer of two quotes, else it would not end the inner one. */
function gapBetween(before: Placed | undefined, place: Placed): string {
  if (!before) return ''
  if (before.item !== undefined && place.item !== undefined && before.quotes === place.quotes) return ''
  return `${'> '.repeat(Math.min(before.quotes, place.quotes)).trimEnd()}\n`
}

/** Rows of an opened agent are quoted; agents below a folded one are items set in. */
function createAgentDepths() {
  const isFolded: boolean[] = []
  return {
    placeOf(row: Row): { readonly quotes: number; readonly indent: number } {
      const depth = 'depth' in row ? Math.max(0, Math.min(row.depth, 1000)) : 0
      let indent = 0
      for (let at = 0; at < depth; at++) if (isFolded[at]) indent++
      isFolded.length = Math.min(isFolded.length, depth)
      if (row.kind === 'agent') isFolded[depth] = !row.isOpen
      return { quotes: Math.min(MAX_QUOTES, depth - indent), indent }
    },
  }
}

const FRAMES: ReadonlySet<Row['kind']> = new Set<Row['kind']>([
  'session',
  'turn',
  'input',
  'answer',
  'compaction',
  'rewound',
  'section',
  'loss',
])

/** What fits on one line is an item of a list, unless it speaks or opens a part of the session. */
function isItem(row: Row, text: string): boolean {
  if (FRAMES.has(row.kind) || text.includes('\n')) return false
  if (row.kind === 'remark' || row.kind === 'message' || row.kind === 'agent') return !row.isOpen
  return true
}
