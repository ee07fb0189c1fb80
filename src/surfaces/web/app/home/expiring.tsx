import type { HomeReport } from '../../../../query/home/home-report.ts'
import { describeExpiring } from '../../../../render/keep-words.ts'
import { formatInteger } from '../../../../text/count.ts'
import { formatDay } from '../../../../time/day.ts'
import { useAbout } from '../about.ts'
import { now } from '../clock.ts'
import { titleOf } from '../sessions/session-words.ts'
import { shortDay } from './name-day.ts'

const MAX_SHOWN = 5

/** What the client will delete soon, and whether that matters. */
export function Expiring({ report }: { readonly report: HomeReport }) {
  const { expiring, expiringCount, expiringNotKept, roots } = report
  const isDemo = useAbout()?.isDemo ?? false
  const words = describeExpiring({ count: expiringCount, kept: isDemo ? 0 : expiringCount - expiringNotKept })
  const off = roots.filter(root => root.isWritingOff)
  const others = expiringCount - Math.min(expiring.length, MAX_SHOWN)
  if (words === undefined && off.length === 0) return null
  return (
    <section aria-labelledby="expiring">
      <h2 id="expiring">Deleted soon</h2>
      {off.map(root => (
        <p key={root.path}>
          Claude Code keeps no transcripts: cleanupPeriodDays is 0 in {root.keepsDaysSetBy ?? root.path}.
        </p>
      ))}
      {words === undefined ? null : <p>{words}.</p>}
      {words !== undefined && expiringNotKept > 0 && !isDemo ? (
        <p>What is not kept yet is being kept now; nothing has to be done.</p>
      ) : null}
      <ul class="home-list">
        {expiring.slice(0, MAX_SHOWN).map(session => (
          <li key={session.path}>
            <a class="home-name" href={`/session/${encodeURIComponent(session.id)}`}>
              {titleOf(session)}
            </a>
            <span class="quiet number">{whenDeleted(session.deletesAt)}</span>
          </li>
        ))}
      </ul>
      {others > 0 ? <p class="quiet">and {formatInteger(others)} more</p> : null}
    </section>
  )
}

function whenDeleted(deletesAt: string | undefined): string {
  const at = Date.parse(deletesAt ?? '')
  if (Number.isNaN(at)) return ''
  return at <= now() ? 'at its next start' : shortDay(formatDay(at))
}
