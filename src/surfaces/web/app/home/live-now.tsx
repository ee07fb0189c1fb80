import type { HomeReport } from '../../../../query/home/home-report.ts'
import { formatInteger } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { Age } from '../components/age.tsx'
import { LiveMark } from '../components/live-mark.tsx'
import { sessionHref, titleOf } from '../sessions/session-words.ts'

/** Sessions that somebody, or something, is working in. */
export function LiveNow({ live, liveCount }: Pick<HomeReport, 'live' | 'liveCount'>) {
  if (live.length === 0) return null
  return (
    <section aria-labelledby="live-now">
      <h2 id="live-now">Live now</h2>
      <ul class="live-list">
        {live.map(({ session, status }) => (
          <li key={session.name}>
            <a class="live-title" href={sessionHref(session)}>
              {titleOf(session)}
            </a>
            <p class="live-facts">
              <LiveMark status={status} />
              <span class="quiet">
                {sanitizeLine(session.projectName)}
                {status.since === undefined ? null : (
                  <>
                    {', since '}
                    <Age at={status.since} />
                  </>
                )}
              </span>
            </p>
          </li>
        ))}
      </ul>
      {liveCount > live.length ? (
        <p class="quiet">
          and <a href="/sessions?only=live">{formatInteger(liveCount - live.length)} more</a>
        </p>
      ) : null}
    </section>
  )
}
