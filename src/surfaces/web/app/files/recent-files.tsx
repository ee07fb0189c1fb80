import { useRef, useState } from 'preact/hooks'
import type { FileHistory, FilePath } from '../../../../query/lookups/file-history.ts'
import { formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { useAbout } from '../about.ts'
import { useApi } from '../api.ts'
import { Age } from '../components/age.tsx'
import { Empty } from '../components/empty.tsx'
import { ErrorBox } from '../components/error-box.tsx'
import { Loading } from '../components/loading.tsx'
import { usePeriod } from '../components/period.tsx'
import { useRowWindow } from '../components/row-window.ts'
import { TableScroll } from '../components/table-scroll.tsx'
import { hrefTo, setQuery, useRoute } from '../router.ts'
import { FileField } from './file-field.tsx'
import { FileFilters, readAction } from './file-filters.tsx'
import { folderInProject, splitPath } from './path-parts.ts'
import { actionWords } from './touch-words.ts'

const MAX_FILES = 500

/** The files changed last: one row each, with what was done to it last. */
export function RecentFiles() {
  const { query } = useRoute()
  const home = useAbout()?.home ?? ''
  const { period, bounds } = usePeriod('all')
  const [text, setText] = useState('')
  const { data, error, reload } = useApi<FileHistory>(
    bounds ? '/files' : undefined,
    {
      ...bounds,
      action: readAction(query.get('action')),
      project: query.get('project') ?? undefined,
      limit: MAX_FILES,
    },
    { refetchOn: 'index' },
  )
  return (
    <>
      <h1>Files</h1>
      <FileField
        value=""
        label="Find a file"
        onType={setText}
        onEnter={path => setQuery({ path, open: undefined, n: undefined })}
      />
      <FileFilters period={period} all="changed" />
      {error ? <ErrorBox error={error} retry={reload} /> : null}
      {data ? (
        <FileTable history={data} text={text.trim()} home={home} />
      ) : error ? null : (
        <Loading text="Reading the files" />
      )}
    </>
  )
}

interface FileTableProps {
  readonly history: FileHistory
  readonly text: string
  readonly home: string
}

function FileTable({ history, text, home }: FileTableProps) {
  const files = history.paths.filter(({ path }) => holds(path, text))
  const body = useRef<HTMLTableSectionElement>(null)
  const { first, end, above, below } = useRowWindow({ count: files.length, rowPx: 34, host: body })
  if (history.paths.length === 0) return <NoFiles />
  return (
    <section aria-label="Files changed last">
      <p class="search-said" role="status">
        {describeShown(files.length, history)}
      </p>
      {files.length === 0 ? <LookFurther text={text} /> : null}
      <TableScroll label="Files">
        <table class="table files-table" aria-rowcount={files.length + 1} hidden={files.length === 0}>
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col" class="is-number">
                Last
              </th>
              <th scope="col">Did</th>
              <th scope="col" class="is-number">
                Sessions
              </th>
              <th scope="col">Prompt</th>
            </tr>
          </thead>
          <tbody ref={body}>
            {above > 0 ? <tr class="spacer" style={{ height: `${above}px` }} /> : null}
            {files.slice(first, end).map((file, at) => (
              <FileRow key={file.path} file={file} home={home} index={first + at + 2} />
            ))}
            {below > 0 ? <tr class="spacer" style={{ height: `${below}px` }} /> : null}
          </tbody>
        </table>
      </TableScroll>
    </section>
  )
}

/** Any part of the path, whatever its slashes and capitals. */
function holds(path: string, text: string): boolean {
  return path.replaceAll('\\', '/').toLowerCase().includes(text.replaceAll('\\', '/').toLowerCase())
}

function describeShown(shown: number, { paths, total }: FileHistory): string {
  const all = total > paths.length ? `the last ${formatInteger(paths.length)} of ${formatNumberOf(total, 'file')}` : ''
  if (shown === paths.length)
    return all === '' ? formatNumberOf(shown, 'file') : `${all[0]?.toUpperCase()}${all.slice(1)}`
  return `${formatInteger(shown)} of ${all === '' ? formatNumberOf(paths.length, 'file') : all}`
}

interface FileRowProps {
  readonly file: FilePath
  readonly home: string
  readonly index: number
}

function FileRow({ file, home, index }: FileRowProps) {
  const { name } = splitPath(file.path, home)
  const folder = folderInProject(file.path, { name: file.project, path: file.projectPath }, home)
  const [touch] = file.touches
  return (
    <tr data-row aria-rowindex={index}>
      <th scope="row" class="file-cell">
        <a class="file-link" href={hrefTo('/files', { path: file.path })} title={file.path}>
          <span class="file-name">{name}</span> <span class="file-folder">{folder}</span>
        </a>
      </th>
      <td class="is-number">
        <Age at={touch?.at} />
      </td>
      <td class="file-did">{touch ? actionWords(touch) : ''}</td>
      <td class="is-number">{formatInteger(file.sessions)}</td>
      <td class="file-prompt">{sanitizeLine(touch?.prompt ?? '')}</td>
    </tr>
  )
}

function LookFurther({ text }: { readonly text: string }) {
  return (
    <Empty title="None of these files has that in its path.">
      <p>
        <a href={hrefTo('/files', { path: text })}>Look for “{text}” among all files</a>
      </p>
    </Empty>
  )
}

function NoFiles() {
  const { query } = useRoute()
  const isNarrowed = ['action', 'project', 'since', 'until', 'last'].some(name => query.get(name) !== null)
  return isNarrowed ? (
    <Empty title="No file fits these filters.">
      <p>
        <a href="/files">Show all files</a>
      </p>
    </Empty>
  ) : (
    <Empty title="No file was changed yet.">
      <p>Files that Claude Code reads and changes are listed here.</p>
    </Empty>
  )
}
