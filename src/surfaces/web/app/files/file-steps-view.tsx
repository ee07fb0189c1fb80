import { useEffect } from 'preact/hooks'
import type { FileSteps } from '../../../../query/file-at/file-steps.ts'
import { formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { useAbout } from '../about.ts'
import { useApi } from '../api.ts'
import { Empty } from '../components/empty.tsx'
import { ErrorBox } from '../components/error-box.tsx'
import { Loading } from '../components/loading.tsx'
import { hrefTo, setQuery, useRoute } from '../router.ts'
import { FileHead } from './file-head.tsx'
import { FileViews } from './file-views.tsx'
import { StepList } from './step-list.tsx'

const PAGE = 60

/** One file over time: each step with the file after it, and what differs between any two. */
export function FileStepsView({ path }: { readonly path: string }) {
  const { query } = useRoute()
  const home = useAbout()?.home ?? ''
  const isAll = query.get('reads') === 'true'
  const { data, error, reload, isLoading } = useApi<FileSteps>(
    '/files/steps',
    { path, changes: !isAll, before: readNumber(query.get('before')), limit: PAGE },
    { refetchOn: 'index' },
  )
  return (
    <>
      <FileHead path={path} home={home} />
      <div class="step-bar">
        <FileViews path={path} current="steps" />
        <label class="choice">
          <input
            type="checkbox"
            checked={isAll}
            onChange={() => setQuery({ reads: isAll ? undefined : 'true', before: undefined })}
          />
          Reads and backups too
        </label>
      </div>
      {error ? <ErrorBox error={error} retry={reload} /> : null}
      {data ? (
        <Steps data={data} isLoading={isLoading} isAll={isAll} />
      ) : error ? null : (
        <Loading text="Looking for its steps" />
      )}
    </>
  )
}

function readNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,7}$/.test(text) ? Number(text) : undefined
}

interface StepsProps {
  readonly data: FileSteps
  readonly isLoading: boolean
  readonly isAll: boolean
}

function Steps({ data, isLoading, isAll }: StepsProps) {
  const { steps, total, earlier, path } = data
  const [first] = steps
  const open = readNumber(useRoute().query.get('step'))
  const isEarlier = open !== undefined && first !== undefined && earlier > 0 && open < first.number
  // An address that was kept: newer steps have come since.
  useEffect(() => {
    if (isEarlier) setQuery({ before: String(open + 1) }, { replace: true })
  }, [isEarlier, open])
  const later = total - earlier - steps.length
  if (!first) return <NoSteps path={path} isAll={isAll} />
  return (
    <section aria-label="Steps" aria-busy={isLoading}>
      <p class="search-said" role="status">
        {describeShown(data, isAll)}
      </p>
      <StepList path={path} steps={steps} />
      {earlier > 0 || later > 0 ? (
        <nav class="step-pages" aria-label="Pages of steps">
          {later > 0 ? (
            <button type="button" class="button" onClick={() => setQuery({ before: undefined, step: undefined })}>
              To the newest
            </button>
          ) : null}
          {earlier > 0 ? (
            <button
              type="button"
              class="button"
              onClick={() => setQuery({ before: String(first.number), step: undefined, show: undefined })}
            >
              {formatInteger(earlier)} earlier
            </button>
          ) : null}
        </nav>
      ) : null}
    </section>
  )
}

function describeShown({ steps, total }: FileSteps, isAll: boolean): string {
  const all = isAll ? formatNumberOf(total, 'step') : formatNumberOf(total, 'change')
  const sessions = formatNumberOf(new Set(steps.map(({ sessionId }) => sessionId)).size, 'session')
  return steps.length < total ? `${formatInteger(steps.length)} of ${all}, in ${sessions}` : `${all}, in ${sessions}`
}

function NoSteps({ path, isAll }: { readonly path: string; readonly isAll: boolean }) {
  return (
    <Empty
      title={isAll ? 'Nothing is recorded of a file with exactly this path.' : 'No change of this file is recorded.'}
    >
      <p>
        {isAll ? null : 'It may have been read, or changed under another path. '}
        <a href={hrefTo('/files', { path })}>Look for it by its name</a>
      </p>
    </Empty>
  )
}
