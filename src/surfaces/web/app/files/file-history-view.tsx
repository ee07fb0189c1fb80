import type { FileHistory, FilePath } from '../../../../query/lookups/file-history.ts'
import { formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { useAbout } from '../about.ts'
import { useApi } from '../api.ts'
import { Empty } from '../components/empty.tsx'
import { ErrorBox } from '../components/error-box.tsx'
import { Loading } from '../components/loading.tsx'
import { usePeriod } from '../components/period.tsx'
import { hrefTo, setQuery, useRoute } from '../router.ts'
import { FileField } from './file-field.tsx'
import { FileFilters, readAction } from './file-filters.tsx'
import { FileHead } from './file-head.tsx'
import { FileViews } from './file-views.tsx'
import { splitPath } from './path-parts.ts'
import { TouchList } from './touch-list.tsx'

const FIRST_TOUCHES = 100
const MAX_TOUCHES = 500

/** Who read and changed a file, in all sessions. */
export function FileHistoryView({ path }: { readonly path: string }) {
  const { query } = useRoute()
  const home = useAbout()?.home ?? ''
  const { period, bounds } = usePeriod('all')
  const limit = query.get('n') === 'all' ? MAX_TOUCHES : FIRST_TOUCHES
  const { data, error, reload, isLoading } = useApi<FileHistory>(
    bounds ? '/files' : undefined,
    { path, ...bounds, action: readAction(query.get('action')), project: query.get('project') ?? undefined, limit },
    { refetchOn: 'index' },
  )
  return (
    <>
      <FileHead path={path} home={home} />
      <FileField value={path} label="Another file" onEnter={next => setQuery(otherFile(next))} />
      <FileFilters period={period} all="everything" />
      {error ? <ErrorBox error={error} retry={reload} /> : null}
      {data ? (
        <History history={data} home={home} isLoading={isLoading} />
      ) : error ? null : (
        <Loading text="Looking for the file" />
      )}
    </>
  )
}

function otherFile(path: string): Record<string, string | undefined> {
  return { path, open: undefined, n: undefined }
}

interface HistoryProps {
  readonly history: FileHistory
  readonly home: string
  readonly isLoading: boolean
}

function History({ history, home, isLoading }: HistoryProps) {
  const open = useRoute().query.get('open') ?? undefined
  const { paths, total, coverage } = history
  if (paths.length === 0) return <NoHistory history={history} />
  const shown = paths.reduce((sum, { touches }) => sum + touches.length, 0)
  return (
    <section aria-label="History" aria-busy={isLoading}>
      <p class="search-said" role="status">
        {describeFound(paths.length, total)}; looked into {formatNumberOf(coverage.sessions, 'session')}
      </p>
      {paths.length > 1 ? <FileIndex paths={paths} home={home} /> : null}
      {paths.map((file, at) => (
        <section
          key={`${file.path} ${file.as}`}
          class="file-section"
          id={`file-${at}`}
          aria-labelledby={`file-name-${at}`}
        >
          <FileHeading file={file} home={home} id={`file-name-${at}`} isAlone={paths.length === 1} />
          <FileViews path={file.as ?? file.path} current="turns" />
          <TouchList file={file} open={open} />
        </section>
      ))}
      {shown < total && shown < MAX_TOUCHES ? (
        <button type="button" class="button more-button" onClick={() => setQuery({ n: 'all' }, { replace: true })}>
          Show more of {formatInteger(total)}
        </button>
      ) : null}
      {shown < total && shown >= MAX_TOUCHES ? (
        <p class="quiet">The newest {formatInteger(shown)} are shown: choose a period to see older ones.</p>
      ) : null}
    </section>
  )
}

function describeFound(files: number, total: number): string {
  const did = formatNumberOf(total, 'time')
  return files === 1
    ? `Read or changed ${did}`
    : `${formatNumberOf(files, 'file')} of this name, read or changed ${did}`
}

/** Several files of one name are told apart by where they are. */
function FileIndex({ paths, home }: { readonly paths: readonly FilePath[]; readonly home: string }) {
  return (
    <nav class="file-index" aria-label="Files of this name">
      <ul>
        {paths.map((file, at) => {
          const { name, folder } = splitPath(file.as ?? file.path, home)
          return (
            <li key={`${file.path} ${file.as}`}>
              <a href={`#file-${at}`}>
                {folder === '' ? name : `${folder}/`}
                {folder === '' ? null : <strong>{name}</strong>}
              </a>{' '}
              <span class="quiet">
                {sanitizeLine(file.project)} · {formatNumberOf(file.sessions, 'session')}
              </span>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

interface HeadingProps {
  readonly file: FilePath
  readonly home: string
  readonly id: string
  readonly isAlone: boolean
}

function FileHeading({ file, home, id, isAlone }: HeadingProps) {
  const { name, folder } = splitPath(file.path, home)
  const then = file.as === undefined ? undefined : splitPath(file.as, home)
  return (
    <h2 class="file-heading" id={id}>
      <a href={hrefTo('/files', { path: file.as ?? file.path })}>
        {folder === '' ? '' : `${folder}/`}
        {name}
      </a>
      {then ? (
        <span class="file-as">then called {`${then.folder === '' ? '' : `${then.folder}/`}${then.name}`}</span>
      ) : null}
      <span class="quiet">
        {sanitizeLine(file.project)}
        {isAlone ? '' : ` · ${formatNumberOf(file.sessions, 'session')}`}
      </span>
    </h2>
  )
}

function NoHistory({ history }: { readonly history: FileHistory }) {
  const { query } = useRoute()
  const isNarrowed = ['action', 'project', 'since', 'until', 'last'].some(name => query.get(name) !== null)
  const words = sanitizeLine(history.path ?? '')
  return (
    <Empty title={`Nothing that ends in “${words}” was touched.`}>
      <p>
        {isNarrowed ? 'Try it without the filters. ' : 'Try the name of the file alone, without its folders. '}
        <a href={hrefTo('/search', { q: words })}>Search for these words instead</a>
      </p>
    </Empty>
  )
}
