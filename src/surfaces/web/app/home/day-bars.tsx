import type { HomeReport } from '../../../../query/home/home-report.ts'
import { formatCount } from '../../../../text/count.ts'
import { formatUsd } from '../../../../text/money.ts'
import { shortDay } from './name-day.ts'

type Day = NonNullable<HomeReport['usage']>['days'][number]

const HEIGHT = 56
const STEP = 10
const GAP = 2

/** One bar per day, in money where it is known and in tokens elsewhere. */
export function DayBars({ days }: { readonly days: readonly Day[] }) {
  const isMoney = days.some(day => (day.costUsd ?? 0) > 0)
  const amountOf = (day: Day): number => (isMoney ? (day.costUsd ?? 0) : day.tokens)
  const highest = days.reduce((best, day) => (best && amountOf(best) >= amountOf(day) ? best : day), days[0])
  const [first] = days
  const last = days.at(-1)
  if (!first || !last || !highest || amountOf(highest) === 0) return null
  const most = amountOf(highest)
  const words = (day: Day): string =>
    `${shortDay(day.day)}: ${isMoney ? moneyOf(day) : `${formatCount(day.tokens)} tokens`}`
  return (
    <figure class="day-bars">
      <svg
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${isMoney ? 'Cost' : 'Tokens'} per day, ${shortDay(first.day)} to ${shortDay(last.day)}. Most on ${words(highest)}`}
      >
        {days.map((day, at) => {
          const share = amountOf(day) / most
          // A day with a little of it is not a day without.
          const height = share === 0 ? 1 : Math.max(3, share * HEIGHT)
          return (
            <rect
              key={day.day}
              class={share === 0 ? 'is-none' : undefined}
              x={at * STEP + GAP / 2}
              y={HEIGHT - height}
              width={STEP - GAP}
              height={height}
            >
              <title>{words(day)}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption>
        <span>{shortDay(first.day)}</span>
        <span>{shortDay(last.day)}</span>
      </figcaption>
    </figure>
  )
}

function moneyOf(day: Day): string {
  return day.costUsd === null ? `unpriced, ${formatCount(day.tokens)} tokens` : formatUsd(day.costUsd)
}
