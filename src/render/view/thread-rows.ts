import type { Thread, Turn } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import { quietHookRows } from './hooks.ts'
import { presentEntry } from './present-entry.ts'
import type { RewoundRow, Row } from './row.ts'
import { placeOf, rewoundScene, type Scene, sees } from './scene.ts'

/** Rows of a thread or one turn of it, in file order, with what was rewound folded or marked. */
export function* threadRows(scene: Scene, turn?: Turn): Iterable<Row> {
  let run: ThreadEntry[] = []
  for (const entry of turn ? entriesOf(scene.thread, turn) : scene.thread.entries) {
    if (!scene.isRewound && !entry.isRepeat && !scene.thread.isActive(entry)) {
      run.push(entry)
      continue
    }
    if (run.length > 0) {
      // Lines outside the chain and copies may stand anywhere; they do not end what was rewound.
      if (entry.uuid === undefined || entry.isRepeat) {
        run.push(entry)
        continue
      }
      yield* rewoundRows(scene, run)
      run = []
    }
    yield* presentEntry(scene, entry)
  }
  if (run.length > 0) yield* rewoundRows(scene, run)
  yield* quietHookRows(scene)
}

/** Turns may overlap: an entry belongs to the turn it names, wherever it stands. */
export function entriesOf(thread: Thread, turn: Turn): readonly ThreadEntry[] {
  return thread.entries.slice(turn.first, turn.last + 1).filter(entry => entry.turn === turn.number)
}

/** A side that was tried and taken back: opened between two marks, or one folded row. */
export function* rewoundRows(scene: Scene, entries: readonly ThreadEntry[]): Iterable<Row> {
  const isOpen = sees(scene, 'all')
  const place = placeOf(scene, entries[0], isOpen ? 'all' : 'prompts')
  const turns = [...new Set(entries.map(entry => entry.turn))].filter(number =>
    scene.thread.turns.some(turn => turn.number === number && turn.isRewound),
  )
  const row: Omit<RewoundRow, 'edge'> = { ...place, kind: 'rewound', turns, entries: entries.length }
  if (!isOpen) {
    if (turns.length > 0) scene.view.losses.add('rewound', turns.length)
    else scene.view.losses.add('attempt', entries.length)
    yield { ...row, edge: 'folded' }
    return
  }
  yield { ...row, edge: 'begin' }
  const inside = rewoundScene(scene)
  for (const entry of entries) yield* presentEntry(inside, entry)
  yield { ...row, edge: 'end' }
}
