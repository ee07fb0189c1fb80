import { showDialog } from '../../page/dialog.ts'
import { element } from '../../page/element.ts'
import { KEYS } from './keys.ts'

export function showHelp(): void {
  const rows = KEYS.map(({ keys, says }) =>
    element('div', { class: 'help-row' }, [
      element(
        'dt',
        {},
        keys.map(key => element('kbd', { text: key })),
      ),
      element('dd', { text: says }),
    ]),
  )
  const about = element('p', {
    class: 'quiet',
    text: 'The link of a row leads to it in any copy of this file; #turns=4-9 shows those turns alone.',
  })
  showDialog('Keys', [element('dl', { class: 'help' }, rows), about])
}
