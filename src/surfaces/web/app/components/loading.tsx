import { useEffect, useState } from 'preact/hooks'

const AFTER_MS = 250

/** Says that something is coming, once it takes long enough to be noticed. */
export function Loading({ text = 'Loading' }: { readonly text?: string }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p class="loading" role="status">
      {isLate ? `${text}…` : ''}
    </p>
  )
}
