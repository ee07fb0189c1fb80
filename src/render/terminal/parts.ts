import { formatBytes } from '../../text/count.ts'
import type { DiffPart, FieldsPart, ListItem, MediaPart, Part, PartRenderers, QuestionPart } from '../view/part.ts'
import { OWN_WORDS, STREAM_LABELS } from '../words.ts'
import { diffLines } from './diff.ts'
import { type Line, lineWidth, span, word, wrapLine } from './line.ts'
import { markdownLines } from './markdown.ts'
import { printedLines } from './printed-lines.ts'
import { numberedLines, textLines } from './text-lines.ts'

/** Draws what an opened row holds, at most `width` columns wide. */
export function createPartRenderers(width: number): PartRenderers<Iterable<Line>> {
  return {
    text: part => labelled(part.label, textLines(part.text, width, 'dim')),
    markdown: part => markdownLines(part.text, width),
    code: part =>
      labelled(
        part.label,
        part.firstLine === undefined ? textLines(part.text, width) : numberedLines(part.text, part.firstLine, width),
      ),
    output: part =>
      labelled(STREAM_LABELS[part.stream], printedLines(part.text, width, part.stream === 'stdout' ? 'plain' : 'bad')),
    diff: part => labelled(diffLabel(part), diffLines(part, width)),
    list: part =>
      labelled(
        part.label,
        part.items.flatMap(item => listLines(item, width)),
      ),
    fields: part => fieldLines(part, width),
    question: part => questionLines(part, width),
    media: part => [[mediaSpan(part)]],
  }
}

export function drawPart(renderers: PartRenderers<Iterable<Line>>, part: Part): Iterable<Line> {
  return (renderers[part.kind] as (part: Part) => Iterable<Line>)(part)
}

/** `[image png 34 KB]`. */
export function mediaSpan(part: MediaPart) {
  const type = part.mediaType.slice(part.mediaType.indexOf('/') + 1)
  const size = part.sizeBytes === undefined ? '' : formatBytes(part.sizeBytes)
  return word(`[${[part.name, type === part.name ? '' : type, size].filter(text => text !== '').join(' ')}]`, 'accent')
}

function* labelled(label: string | undefined, lines: Iterable<Line>): Iterable<Line> {
  if (label) yield [word(label, 'dim')]
  yield* lines
}

/** A file is named by its row; anything else that was compared is named here. */
function diffLabel({ path, label }: DiffPart): string | undefined {
  return label ?? (/[./\\]/.test(path) ? undefined : path)
}

const MARKS: { readonly [Mark in ListItem['mark']]: string } = {
  none: '-',
  open: '[ ]',
  active: '[>]',
  done: '[x]',
  dropped: '[-]',
}

function listLines(item: ListItem, width: number): Line[] {
  const mark = MARKS[item.mark]
  const note = item.note ? [span('  '), word(item.note, 'dim')] : []
  return wrapLine([span(`${mark} `, 'dim'), word(item.text), ...note], width, mark.length + 1)
}

function fieldLines(part: FieldsPart, width: number): Line[] {
  const names = part.fields.map(([name]) => word(name, 'dim'))
  const column = names.reduce((widest, name) => Math.max(widest, Math.min(24, lineWidth([name]))), 0)
  return part.fields.flatMap(([, value], at) => {
    const name = names[at] as Line[number]
    const gap = Math.max(2, column + 2 - lineWidth([name]))
    return wrapLine([name, span(' '.repeat(gap)), word(value)], width, column + 2)
  })
}

function questionLines(part: QuestionPart, width: number): Line[] {
  const header = part.header === '' ? [] : [word(part.header, 'dim'), span('  ')]
  const several = part.isMultiSelect ? [span('  several may be chosen', 'dim')] : []
  const lines = wrapLine([...header, word(part.question, 'bold'), ...several], width)
  for (const option of part.options) {
    const mark = option.isChosen ? '(x) ' : '( ) '
    const about = option.description === '' ? [] : [span('  '), word(option.description, 'dim')]
    lines.push(
      ...wrapLine(
        [
          span(mark, option.isChosen ? 'accent' : 'dim'),
          word(option.label, option.isChosen ? 'accent' : 'plain'),
          ...about,
        ],
        width,
        4,
      ),
    )
  }
  if (part.answer !== undefined && part.isOwnWords) {
    const own = [span('(x) ', 'accent'), word(part.answer, 'accent'), span(`  ${OWN_WORDS}`, 'dim')]
    lines.push(...wrapLine(own, width, 4))
  }
  return lines
}
