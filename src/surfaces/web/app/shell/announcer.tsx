import { useEffect, useState } from 'preact/hooks'
import { place } from '../router.ts'
import { useShared } from '../shared-value.ts'
import { saying } from '../toast.ts'

const AFTER_MS = 150

/** What was just done, for eyes and ears, and where a link led, for ears. */
export function Announcer() {
  const text = useShared(saying)
  return (
    <>
      <p class={`toast ${text === '' ? '' : 'is-shown'}`} role="status">
        {text}
      </p>
      <p class="sr" aria-live="polite">
        {useArrival()}
      </p>
    </>
  )
}

function useArrival(): string {
  const { path, isArrival } = useShared(place)
  const [words, setWords] = useState('')
  useEffect(() => {
    if (!isArrival) return undefined
    // The view sets the title after it is drawn.
    const timer = setTimeout(() => setWords(document.title), AFTER_MS)
    return () => clearTimeout(timer)
  }, [path, isArrival])
  return words
}
