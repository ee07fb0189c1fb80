import type { DiffPart } from '../view/part.ts'
import {
  type DiffBlock,
  type DiffLine,
  MAX_BLOCKS,
  MAX_LINES,
  markWords,
  numberLines,
  restLines,
  toBlocks,
} from './diff-html.ts'
import { type Html, html, joinHtml } from './safe-html.ts'

/** The same changes side by side: what was on the left, what is on the right. */
export function splitDiffHtml(part: DiffPart): Html {
  const lines = part.hunks.flatMap(numberLines)
  const blocks = toBlocks(lines.slice(0, MAX_LINES)).slice(0, MAX_BLOCKS)
  const count = blocks.reduce((sum, block) => sum + block.lines.length, 0)
  const marked = markWords(blocks)
  const rows = joinHtml(toPairs(blocks).map(pair => pairRows(pair, marked)))
  const label = part.path === '' ? 'Changes, side by side' : `Changes to ${part.path}, side by side`
  return html`<div class="scroll" tabindex="0"><table class="diff split" aria-label="${label}">${COLUMNS}<tbody>${rows}</tbody></table></div>${restLines(lines.slice(count))}`
}

interface Pair {
  readonly isAfterGap: boolean
  readonly isSame: boolean
  readonly before: readonly DiffLine[]
  readonly after: readonly DiffLine[]
}

/** Lines that went stand beside those that came in their place. */
function toPairs(blocks: readonly DiffBlock[]): readonly Pair[] {
  const pairs: Pair[] = []
  for (let at = 0; at < blocks.length; at++) {
    const { sign, isAfterGap, lines } = blocks[at] as DiffBlock
    const next = blocks[at + 1]
    if (sign === '\\') continue
    if (sign === '-' && next?.sign === '+' && !next.isAfterGap) {
      const both = Math.min(lines.length, next.lines.length)
      pairs.push({ isAfterGap, isSame: false, before: lines.slice(0, both), after: next.lines.slice(0, both) })
      const [before, after] = [lines.slice(both), next.lines.slice(both)]
      if (before.length + after.length > 0) pairs.push({ isAfterGap: false, isSame: false, before, after })
      at++
    } else {
      const isSame = sign !== '-' && sign !== '+'
      pairs.push({ isAfterGap, isSame, before: sign === '+' ? [] : lines, after: sign === '-' ? [] : lines })
    }
  }
  return pairs
}

/** Both sides are equally wide, whatever stands in them. */
const COLUMNS = html`<colgroup><col class="numbers"><col><col class="numbers"><col></colgroup>`

const GAP = html`<tr class="gap"><td colspan="4"><span class="sr">lines between</span></td></tr>`

/** A row for each line: however far one side of it wraps, the other and both numbers stay beside it. */
function pairRows({ isAfterGap, isSame, before, after }: Pair, marked: ReadonlyMap<DiffLine, Html>): Html {
  const rows = Array.from({ length: Math.max(before.length, after.length) }, (_, at) => {
    const [left, right] = [sideOf(before[at], 'removed'), sideOf(after[at], 'added')]
    return html`<tr><td class="no ${left}">${before[at]?.oldNumber ?? ''}</td><td class="text ${left}">${words(before, at, 'removed: ')}</td><td class="no ${right}">${after[at]?.newNumber ?? ''}</td><td class="text ${right}">${words(after, at, 'added: ')}</td></tr>`
  })
  return html`${isAfterGap && GAP}${rows}`

  function words(lines: readonly DiffLine[], at: number, says: string): Html {
    const line = lines[at]
    const spoken = !isSame && at === 0 && line && html`<span class="sr">${says}</span>`
    return html`${spoken}${line && (marked.get(line) ?? line.text)}`
  }

  function sideOf(line: DiffLine | undefined, name: string): string {
    if (isSame) return 'same'
    return line ? name : 'none'
  }
}
