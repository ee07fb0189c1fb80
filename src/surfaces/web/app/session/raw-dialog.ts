import { copyText } from '../../../../page/copy-text.ts'
import { showDialog } from '../../../../page/dialog.ts'
import { button, element } from '../../../../page/element.ts'
import { formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import type { RawAnswer, RawLine } from '../../routes/session-raw.ts'
import { getJson, type Query } from '../api.ts'
import { say } from '../toast.ts'

/** Lines of one row that are shown at once. */
const MAX_LINES = 40

/** The records behind a row, exactly as they stand in the file. */
export async function showRaw(path: string, query: Query): Promise<void> {
  const { lines } = await getJson<RawAnswer>(`${path}/raw`, query)
  const shown = lines.slice(0, MAX_LINES).map(lineBox)
  if (lines.length > MAX_LINES) {
    shown.push(
      element('p', { class: 'quiet', text: `${formatNumberOf(lines.length - MAX_LINES, 'more line')} at level raw.` }),
    )
  }
  if (lines.length === 0) shown.push(element('p', { class: 'quiet', text: 'No line is recorded for this row alone.' }))
  showDialog(lines.length > 1 ? `Recorded in ${lines.length} lines` : 'As recorded', shown, 'raw-dialog')
}

function lineBox({ path, line, kind, text, json, isCut }: RawLine): HTMLElement {
  const copy = button('Copy', () => {
    void copyText(text).then(isCopied => say(isCopied ? 'Line copied' : 'The browser does not let us copy'))
  })
  copy.classList.add('button')
  const head = element('div', { class: 'raw-head' }, [
    element('p', { text: `${kind}, line ${formatInteger(line)}` }),
    element('p', { class: 'quiet raw-path', text: sanitizeLine(path) }),
    copy,
  ])
  const shown = element('pre', { class: 'code wraps', text: json ?? text, attributes: { tabindex: '0' } })
  const note = element('p', { class: 'quiet', text: 'The line is longer than what is shown of it.' })
  return element('section', { class: 'raw-line' }, isCut ? [head, shown, note] : [head, shown])
}
