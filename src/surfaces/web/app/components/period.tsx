import { useId, useState } from 'preact/hooks'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { createZone } from '../../../../time/zone.ts'
import { useAbout } from '../about.ts'
import { now } from '../clock.ts'
import { setQuery, useRoute } from '../router.ts'
import { Chip } from './chip.tsx'

/** Of the address: `?last=7` (days, today included), `?last=all`, or `?since=&until=` as the command line takes them. */
export interface Period {
  readonly last: string | undefined
  readonly since: string | undefined
  readonly until: string | undefined
}

export interface AskedPeriod {
  readonly period: Period
  /** For the server; undefined until it is known which zone its days are of. */
  readonly bounds: { readonly since: string | undefined; readonly until: string | undefined } | undefined
}

/** What the address says; `usual` where it says nothing. */
export function usePeriod(usual: string): AskedPeriod {
  const { query } = useRoute()
  const about = useAbout()
  const since = query.get('since') ?? undefined
  const until = query.get('until') ?? undefined
  const isOwn = since !== undefined || until !== undefined
  const last = isOwn ? undefined : (query.get('last') ?? usual)
  const period = { last, since, until }
  if (last === undefined || last === 'all') return { period, bounds: { since, until } }
  return { period, bounds: about && { since: firstDay(Number(last), about.zone), until } }
}

/** Whole days, as `--last` counts them. */
function firstDay(days: number, zoneName: string): string | undefined {
  const zone = createZone(zoneName)
  if (!zone || !Number.isInteger(days) || days < 1) return undefined
  return zone.dayOf(zone.calendar.addDays(now(), 1 - days))
}

const PERIODS: readonly { readonly change: Partial<Period>; readonly label: string }[] = [
  { change: { last: '1' }, label: 'Today' },
  { change: { last: '7' }, label: '7 days' },
  { change: { last: '30' }, label: '30 days' },
  { change: { since: 'this month' }, label: 'This month' },
  { change: { last: 'all' }, label: 'All' },
]
const NOTHING: Period = { last: undefined, since: undefined, until: undefined }

function isSame(period: Period, change: Partial<Period>): boolean {
  const other = { ...NOTHING, ...change }
  return period.last === other.last && period.since === other.since && period.until === other.until
}

/** A period that is often meant, or two days of one's own. `also` is what no longer fits then. */
export function PeriodField({ period, also }: { readonly period: Period; readonly also: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  const isOwn = isOpen || !PERIODS.some(({ change }) => isSame(period, change))
  const change = (next: Partial<Period>): void =>
    setQuery({ ...Object.fromEntries(also.map(name => [name, undefined])), ...NOTHING, ...next })
  return (
    <fieldset class="period">
      <legend>Period</legend>
      <div class="period-choices">
        {PERIODS.map(choice => (
          <Chip
            key={choice.label}
            isOn={!isOwn && isSame(period, choice.change)}
            onClick={() => {
              setOpen(false)
              change(choice.change)
            }}
          >
            {choice.label}
          </Chip>
        ))}
        <Chip isOn={isOwn} onClick={() => setOpen(!isOpen)}>
          Dates
        </Chip>
        {isOwn ? <OwnDates since={period.since} until={period.until} onChange={change} /> : null}
      </div>
    </fieldset>
  )
}

interface OwnDatesProps extends Pick<Period, 'since' | 'until'> {
  onChange(next: Partial<Period>): void
}

/** Other words for a time, such as `2w`, stay until a day is picked. */
function OwnDates({ since, until, onChange }: OwnDatesProps) {
  const id = useId()
  const words = [since, until].filter(text => text !== undefined && dayOf(text) === undefined)
  return (
    <span class="period-dates">
      <label for={`${id}-since`}>from</label>
      <input
        id={`${id}-since`}
        type="date"
        value={dayOf(since)}
        onChange={event => onChange({ since: event.currentTarget.value || undefined, until })}
      />
      <label for={`${id}-until`}>to</label>
      <input
        id={`${id}-until`}
        type="date"
        value={dayOf(until)}
        onChange={event => onChange({ since, until: event.currentTarget.value || undefined })}
      />
      {words.length === 0 ? null : (
        <span class="quiet">{words.map(text => sanitizeLine(text ?? '')).join(' to ')}</span>
      )}
    </span>
  )
}

function dayOf(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined
}
