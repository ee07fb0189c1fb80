/** Where each entry of the browser's history was scrolled to, so that back leads to the same place. */

const GIVE_UP_MS = 5000
/** So long nothing changed: what is shown is what was gone back to. */
const SETTLED_MS = 1000
const SAVE_AFTER_MS = 200

let restoring: (() => void) | undefined

export function watchScroll(): void {
  history.scrollRestoration = 'manual'
  let timer: ReturnType<typeof setTimeout> | undefined
  addEventListener(
    'scroll',
    () => {
      clearTimeout(timer)
      timer = setTimeout(saveScroll, SAVE_AFTER_MS)
    },
    { passive: true },
  )
  // Whoever scrolls by hand has chosen another place.
  for (const kind of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(kind, () => restoring?.(), { passive: true })
  }
  restoreScroll()
}

export function saveScroll(): void {
  if (restoring) return
  history.replaceState({ ...(history.state as object | null), scrollY }, '')
}

export function scrollToTop(): void {
  restoring?.()
  scrollTo({ top: 0, behavior: 'instant' })
}

/**
 * What was there may have to be loaded first, and the view that one comes from may be long enough and about to go: tries
 * until the page is long enough and changes no more.
 */
export function restoreScroll(): void {
  restoring?.()
  const state = history.state as { scrollY?: unknown } | null
  const wanted = typeof state?.scrollY === 'number' ? state.scrollY : 0
  const place = (): boolean => {
    scrollTo({ top: wanted, behavior: 'instant' })
    return Math.abs(scrollY - wanted) < 2
  }
  if (wanted === 0) {
    place()
    return
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const placeAndWait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => restoring?.(), place() ? SETTLED_MS : GIVE_UP_MS)
  }
  const observer = new ResizeObserver(placeAndWait)
  observer.observe(document.body)
  restoring = () => {
    restoring = undefined
    clearTimeout(timer)
    observer.disconnect()
  }
  placeAndWait()
}
