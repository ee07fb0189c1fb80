import type { DoctorReport } from '../../../../query/doctor.ts'
import type { KeepStatus } from '../../../../query/status.ts'
import { doctorVerdict } from '../../../../render/keep-words.ts'
import { formatBytes, formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { useApi } from '../api.ts'
import { ErrorBox } from '../components/error-box.tsx'
import { Loading } from '../components/loading.tsx'
import { Findings } from './findings.tsx'
import { KeptFacts } from './kept-facts.tsx'
import { NextSteps } from './next-steps.tsx'
import { RootTable } from './root-table.tsx'

/** How completely the transcripts are understood and kept, and what the client will do to them. */
export function View() {
  const doctor = useApi<DoctorReport>('/doctor', {}, { refetchOn: 'index' })
  const status = useApi<KeepStatus>('/status', {}, { refetchOn: 'index' })
  const { data, error } = doctor
  return (
    <div class="page health">
      <h1>Health</h1>
      {error ? <ErrorBox error={error} retry={doctor.reload} /> : null}
      {data ? <Verdict report={data} /> : error ? null : <Loading text="Reading every line of every transcript" />}
      {status.error && status.error.code !== error?.code ? (
        <ErrorBox error={status.error} retry={status.reload} />
      ) : null}
      {data ? <NextSteps report={data} status={status.data} /> : null}
      {status.data ? <KeptFacts status={status.data} /> : null}
      {data ? (
        <>
          <RootTable roots={data.roots} />
          <Findings report={data} />
          <Beside report={data} />
        </>
      ) : null}
    </div>
  )
}

function Verdict({ report }: { readonly report: DoctorReport }) {
  const { files, sessions, bytes, entries, withoutConversation } = report
  const listed = sessions - withoutConversation.length
  return (
    <div class={`verdict ${report.isClean ? 'is-clean' : 'has-findings'}`}>
      <p class="verdict-words">{doctorVerdict(report)}</p>
      <p class="quiet">
        Read {formatInteger(files.parsed)} of {formatNumberOf(files.seen, 'file')} in{' '}
        {formatNumberOf(sessions, 'session')}
        {listed < sessions ? ` (${formatInteger(listed)} listed, the others with bookkeeping only)` : ''}:{' '}
        {formatBytes(bytes)}, {formatNumberOf(entries, 'entry', 'entries')}.
      </p>
    </div>
  )
}

/** Not findings: nothing is wrong with them, but a person may wonder where they are. */
function Beside({ report }: { readonly report: DoctorReport }) {
  const { withoutConversation, orphans, companions, kinds } = report
  return (
    <>
      {companions.length + withoutConversation.length + orphans.length === 0 ? null : (
        <section aria-labelledby="beside">
          <h2 id="beside">Beside the transcripts</h2>
          <p class="section-note">Nothing is wrong with these; they are kept too.</p>
          <ul class="plain-list">
            {companions.map(({ kind, files, bytes }) => (
              <li key={kind}>
                {formatNumberOf(files, 'file')} of kind <code>{kind}</code>, {formatBytes(bytes)}
              </li>
            ))}
            {withoutConversation.length === 0 ? null : (
              <li>
                {formatNumberOf(withoutConversation.length, 'session')} with bookkeeping only, not listed elsewhere
              </li>
            )}
            {orphans.length === 0 ? null : (
              <li>{formatNumberOf(orphans.length, 'session')} of which only companions are left, no main transcript</li>
            )}
          </ul>
        </section>
      )}
      {kinds.length === 0 ? null : (
        <section aria-labelledby="kinds">
          <details>
            <summary>
              <h2 id="kinds">{formatNumberOf(kinds.length, 'kind')} of entries</h2>
            </summary>
            <table class="table kinds">
              <thead>
                <tr>
                  <th scope="col">Kind</th>
                  <th scope="col" class="is-number">
                    Entries
                  </th>
                </tr>
              </thead>
              <tbody>
                {kinds.map(({ kind, count }) => (
                  <tr key={kind}>
                    <th scope="row">
                      <code>{kind}</code>
                    </th>
                    <td class="is-number">{formatInteger(count)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </section>
      )}
    </>
  )
}
