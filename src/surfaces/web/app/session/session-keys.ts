import { useKeys } from '../keys.ts'
import type { ContentsState } from './contents-state.ts'
import { copyLink, copyMarkdown, copyRow, showRecord } from './copy.ts'
import { PAGE_LEVELS } from './list/view-state.ts'
import type { SessionController } from './session-controller.ts'

interface KeyParts {
  readonly controller: SessionController
  readonly contents: ContentsState
  readonly onExport: () => void
}

/** Everything that can be done in a session, as keys. */
export function useSessionKeys({ controller, contents, onExport }: KeyParts): void {
  const { reading, finding, filtering, follow } = controller
  const { cursor } = reading
  const key = (): string => reading.items[cursor.index()]?.key ?? ''
  const leave = (): void => {
    if (contents.isNarrow && contents.isOpen) contents.close()
    else controller.escape()
  }
  useKeys('Session', [
    { keys: ['j'], says: 'next row', run: () => cursor.step(1) },
    { keys: ['k'], says: 'row before', run: () => cursor.step(-1) },
    { keys: ['J'], says: 'next prompt', run: () => controller.stepPrompt(1) },
    { keys: ['K'], says: 'prompt before', run: () => controller.stepPrompt(-1) },
    { keys: ['g g', 'Home'], says: 'to the start', run: () => cursor.moveTo(0) },
    { keys: ['G', 'End'], says: 'to the end', run: () => controller.toEnd() },
    { keys: ['o', 'Enter'], says: 'open or close the row', run: () => controller.openCurrent() },
    { keys: ['O'], says: 'open or close everything', run: () => controller.toggleAll() },
    {
      keys: PAGE_LEVELS.map((_, at) => String(at + 1)),
      says: PAGE_LEVELS.join(', '),
      run: pressed => controller.setLevel(PAGE_LEVELS[Number(pressed) - 1] ?? 'answers'),
    },
    { keys: ['/'], says: 'find in the whole session', run: () => finding.bar.focus() },
    { keys: ['n'], says: 'next match', run: () => finding.move(1) },
    { keys: ['N'], says: 'match before', run: () => finding.move(-1) },
    { keys: ['f'], says: 'filter by kind and tool', run: () => filtering.toggle() },
    { keys: ['r'], says: 'the row as it is recorded', run: () => void showRecord(controller, key()) },
    { keys: ['y'], says: 'copy a link to the row', run: () => void copyLink(controller, key()) },
    { keys: ['c'], says: 'copy the row as text', run: () => void copyRow(controller, key()) },
    {
      keys: ['m'],
      says: 'copy the turn as Markdown',
      run: () => void copyMarkdown(controller.store, reading.turnOf(key())),
    },
    { keys: ['p'], says: 'the prompts', run: contents.visit },
    { keys: ['e'], says: 'export', run: onExport },
    { keys: ['F'], says: 'follow: stay at the end while it grows', run: () => follow.toggle() },
    { keys: ['Esc'], says: 'close, or leave the search', run: () => leave() },
  ])
}
