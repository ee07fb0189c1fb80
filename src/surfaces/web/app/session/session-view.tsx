import { useEffect, useState } from 'preact/hooks'
import type { OpenSession } from '../../routes/session-open.ts'
import { type ApiError, getJson, toApiError } from '../api.ts'
import { ErrorBox } from '../components/error-box.tsx'
import { Loading } from '../components/loading.tsx'
import { useRoute } from '../router.ts'
import { SessionStore } from './data/session-store.ts'
import { SessionPage } from './session-page.tsx'

/** One session: its prompts, the conversation, and the inspector beside it. */
export function View() {
  const { params } = useRoute()
  const id = params.id ?? ''
  const [round, setRound] = useState(0)
  const { store, error } = useStore(id, round)
  if (store) return <SessionPage store={store} />
  return (
    <main id="main" class="page">
      <h1>Session</h1>
      {error ? <ErrorBox error={error} retry={() => setRound(round + 1)} /> : <Loading text="Opening" />}
    </main>
  )
}

interface Opened {
  readonly store: SessionStore | undefined
  readonly error: ApiError | undefined
}

function useStore(id: string, round: number): Opened {
  const [opened, setOpened] = useState<Opened>({ store: undefined, error: undefined })
  useEffect(() => {
    const controller = new AbortController()
    setOpened({ store: undefined, error: undefined })
    getJson<OpenSession>(`/sessions/${encodeURIComponent(id)}`, undefined, controller.signal).then(
      open => setOpened({ store: new SessionStore(id, open), error: undefined }),
      error => {
        if (!controller.signal.aborted) setOpened({ store: undefined, error: toApiError(error) })
      },
    )
    return () => controller.abort()
  }, [id, round])
  return opened
}
