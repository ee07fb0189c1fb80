import { formatNumberOf } from '../../text/count.ts'
import type { DiffPart, Hunk } from '../view/part.ts'
import { diffWords } from './diff-words.ts'
import { type Html, html, joinHtml } from './safe-html.ts'

/** Longer changes go on as plain lines behind a fold. */
export const MAX_LINES = 600
/** Lines of one kind after the other share a row of the table, so that a page holds few elements. */
export const MAX_BLOCKS = 90
/** Of one place: words are not compared in longer runs of changed lines. */
const MAX_RUN = 60

/** Changes as one table, with the number each line had before and has now. */
export function diffHtml(part: DiffPart): Html {
  const lines = part.hunks.flatMap(numberLines)
  const blocks = toBlocks(lines.slice(0, MAX_LINES))
  const shown = blocks.slice(0, MAX_BLOCKS)
  const count = shown.reduce((sum, block) => sum + block.lines.length, 0)
  const isNumbered = part.hunks.some(hunk => hunk.oldStart !== undefined || hunk.newStart !== undefined)
  const label = part.path === '' ? 'Changes' : `Changes to ${part.path}`
  const name = isNumbered ? 'diff' : 'diff no-numbers'
  return html`<div class="scroll" tabindex="0"><table class="${name}" aria-label="${label}"><tbody>${tableRows(shown)}</tbody></table></div>${restLines(lines.slice(count))}`
}

/** A line of a difference with its numbers. */
export interface DiffLine {
  readonly sign: string
  readonly oldNumber: number | undefined
  readonly newNumber: number | undefined
  readonly text: string
  /** It begins a place that does not follow on the one before. */
  readonly isAfterGap: boolean
}

export function numberLines(hunk: Hunk, place: number): DiffLine[] {
  let oldNumber = hunk.oldStart
  let newNumber = hunk.newStart
  return hunk.lines.map((line, at) => {
    const sign = line[0] ?? ' '
    const isOld = sign !== '+' && sign !== '\\'
    const isNew = sign !== '-' && sign !== '\\'
    const numbered = {
      sign,
      oldNumber: isOld ? oldNumber : undefined,
      newNumber: isNew ? newNumber : undefined,
      // One line stays one line: numbers and texts stand side by side.
      text: line
        .slice(1)
        .replace(/\r$/, '')
        .replace(/[\n\r\u2028\u2029]/g, '␊'),
      isAfterGap: at === 0 && place > 0,
    }
    if (isOld && oldNumber !== undefined) oldNumber++
    if (isNew && newNumber !== undefined) newNumber++
    return numbered
  })
}

/** Lines of one kind, one after the other. */
export interface DiffBlock {
  readonly sign: string
  readonly isAfterGap: boolean
  readonly lines: DiffLine[]
}

export function toBlocks(lines: readonly DiffLine[]): readonly DiffBlock[] {
  const blocks: DiffBlock[] = []
  for (const line of lines) {
    const last = blocks.at(-1)
    if (last && last.sign === line.sign && !line.isAfterGap) last.lines.push(line)
    else blocks.push({ sign: line.sign, isAfterGap: line.isAfterGap, lines: [line] })
  }
  return blocks
}

function tableRows(blocks: readonly DiffBlock[]): Html {
  const marked = markWords(blocks)
  return joinHtml(blocks.map(block => tableRow(block, marked)))
}

const CLASSES: ReadonlyMap<string, string> = new Map([
  ['+', 'added'],
  ['-', 'removed'],
  ['\\', 'note'],
])

const GAP = html`<tr class="gap"><td colspan="4"><span class="sr">lines between</span></td></tr>`

function tableRow({ sign, isAfterGap, lines }: DiffBlock, marked: ReadonlyMap<DiffLine, Html>): Html {
  const name = CLASSES.get(sign) ?? 'same'
  const column = (textOf: (line: DiffLine) => string | number | undefined): string =>
    lines.map(line => textOf(line) ?? '').join('\n')
  const words = lines.map((line, at) => html`${at > 0 && '\n'}${marked.get(line) ?? line.text}`)
  return html`${isAfterGap && GAP}<tr class="${name}"><td class="no">${column(line => line.oldNumber)}</td><td class="no">${column(line => line.newNumber)}</td><td class="sign">${column(() => sign)}</td><td class="text">${words}</td></tr>`
}

/** Lines that went are compared with those that came in their place, one by one. */
export function markWords(blocks: readonly DiffBlock[]): ReadonlyMap<DiffLine, Html> {
  const marked = new Map<DiffLine, Html>()
  blocks.forEach((block, at) => {
    const next = blocks[at + 1]
    if (block.sign !== '-' || next?.sign !== '+' || next.isAfterGap) return
    if (Math.max(block.lines.length, next.lines.length) > MAX_RUN) return
    block.lines.forEach((line, pair) => {
      const other = next.lines[pair]
      const words = other && diffWords(line.text, other.text)
      if (!words) return
      marked.set(line, words.before)
      marked.set(other, words.after)
    })
  })
  return marked
}

export function restLines(lines: readonly DiffLine[]): Html | undefined {
  if (lines.length === 0) return undefined
  const text = lines.map(line => line.sign + line.text).join('\n')
  const more = formatNumberOf(lines.length, 'more line')
  return html`<details class="inner more"><summary>${more}</summary><pre class="code" tabindex="0"><code data-lang="diff">${text}</code></pre></details>`
}
