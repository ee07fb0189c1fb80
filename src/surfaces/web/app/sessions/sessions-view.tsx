// biome-ignore-all lint/a11y/useSemanticElements: lines are windowed and laid out as a grid, which takes their meaning from table elements
// biome-ignore-all lint/a11y/useFocusableInteractive: a line is no control; what is in it is
import { useMemo, useRef, useState } from 'preact/hooks'
import type { ListedSession } from '../../../../query/home/listed-session.ts'
import { formatNumberOf } from '../../../../text/count.ts'
import type { Query } from '../api.ts'
import { Empty } from '../components/empty.tsx'
import { ErrorBox } from '../components/error-box.tsx'
import { Loading } from '../components/loading.tsx'
import { usePeriod } from '../components/period.tsx'
import { useRowWindow } from '../components/row-window.ts'
import { LazyExportDialog } from '../export/lazy-export-dialog.tsx'
import { useKeys } from '../keys.ts'
import { navigate, useRoute } from '../router.ts'
import { useRowFocus } from './row-focus.ts'
import { FILTER_BOX, readGroup, readSort, SessionFilters } from './session-filters.tsx'
import { SessionLine, WaitingLine } from './session-line.tsx'
import { useMarks } from './session-marks.ts'
import { useSessionPages } from './session-pages.ts'
import { SessionTableHead } from './session-table-head.tsx'
import { titleOf } from './session-words.ts'
import { TagDialog } from './tag-dialog.tsx'

const ROW_PX = 36

/** All sessions. Few of them exist as elements, and only pages that were in sight were asked for. */
export function View() {
  const list = useRef<HTMLDivElement>(null)
  const [known, setKnown] = useState(0)
  const [tagged, setTagged] = useState<ListedSession>()
  const [exported, setExported] = useState<ListedSession>()
  const { filters, asked } = useFilters()
  const rows = useRowWindow({ count: known, rowPx: ROW_PX, host: list })
  const pages = useSessionPages(asked, rows.first, rows.end)
  const marks = useMarks()
  const total = pages.total ?? 0
  if (total !== known) setKnown(total)
  const focus = useRowFocus(list, total)
  const current = (): ListedSession | undefined => {
    const index = focus.current()
    return index === undefined ? undefined : pages.at(index)
  }
  const withCurrent = (run: (session: ListedSession) => void) => (): void => {
    const session = current()
    if (session) run(session)
  }
  useKeys('Sessions', [
    { keys: ['j', 'ArrowDown'], says: 'next session', run: () => focus.moveBy(1) },
    { keys: ['k', 'ArrowUp'], says: 'session before', run: () => focus.moveBy(-1) },
    { keys: ['Enter', 'o'], says: 'open the session', run: withCurrent(session => openSession(session)) },
    { keys: ['g g'], says: 'to the first', run: () => focus.moveTo(0) },
    { keys: ['G'], says: 'to the last', run: () => focus.moveTo(total - 1) },
    { keys: ['/', 'f'], says: 'filter', run: () => document.getElementById(FILTER_BOX)?.focus() },
    { keys: ['p'], says: 'pin, or unpin', run: withCurrent(marks.pin) },
    { keys: ['#'], says: 'tags', run: withCurrent(setTagged) },
    { keys: ['e'], says: 'export', run: withCurrent(setExported) },
  ])
  const indexes = Array.from({ length: Math.max(0, rows.end - rows.first) }, (_, at) => rows.first + at)
  return (
    <div class="page sessions">
      <div class="page-head">
        <h1>Sessions</h1>
        <p class="count" role="status">
          {pages.total === undefined ? '' : formatNumberOf(total, 'session')}
        </p>
      </div>
      <SessionFilters {...filters} />
      {pages.error ? <ErrorBox error={pages.error} retry={pages.retry} /> : null}
      {pages.total === undefined && !pages.error ? <Loading text="Reading the list" /> : null}
      {pages.total === 0 && !pages.isStale ? <NoSessions emptyCount={pages.emptyCount} /> : null}
      {total === 0 ? null : (
        <div
          class="session-table"
          role="table"
          aria-label="Sessions"
          aria-rowcount={total + 1}
          aria-busy={pages.isStale}
        >
          <SessionTableHead sort={filters.sort} />
          <div role="rowgroup" class="session-rows" ref={list}>
            <div style={{ height: `${rows.above}px` }} aria-hidden="true" />
            {indexes.map(index => {
              const session = pages.at(index)
              if (!session) return <WaitingLine key={`waiting ${index}`} index={index} />
              return (
                <SessionLine
                  key={session.name}
                  session={session}
                  marks={marks.of(session)}
                  index={index}
                  onPin={() => marks.pin(session)}
                  onTag={() => setTagged(session)}
                />
              )
            })}
            <div style={{ height: `${rows.below}px` }} aria-hidden="true" />
          </div>
        </div>
      )}
      {tagged ? (
        <TagDialog
          title={titleOf(tagged)}
          tags={marks.of(tagged).tags}
          onChange={change => marks.tag(tagged, change)}
          onClose={() => setTagged(undefined)}
        />
      ) : null}
      {exported ? (
        <LazyExportDialog id={exported.name} title={titleOf(exported)} onClose={() => setExported(undefined)} />
      ) : null}
    </div>
  )
}

function openSession(session: ListedSession): void {
  navigate(`/session/${encodeURIComponent(session.name)}`)
}

/** The address in two forms: for the fields, and for the server. */
function useFilters() {
  const { query } = useRoute()
  const { period, bounds } = usePeriod('all')
  const text = query.get('text') ?? ''
  const project = query.get('project') ?? undefined
  const only = readGroup(query.get('only'))
  const sort = readSort(query.get('sort'))
  const since = bounds?.since
  const until = bounds?.until
  const isKnown = bounds !== undefined
  const asked = useMemo<Query | undefined>(
    () =>
      isKnown ? { text: text.trim() === '' ? undefined : text.trim(), project, only, sort, since, until } : undefined,
    [isKnown, text, project, only, sort, since, until],
  )
  return { filters: { text, project, only, sort, period }, asked }
}

function NoSessions({ emptyCount }: { readonly emptyCount: number }) {
  return (
    <Empty title="No session fits.">
      <p>
        Take a filter away, or <a href="/search">search in what was said</a>.
      </p>
      {emptyCount > 0 ? (
        <p>{formatNumberOf(emptyCount, 'file')} that would fit hold only bookkeeping and are not listed.</p>
      ) : null}
    </Empty>
  )
}
