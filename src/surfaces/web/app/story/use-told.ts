import { useEffect } from 'preact/hooks'
import type { Running } from '../../routes/session-story.ts'
import { type Answer, useApi } from '../api.ts'

/** While a session runs, what it is doing changes without a word from the index. */
const RUNNING_MS = 20_000

/** The story or the timeline of a session, kept up to date while somebody looks at it. */
export function useTold<Told extends Running>(id: string, what: 'story' | 'timeline'): Answer<Told> {
  const answer = useApi<Told>(`/sessions/${encodeURIComponent(id)}/${what}`, undefined, { refetchOn: 'index' })
  const { data, reload } = answer
  const isRunning = data?.status !== undefined
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(reload, RUNNING_MS)
    return () => clearInterval(timer)
  }, [isRunning, reload])
  // No index has what a command wrote: whoever ran it in a terminal comes back to this window.
  useEffect(() => {
    addEventListener('focus', reload)
    return () => removeEventListener('focus', reload)
  }, [reload])
  return answer
}
