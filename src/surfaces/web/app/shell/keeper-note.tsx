import { formatInteger } from '../../../../text/count.ts'
import { formatDay, formatDayTime, formatTime } from '../../../../time/day.ts'
import type { KeeperState } from '../../keeper.ts'
import { useAbout } from '../about.ts'
import { now } from '../clock.ts'

/** How far keeping is: quiet while all is well. */
export function KeeperNote() {
  const keeper = useAbout()?.keeper
  if (!keeper) return <span class="keeper" />
  const isFirst = keeper.phase === 'syncing' && !keeper.hasIndex && keeper.total > 0
  return (
    <a class={`keeper keeper-${keeper.phase}`} href="/health" title={titleOf(keeper)}>
      {isFirst ? <progress class="keeper-progress" value={keeper.done} max={keeper.total} aria-hidden="true" /> : null}
      <span class="keeper-text">{wordsOf(keeper)}</span>
    </a>
  )
}

function wordsOf(keeper: KeeperState): string {
  if (keeper.phase === 'failed') return 'Keeping has stopped'
  if (keeper.phase === 'starting') return 'looking for sessions'
  if (keeper.phase === 'syncing' && !keeper.hasIndex) {
    return keeper.total === 0
      ? 'reading sessions'
      : `reading ${formatInteger(keeper.done)} of ${formatInteger(keeper.total)}`
  }
  return keeper.syncedAt === undefined ? 'watching for sessions' : `kept up to ${momentOf(Date.parse(keeper.syncedAt))}`
}

/** The time alone on the same day. */
function momentOf(at: number): string {
  return formatDay(at) === formatDay(now()) ? formatTime(at) : formatDayTime(at)
}

function titleOf(keeper: KeeperState): string | undefined {
  if (keeper.phase === 'failed') return keeper.problem
  return keeper.phase === 'watching' ? 'What is new is kept as it is written' : undefined
}
