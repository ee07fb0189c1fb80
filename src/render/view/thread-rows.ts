import type { ThreadEntry } from '../../model/thread-entry.ts'
import { quietHookRows } from './hooks.ts'
import { presentEntry } from './present-entry.ts'
import type { RewoundRow, Row } from './row.ts'
import { placeOf, type Scene, sees } from './scene.ts'

/** Rows of entries `first` to `last` of a thread, in file order, with what was rewound folded or marked. */
export function* threadRows(scene: Scene, first = 0, last = scene.thread.entries.length - 1): Iterable<Row> {
  let run: ThreadEntry[] = []
  for (let at = first; at <= last; at++) {
    const entry = scene.thread.entries[at]
    if (!entry) continue
    if (!scene.isRewound && !scene.thread.isActive(entry)) {
      run.push(entry)
      continue
    }
    if (run.length > 0) {
      // Lines outside the chain may stand anywhere; they do not end what was rewound.
      if (entry.uuid === undefined) {
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

/** A side that was tried and taken back: opened between two marks, or one folded row. */
export function* rewoundRows(scene: Scene, entries: readonly ThreadEntry[]): Iterable<Row> {
  const place = placeOf(scene, entries[0])
  const turns = [...new Set(entries.map(entry => entry.turn))].filter(number =>
    scene.thread.turns.some(turn => turn.number === number && turn.isRewound),
  )
  const row: Omit<RewoundRow, 'edge'> = { ...place, kind: 'rewound', turns, entries: entries.length }
  if (!sees(scene, 'all')) {
    scene.view.losses.add('rewound', turns.length)
    yield { ...row, edge: 'folded' }
    return
  }
  yield { ...row, edge: 'begin' }
  for (const entry of entries) yield* presentEntry({ ...scene, isRewound: true }, entry)
  yield { ...row, edge: 'end' }
}
