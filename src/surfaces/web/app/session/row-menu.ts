import { RowActions } from '../../../../page/rows/row-actions.ts'
import { copyLink, copyRow, showRecord } from './copy.ts'
import type { SessionController } from './session-controller.ts'

/** What can be done with the row under the pointer. */
export function addRowActions(controller: SessionController, host: HTMLElement): void {
  new RowActions(host, [
    { label: 'As recorded', key: 'r', sign: '{}', run: row => void showRecord(controller, row) },
    { label: 'Copy link', key: 'y', sign: '#', run: row => void copyLink(controller, row) },
    { label: 'Copy text', key: 'c', sign: 'copy', run: row => void copyRow(controller, row) },
  ])
}
