/** Marks places of found text without changing the elements they stand in. */
export interface Painter {
  paint(all: readonly Range[], current: Range | undefined): void
}

export function createPainter(): Painter {
  if (typeof Highlight === 'undefined' || !('highlights' in CSS)) return selectionPainter
  const all = new Highlight()
  const current = new Highlight()
  current.priority = 1
  CSS.highlights.set('found', all)
  CSS.highlights.set('found-current', current)
  return {
    paint(ranges, chosen) {
      all.clear()
      current.clear()
      for (const range of ranges) all.add(range)
      if (chosen) current.add(chosen)
    },
  }
}

/** Where a browser has no highlights, the place is selected. */
const selectionPainter: Painter = {
  paint(_, current) {
    const selection = getSelection()
    if (!current || !selection) return
    selection.removeAllRanges()
    selection.addRange(current)
  },
}
