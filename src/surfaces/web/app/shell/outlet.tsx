import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useErrorBoundary, useState } from 'preact/hooks'
import type { ViewName } from '../../page-routes.ts'
import { Loading } from '../components/loading.tsx'
import { connection } from '../connection.ts'
import { place, type RouteMatch } from '../router.ts'
import { useShared } from '../shared-value.ts'
import { setTitle } from '../title.ts'
import { VIEWS } from '../views.ts'
import { useFocusOnArrival } from './focus-on-arrival.ts'

/** The view of the present address. A session has landmarks of its own; all others stand in one `main`. */
export function Outlet() {
  const { view, path } = useShared(place)
  const { View, hasFailed } = useView(view)
  useFocusOnArrival()
  if (view === 'missing') return <Missing />
  if (hasFailed) return <Unloaded />
  const isBare = view === 'session' && View !== undefined
  const content = View ? <View /> : <Loading />
  return <Guarded key={`${view} ${path}`}>{isBare ? content : <main id="main">{content}</main>}</Guarded>
}

const loaded = new Map<ViewName, ComponentType>()

function useView(name: RouteMatch['view']): { readonly View: ComponentType | undefined; readonly hasFailed: boolean } {
  const [failed, setFailed] = useState<ViewName>()
  const [, draw] = useState(0)
  useEffect(() => {
    if (name === 'missing') return
    setTitle(VIEWS[name].title)
    if (loaded.has(name)) return
    VIEWS[name].load().then(
      module => {
        loaded.set(name, module.View)
        draw(count => count + 1)
      },
      () => {
        setFailed(name)
        connection.set('gone')
      },
    )
  }, [name])
  // A browser does not ask twice for a script that it did not get.
  useEffect(() => {
    if (failed === undefined) return undefined
    return connection.listen(state => {
      if (state === 'open') location.reload()
    })
  }, [failed])
  return { View: name === 'missing' ? undefined : loaded.get(name), hasFailed: failed === name }
}

/** A view that throws does not take the rest of the page with it. */
function Guarded({ children }: { readonly children: ComponentChildren }) {
  const [error] = useErrorBoundary(thrown => console.error(thrown))
  return error === undefined ? children : <Trouble text="This view stopped working" />
}

function Unloaded() {
  return (
    <main id="main" class="page">
      <h1>Waiting for backscroll</h1>
      <p>This view has not been loaded yet. It comes when the server answers again.</p>
    </main>
  )
}

function Trouble({ text }: { readonly text: string }) {
  return (
    <main id="main" class="page">
      <h1>{text}</h1>
      <p>That is a mistake of ours, and your sessions are not touched by it. Loading the page again usually helps.</p>
      <button type="button" class="button" onClick={() => location.reload()}>
        Load again
      </button>
    </main>
  )
}

function Missing() {
  useEffect(() => setTitle('Not found'), [])
  return (
    <main id="main" class="page">
      <h1>There is nothing at this address</h1>
      <p>
        It may have been shortened or mistyped. See <a href="/sessions">all sessions</a> or{' '}
        <a href="/search">search them</a>.
      </p>
    </main>
  )
}
