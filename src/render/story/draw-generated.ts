import type { FoundGenerated } from '../../narrative/generated.ts'
import { wrapText } from '../../text/wrap.ts'
import { plain, quote } from '../markdown/plain.ts'
import { describeGenerated } from './describe-generated.ts'

const OUTDATED = 'The session has gone on since.'

export interface TerminalStyle {
  readonly columns: number
  bold(text: string): string
  dim(text: string): string
}

/** `cite` names a turn as other commands do: `1a2b3c4d:12`. Every line stands behind a bar of its own. */
export function drawGeneratedLines(
  found: FoundGenerated,
  { columns, bold, dim, cite }: TerminalStyle & { cite(turn: number): string },
): readonly string[] {
  const part = describeGenerated(found)
  if (!part) return []
  const width = columns - BAR.length
  const wrap = (text: string, indent = ''): readonly string[] =>
    wrapText(text, width - indent.length).map((line, at) => (at === 0 ? line : `${indent}${line}`))
  const lines = [
    ...wrap(part.label).map(bold),
    ...(part.isOutdated ? [dim(OUTDATED)] : []),
    ...(part.failure === undefined ? [] : wrap(part.failure)),
    ...part.summary.flatMap(line => wrap(line)),
    ...part.decisions.flatMap(({ text, turns }) => wrap(`- ${text} (${turns.map(cite).join(', ')})`, '  ')),
  ]
  return lines.map(line => `${dim(BAR)}${line}`)
}

const BAR = '│ '

/** A quotation, so that it cannot be taken for what stands around it. Empty where there is nothing. */
export function drawGeneratedMarkdown(found: FoundGenerated, { cite }: { cite(turn: number): string }): string {
  const part = describeGenerated(found)
  if (!part) return ''
  const blocks = [
    `**${plain(part.label)}**${part.isOutdated ? ` ${OUTDATED}` : ''}`,
    ...(part.failure === undefined ? [] : [plain(part.failure)]),
    ...part.summary.filter(line => line.trim() !== '').map(plain),
    part.decisions.map(({ text, turns }) => `- ${plain(text)} (${turns.map(cite).join(', ')})`).join('\n'),
  ].filter(block => block !== '')
  return quote(blocks.join('\n\n'))
}
