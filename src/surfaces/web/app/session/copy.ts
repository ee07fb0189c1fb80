import { copyText } from '../../../../page/copy-text.ts'
import { textOf } from '../../../../page/rows/row-painter.ts'
import { getText } from '../api.ts'
import { say } from '../toast.ts'
import type { SessionStore } from './data/session-store.ts'
import { unitQuery } from './data/unit.ts'
import { showRaw } from './raw-dialog.ts'
import { sayProblem } from './say-problem.ts'
import type { SessionController } from './session-controller.ts'

async function copy(text: string, what: string): Promise<void> {
  say((await copyText(text)) ? `${what} copied` : 'The browser does not let us copy')
}

/** A turn as Markdown; the whole session where none is named. */
export async function copyMarkdown(store: SessionStore, turn: number | undefined): Promise<void> {
  try {
    const query = { turns: turn, level: turn === undefined ? 'answers' : 'all' }
    const text = await getText(`${store.path}/markdown`, query)
    await copy(text, turn === undefined ? 'Session' : turn === 0 ? 'The beginning' : `Turn ${turn}`)
  } catch (error) {
    sayProblem(error)
  }
}

/** The address of a row: by its entry, or by its turn. */
export async function copyLink(controller: SessionController, key: string): Promise<void> {
  const { reading } = controller
  const row = reading.rowOf(key)
  const entry = row && 'uuid' in row ? row.uuid : undefined
  const turn = reading.turnOf(key)
  const url = new URL(`/session/${encodeURIComponent(controller.store.id)}`, location.origin)
  if (entry !== undefined) url.searchParams.set('entry', entry)
  else if (turn !== undefined) url.searchParams.set('turn', String(turn))
  await copy(url.href, 'Link')
}

export async function copyRow(controller: SessionController, key: string): Promise<void> {
  const box = controller.reading.boxOf(key)
  if (box) await copy(textOf(box), 'Text')
}

/** What is recorded behind a row; of a turn's head, its prompt. */
export async function showRecord({ reading, store }: SessionController, key: string): Promise<void> {
  const item = reading.itemOf(key)
  try {
    if (item?.kind === 'row') {
      const entry = 'uuid' in item.row ? item.row.uuid : undefined
      const isPlaced = item.loaded.level === 'all' && item.loaded.unit !== 'loose'
      if (isPlaced) await showRaw(store.path, { ...unitQuery(item.loaded.unit), index: item.loaded.index })
      else if (entry !== undefined) await showRaw(store.path, { entry })
      else say('Nothing is recorded for this row alone')
    } else if (item?.kind === 'head' && item.turn.uuid !== undefined)
      await showRaw(store.path, { entry: item.turn.uuid })
    else say('Nothing is recorded for this row alone')
  } catch (error) {
    sayProblem(error)
  }
}
