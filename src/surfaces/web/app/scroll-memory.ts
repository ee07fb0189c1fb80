/** Where each entry of the browser's history was scrolled to, so that back leads to the same place. */

const GIVE_UP_MS = 2000
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

/** What was there may have to be loaded first: tries until the page is long enough. */
export function restoreScroll(): void {
  restoring?.()
  const state = history.state as { scrollY?: unknown } | null
  const wanted = typeof state?.scrollY === 'number' ? state.scrollY : 0
  const place = (): boolean => {
    scrollTo({ top: wanted, behavior: 'instant' })
    return Math.abs(scrollY - wanted) < 2
  }
  if (place()) return
  const observer = new ResizeObserver(() => {
    if (place()) restoring?.()
  })
  observer.observe(document.body)
  const timer = setTimeout(() => restoring?.(), GIVE_UP_MS)
  restoring = () => {
    restoring = undefined
    clearTimeout(timer)
    observer.disconnect()
  }
}
