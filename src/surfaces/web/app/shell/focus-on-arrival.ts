import { useEffect } from 'preact/hooks'
import { place } from '../router.ts'
import { useShared } from '../shared-value.ts'

const GIVE_UP_MS = 3000

/** Moves the focus to the heading of a view that a link led to, so that the keyboard and a screen reader go along. */
export function useFocusOnArrival(): void {
  const { path, isArrival } = useShared(place)
  useEffect(() => (isArrival ? focusHeading() : undefined), [path, isArrival])
}

/** The view may still have to be loaded. Returns what ends the wait. */
function focusHeading(): () => void {
  const start = document.activeElement
  const end = (): void => {
    observer.disconnect()
    clearTimeout(timer)
  }
  const look = (): void => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    end()
    // Whoever has gone on in the meantime is left where they are.
    if (document.activeElement !== start && document.activeElement !== document.body) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(look)
  const timer = setTimeout(end, GIVE_UP_MS)
  observer.observe(document.body, { childList: true, subtree: true })
  look()
  return end
}
