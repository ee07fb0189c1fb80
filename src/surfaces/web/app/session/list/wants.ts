import type { WindowedList } from '../../../../../page/list/windowed-list.ts'
import type { Want } from '../data/row-loader.ts'
import type { SessionStore } from '../data/session-store.ts'
import type { GapItem, Item, PreviewItem } from './item.ts'

/** Items around the window whose rows are asked for before anybody gets there. */
const AHEAD_ITEMS = 60

/** Which rows to ask for: those in the window first, then what is near it. */
export function listWants(items: readonly Item[], list: WindowedList, store: SessionStore): readonly Want[] {
  const { first, last } = list.visibleRange()
  const wants = new Map<string, Want>()
  const add = (at: number, isInSight: boolean): void => {
    const item = items[at]
    if (item?.kind === 'row') store.cache.use(item.loaded.unit, item.loaded.level)
    if (item?.kind !== 'gap' && item?.kind !== 'preview') return
    const want = wantOf(item, isInSight ? list.shareAbove(at) : 0)
    wants.set(`${want.level} ${want.unit}`, wants.get(`${want.level} ${want.unit}`) ?? want)
  }
  for (let at = first; at <= last; at++) add(at, true)
  for (let step = 1; step <= AHEAD_ITEMS; step++) {
    add(last + step, false)
    add(first - step, false)
  }
  return [...wants.values()]
}

/** In a long gap, what stands where the reader is. */
function wantOf(item: GapItem | PreviewItem, shareAbove: number): Want {
  if (item.kind === 'preview') return { unit: item.unit, level: item.level, offset: 0, weight: item.turn.entries }
  const { unit, level, from, rows, isExact } = item
  const skipped = isExact && rows > 100 ? Math.floor(shareAbove * rows) : 0
  return { unit, level, offset: from + Math.max(0, skipped - 20), weight: rows }
}
