import { codeSpan, heading, plain } from '../markdown/plain.ts'
import { MARKS, type Outline, type OutlineItem, type OutlinePart, wholeDetail } from './outline.ts'

/** An outline as Markdown to paste: every text is words and nothing else to a reader. */
export function renderOutline({ title, facts, parts }: Outline): string {
  const blocks = [heading(2, plain(title)), facts.map(plain).join(' · '), ...parts.map(renderPart)]
  return `${blocks.filter(block => block !== '').join('\n\n')}\n`
}

function renderPart({ level, heading: text, cite, facts, items }: OutlinePart): string {
  const named = [plain(text), ...(cite === undefined ? [] : [codeSpan(cite)])].filter(part => part !== '').join(' ')
  const head = [heading(2 + level, named), facts.map(plain).join(' · ')].filter(block => block !== '')
  const list = items.map(renderItem).join('\n')
  return [...head, ...(list === '' ? [] : [list])].join('\n\n')
}

function renderItem(item: OutlineItem): string {
  const { cite, label, text, facts, mark } = item
  const detail = wholeDetail(item)
  const said = [
    label === '' ? '' : `${plain(label)}:`,
    mark === undefined ? '' : MARKS[mark],
    (facts ?? [text]).map(plain).join(' · '),
    detail === '' ? '' : `(${plain(detail)})`,
    cite === '' ? '' : codeSpan(cite),
  ]
  return `- ${said.filter(part => part !== '').join(' ')}`
}
