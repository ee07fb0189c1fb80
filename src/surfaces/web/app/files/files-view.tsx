import { useRef } from 'preact/hooks'
import { useKeys } from '../keys.ts'
import { hrefTo, navigate, useRoute } from '../router.ts'
import { FileHistoryView } from './file-history-view.tsx'
import { FileStepsView } from './file-steps-view.tsx'
import { RecentFiles } from './recent-files.tsx'

/** The files changed last, or what was done to one of them. */
export function View() {
  const { query } = useRoute()
  const path = query.get('path') ?? ''
  const page = useRef<HTMLDivElement>(null)
  useKeys('Files', [
    {
      keys: ['/'],
      says: 'to the field',
      run: () => page.current?.querySelector<HTMLElement>('input[type=search]')?.focus(),
    },
    { keys: ['j'], says: 'next row', run: () => moveFocus(page.current, 1) },
    { keys: ['k'], says: 'row before', run: () => moveFocus(page.current, -1) },
    ...(path === ''
      ? []
      : [
          { keys: ['o'], says: 'open the session there', run: () => openSession(page.current) },
          { keys: ['Esc'], says: 'all files', run: () => navigate(hrefTo('/files')) },
        ]),
  ])
  return (
    <div ref={page} class="page files-view">
      {path === '' ? <RecentFiles /> : <OneFile key={path} path={path} isByStep={query.get('view') === 'steps'} />}
    </div>
  )
}

function OneFile({ path, isByStep }: { readonly path: string; readonly isByStep: boolean }) {
  return isByStep ? <FileStepsView path={path} /> : <FileHistoryView path={path} />
}

const ROWS = '.touch-head, .file-link'

/** From nowhere it goes to the first one. */
function moveFocus(page: HTMLElement | null, by: number): void {
  const rows = [...(page?.querySelectorAll<HTMLElement>(ROWS) ?? [])]
  const at = rows.findIndex(row => row.parentElement?.contains(document.activeElement))
  const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}

function openSession(page: HTMLElement | null): void {
  const touch = document.activeElement?.closest('.touch') ?? page?.querySelector('.touch')
  touch?.querySelector<HTMLElement>('.touch-link')?.click()
}
