import type { DoctorReport } from '../../../../query/doctor.ts'
import { formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { shortenPath } from '../../../../text/shorten-path.ts'
import { formatDay } from '../../../../time/day.ts'
import { useAbout } from '../about.ts'
import { now } from '../clock.ts'

type RootRow = DoctorReport['roots'][number]

/** Where transcripts are, and for how long the client leaves them there. */
export function RootTable({ roots }: Pick<DoctorReport, 'roots'>) {
  const home = useAbout()?.home ?? ''
  if (roots.length === 0) return null
  return (
    <section aria-labelledby="roots">
      <h2 id="roots">Where transcripts are</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <div class="table-scroll" tabIndex={0}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Folder</th>
              <th scope="col" class="is-number">
                Sessions
              </th>
              <th scope="col">Kept there for</th>
              <th scope="col">Next deletion</th>
              <th scope="col" class="is-number">
                Within a week
              </th>
            </tr>
          </thead>
          <tbody>
            {roots.map(root => (
              <tr key={root.path}>
                <th scope="row">
                  <code>{shortenPath({ home }, root.path)}</code>
                </th>
                <td class="is-number">{formatInteger(root.sessions)}</td>
                <td>{retentionOf(root, home)}</td>
                <td>{deletionOf(root)}</td>
                <td class="is-number">{formatInteger(root.deletesWithinWeek)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function retentionOf(root: RootRow, home: string): string {
  if (root.isWritingOff) return 'not written at all'
  if (root.keepsDays === undefined) return 'ever'
  const by = root.keepsDaysSetBy === undefined ? 'the default' : shortenPath({ home }, root.keepsDaysSetBy)
  return `${formatNumberOf(root.keepsDays, 'day')} (${by})`
}

function deletionOf({ nextDeletionAt }: RootRow): string {
  const at = Date.parse(nextDeletionAt ?? '')
  if (Number.isNaN(at)) return 'none'
  return at <= now() ? 'at its next start' : formatDay(at)
}
