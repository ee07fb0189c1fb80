import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

/** Which rows of a long list exist as elements, and how much room the others take. */
export interface RowWindow {
  readonly first: number
  /** One behind the last. */
  readonly end: number
  /** In pixels. */
  readonly above: number
  readonly below: number
}

interface RowWindowOptions {
  readonly count: number
  /** Of one row, until one of them (`[data-row]`) is measured: all are as high as the first. */
  readonly rowPx: number
  /** What the rows stand in; the window of the browser scrolls. */
  readonly host: RefObject<HTMLElement | null>
}

const AHEAD_ROWS = 15
/** So few are all drawn. */
const MIN_COUNT = 80

/** For lists of rows of one height. */
export function useRowWindow({ count, rowPx, host }: RowWindowOptions): RowWindow {
  const [range, setRange] = useState({ first: 0, end: Math.min(count, MIN_COUNT), rowPx })
  useLayoutEffect(() => {
    if (count <= MIN_COUNT) return undefined
    let frame = 0
    const update = (): void => {
      frame = 0
      const list = host.current
      if (!list) return
      const height = list.querySelector('[data-row]')?.getBoundingClientRect().height || rowPx
      const top = -list.getBoundingClientRect().top
      const first = clamp(Math.floor(top / height) - AHEAD_ROWS, count)
      const end = clamp(Math.ceil((top + innerHeight) / height) + AHEAD_ROWS, count)
      setRange(before =>
        before.first === first && before.end === end && before.rowPx === height
          ? before
          : { first, end, rowPx: height },
      )
    }
    const later = (): void => {
      frame ||= requestAnimationFrame(update)
    }
    update()
    addEventListener('scroll', later, { passive: true })
    addEventListener('resize', later)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', later)
      removeEventListener('resize', later)
    }
  }, [count, rowPx, host])
  if (count <= MIN_COUNT) return { first: 0, end: count, above: 0, below: 0 }
  const end = Math.min(range.end, count)
  const first = Math.min(range.first, end)
  return { first, end, above: first * range.rowPx, below: (count - end) * range.rowPx }
}

function clamp(value: number, count: number): number {
  return Math.min(count, Math.max(0, value))
}
