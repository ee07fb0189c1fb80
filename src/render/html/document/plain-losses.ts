import type { PageLosses } from '../loss-report.ts'
import { countHidden, hideAgent, type RowVisitor } from './count-losses.ts'
import { type DocumentDirectory, ROW_FLAGS } from './document-format.ts'
import { endOfRewound, hasFlag, kindOf } from './read-directory.ts'

/** What somebody does not see whose browser runs no scripts: all but prompts and answers of the main conversation. */
export function countPlainLosses(directory: DocumentDirectory): Pick<PageLosses, 'hidden' | 'odd'> {
  const { items, oddShown } = countHidden(
    directory,
    visitor => walkPlain(directory, visitor),
    () => false,
  )
  return { hidden: items, odd: oddShown }
}

/** The same rows as `plainRow` draws. */
function walkPlain(directory: DocumentDirectory, visitor: RowVisitor): void {
  for (let row = 0; row < directory.rows.kind.length; row++) {
    const kind = kindOf(directory, row)
    if (hasFlag(directory, row, ROW_FLAGS.rewoundBegin)) {
      const end = endOfRewound(directory, row)
      visitor.closed(row, end)
      row = end
    } else if (kind === 'agent') {
      row = hideAgent(directory, row, visitor)
    } else if (kind === 'input' || kind === 'answer') visitor.shown(row)
    else visitor.hidden(row)
  }
}
