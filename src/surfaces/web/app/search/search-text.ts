import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { setQuery, useRoute } from '../router.ts'

const PAUSE_MS = 120

export interface SearchText {
  /** As it stands in the field. */
  readonly text: string
  /** As it stands in the address: what is asked. */
  readonly asked: string
  /** Each letter: the address follows after a short pause. */
  type(text: string): void
  /** Done typing: whatever is typed next is another step of the browser's history. */
  settle(): void
  /** A step of its own, at once: a chip, an example. */
  choose(text: string): void
}

/** The text of the query: in the field as it is typed, in the address as it is asked. Back and forward change the field. */
export function useSearchText(): SearchText {
  const asked = useRoute().query.get('q') ?? ''
  const [text, setText] = useState(asked)
  /** What this view wrote into the address last: anything else there came from back, forward or a link. */
  const written = useRef(asked)
  const isSettled = useRef(asked !== '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const write = useCallback((next: string, replace: boolean): void => {
    clearTimeout(timer.current)
    const fitting = cutQuery(next)
    written.current = fitting
    setQuery({ q: fitting === '' ? undefined : fitting, n: undefined }, { replace })
  }, [])

  useEffect(() => {
    if (written.current === asked) return
    clearTimeout(timer.current)
    written.current = asked
    isSettled.current = asked !== ''
    setText(asked)
  }, [asked])
  useEffect(() => () => clearTimeout(timer.current), [])

  const latest = useRef(text)
  latest.current = text
  return {
    text,
    asked,
    type(next) {
      setText(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        const isNewStep = isSettled.current
        isSettled.current = false
        write(next.trim(), !isNewStep)
      }, PAUSE_MS)
    },
    settle() {
      const isNewStep = isSettled.current && latest.current.trim() !== written.current
      write(latest.current.trim(), !isNewStep)
      isSettled.current = true
    },
    choose(next) {
      setText(next)
      write(next.trim(), false)
      isSettled.current = true
    },
  }
}

/** A server takes addresses of some length only, and most letters of the world take nine characters there. */
const MAX_ENCODED = 6000

function cutQuery(text: string): string {
  let fitting = text.toWellFormed()
  while (encodeURIComponent(fitting).length > MAX_ENCODED) {
    fitting = fitting.slice(0, Math.floor(fitting.length * 0.9)).toWellFormed()
  }
  return fitting.trim()
}
