import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

export interface RowFocus {
  /** The row that has the focus. */
  current(): number | undefined
  moveBy(step: number): void
  moveTo(index: number): void
}

/** Moves the focus from row to row of a windowed list; a row that does not exist yet is scrolled to and waited for. */
export function useRowFocus(host: RefObject<HTMLElement | null>, count: number): RowFocus {
  const wanted = useRef<number | undefined>(undefined)

  const settle = (): void => {
    const list = host.current
    const index = wanted.current
    if (!list || index === undefined) return
    const link = list.querySelector<HTMLElement>(`[data-index="${index}"] .session-link`)
    if (link) {
      wanted.current = undefined
      link.focus({ preventScroll: true })
      link.closest('[data-index]')?.scrollIntoView({ block: 'nearest' })
    }
  }
  // After each drawing: the row may be there now.
  useEffect(settle)

  const moveTo = (index: number): void => {
    const list = host.current
    if (!list || count === 0) return
    wanted.current = Math.min(count - 1, Math.max(0, index))
    const height = list.querySelector('[data-row]')?.getBoundingClientRect().height ?? 0
    if (!list.querySelector(`[data-index="${wanted.current}"]`)) {
      const top = list.getBoundingClientRect().top + scrollY + wanted.current * height
      scrollTo({ top: top - innerHeight / 2, behavior: 'instant' })
    }
    settle()
  }
  const current = (): number | undefined => {
    const index = document.activeElement?.closest('[data-index]')?.getAttribute('data-index')
    return index === null || index === undefined ? undefined : Number(index)
  }
  return { current, moveTo, moveBy: step => moveTo((current() ?? firstInSight(host.current) - step) + step) }
}

function firstInSight(list: HTMLElement | null): number {
  const rows = list?.querySelectorAll('[data-index]') ?? []
  const first = [...rows].find(row => row.getBoundingClientRect().top >= 0)
  return Number(first?.getAttribute('data-index') ?? 0)
}
