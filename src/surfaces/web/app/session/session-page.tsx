import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { shownTitle } from '../../../../text/shown-title.ts'
import { Empty } from '../components/empty.tsx'
import { LazyExportDialog } from '../export/lazy-export-dialog.tsx'
import { Inspector } from '../inspector/inspector.tsx'
import { useRoute } from '../router.ts'
import { useShared } from '../shared-value.ts'
import { useTitle } from '../title.ts'
import { type ContentsState, useContents } from './contents-state.ts'
import type { SessionStore } from './data/session-store.ts'
import { NewMarker } from './new-marker.tsx'
import { Placed } from './placed.tsx'
import { addRowActions } from './row-menu.ts'
import { SessionBar } from './session-bar.tsx'
import { SessionController } from './session-controller.ts'
import { SessionHeader } from './session-header.tsx'
import { useSessionKeys } from './session-keys.ts'

interface PageProps {
  readonly store: SessionStore
}

const NOTHING = 'This session has nothing to show.'
const ONLY_AGENTS = 'The conversation itself is gone: only what its agents did is left.'

export function SessionPage({ store }: PageProps) {
  const [controller, setController] = useState<SessionController>()
  const contents = useContents(() => controller?.contents)
  const [isExporting, setExporting] = useState(false)
  const leaveContents = useRef(() => {})
  // Who follows a link out of prompts that cover the page wants to read there.
  leaveContents.current = () => {
    if (contents.isNarrow) contents.leave()
  }
  const host = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const { query } = useRoute()
  const { header, turns, agents } = store.open.index
  const title = shownTitle(sanitizeLine(header.title))
  useTitle(title)
  useLayoutEffect(() => {
    if (!host.current) return undefined
    const made = new SessionController({
      store,
      host: host.current,
      query: new URLSearchParams(location.search),
      topInset: () => insetOf(bar.current),
      onContentsLeft: () => leaveContents.current(),
    })
    addRowActions(made, host.current)
    setController(made)
    return () => made.close()
  }, [store])
  useEffect(() => controller?.apply(query), [controller, query])
  useBarHeight(bar)
  const isInspecting = query.has('inspect')
  const name = `session-page${contents.isOpen ? ' shows-contents' : ''}${isInspecting ? ' has-inspector' : ''}`
  return (
    <div class={name}>
      <Placed name="session-contents" id="contents" root={controller?.contents.root} />
      <main id="main" class="session-main">
        {contents.isNarrow && contents.isOpen ? (
          <button
            type="button"
            class="icon-button contents-close"
            aria-label="Close the contents"
            onClick={contents.close}
          >
            <span aria-hidden="true">×</span>
          </button>
        ) : null}
        <SessionHeader store={store} title={title} controller={controller} onExport={() => setExporting(true)} />
        <div class="reading-bar" ref={bar}>
          {controller ? (
            <SessionBar
              controller={controller}
              title={title}
              isContentsOpen={contents.isOpen}
              onContents={contents.toggle}
            />
          ) : null}
        </div>
        {turns.length === 0 ? <Empty title={agents.length > 0 ? ONLY_AGENTS : NOTHING} /> : null}
        {/* Headings in rows stand below this one, whatever part of the list is on the page. */}
        <h2 class="sr">Conversation</h2>
        <div class="rows" ref={host} data-level={query.get('level') ?? 'answers'} />
        {controller ? <NewMarker controller={controller} /> : null}
      </main>
      {controller ? (
        <>
          <LiveInspector controller={controller} />
          <Keys controller={controller} contents={contents} onExport={() => setExporting(true)} />
        </>
      ) : null}
      {isExporting ? <LazyExportDialog id={store.id} title={title} onClose={() => setExporting(false)} /> : null}
    </div>
  )
}

function LiveInspector({ controller }: { readonly controller: SessionController }) {
  const { open, turn } = useShared(controller.shown)
  return (
    <Inspector id={controller.store.id} version={open.version} turn={turn} onGo={place => controller.jump(place)} />
  )
}

function Keys(props: {
  readonly controller: SessionController
  readonly contents: ContentsState
  readonly onExport: () => void
}) {
  useSessionKeys(props)
  return null
}

/** What covers the top of the window: the bar, and whatever it sticks to. */
function insetOf(bar: HTMLElement | null): number {
  if (!bar) return 0
  const { position, top } = getComputedStyle(bar)
  return position === 'sticky' ? Number.parseFloat(top) + bar.offsetHeight : 0
}

/** Other things that stick stand below the bar. */
function useBarHeight(bar: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const element = bar.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--session-bar', `${element.offsetHeight}px`)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [bar])
}
