import type { HomeReport } from '../../../../query/home/home-report.ts'
import { formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { formatTime } from '../../../../time/day.ts'
import { Empty } from '../components/empty.tsx'
import { LiveMark } from '../components/live-mark.tsx'
import { Money } from '../components/money.tsx'
import { hrefTo } from '../router.ts'
import { costOf, filesText, lastAtOf, sessionHref, titleOf, turnsText } from '../sessions/session-words.ts'
import { nameDay } from './name-day.ts'

type Day = HomeReport['days'][number]
type Session = Day['sessions'][number]

/** What happened lately, newest day first. */
export function DayList({ days, today }: Pick<HomeReport, 'days' | 'today'>) {
  if (days.length === 0) return <Empty title="Nothing happened lately." />
  return (
    <section aria-labelledby="lately">
      <h2 id="lately" class="sr">
        Lately
      </h2>
      {days.map(day => (
        <DaySection key={day.day} day={day} today={today} />
      ))}
      <p class="home-all">
        <a href="/sessions">All sessions</a>
      </p>
    </section>
  )
}

function DaySection({ day, today }: { readonly day: Day; readonly today: string }) {
  const count = day.sessions.length + day.more
  return (
    <section class="day" aria-label={nameDay(day.day, today)}>
      <h3 class="day-head">
        {nameDay(day.day, today)} <span class="count">{formatNumberOf(count, 'session')}</span>
      </h3>
      <ul class="day-list">
        {day.sessions.map(session => (
          <SessionLine key={session.name} session={session} />
        ))}
      </ul>
      {day.more > 0 ? (
        <p class="day-more">
          <a href={hrefTo('/sessions', { since: day.day, until: day.day })}>
            {formatInteger(day.more)} more on this day
          </a>
        </p>
      ) : null}
    </section>
  )
}

function SessionLine({ session }: { readonly session: Session }) {
  const at = lastAtOf(session)
  const files = filesText(session)
  const state = session.status?.state
  const isRunning = state === 'working' || state === 'waiting'
  return (
    <li class="day-line">
      <time class="day-time number" dateTime={at}>
        {at === undefined ? '' : formatTime(Date.parse(at))}
      </time>
      <div class="day-text">
        <a href={sessionHref(session)}>{titleOf(session)}</a>
        <p class="day-facts">
          {session.status && isRunning ? <LiveMark status={session.status} /> : null}
          <span>{sanitizeLine(session.projectName)}</span>
          {session.branch === undefined ? null : <span class="branch">{sanitizeLine(session.branch)}</span>}
          {files === '' ? null : <span class="day-files">{files}</span>}
          {session.leftOpen && !isRunning ? (
            <a class="day-open" href={`${sessionHref(session)}/story`} title={sanitizeLine(session.leftOpen.first)}>
              {formatInteger(session.leftOpen.count)} left open
            </a>
          ) : null}
        </p>
      </div>
      <p class="day-numbers number">
        <span>{turnsText(session)}</span>
        <span class="day-cost">
          <Money usd={costOf(session)} isLowerBound={session.isLowerBound} />
        </span>
      </p>
    </li>
  )
}
