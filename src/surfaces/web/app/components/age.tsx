import { useEffect, useState } from 'preact/hooks'
import { formatAge } from '../../../../time/age.ts'
import { formatDayTime, formatIso } from '../../../../time/day.ts'
import { now } from '../clock.ts'

/** How long ago, kept up to date, with the moment itself behind it; nothing where it is not known. */
export function Age({ at }: { readonly at: string | number | undefined }) {
  const moment = useMoment()
  const ms = typeof at === 'string' ? Date.parse(at) : at
  if (ms === undefined || !Number.isFinite(ms)) return null
  return (
    <time class="age" dateTime={formatIso(ms)} title={formatDayTime(ms)}>
      {formatAge(ms, moment)}
    </time>
  )
}

const REFRESH_MS = 30_000

/** Now, as often as an age can change. */
export function useMoment(): number {
  const [moment, setMoment] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setMoment(now()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  // What is drawn for another reason is drawn with the time it is drawn at.
  return Math.max(moment, now())
}
