import type { ComponentChildren } from 'preact'
import type { KeepStatus } from '../../../../query/status.ts'
import { INDEX_WORDS } from '../../../../render/keep-words.ts'
import { formatBytes, formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { shortenPath } from '../../../../text/shorten-path.ts'
import { formatDay } from '../../../../time/day.ts'
import { useAbout } from '../about.ts'
import { now } from '../clock.ts'
import { Age } from '../components/age.tsx'

/** How well the sessions of this machine are kept. */
export function KeptFacts({ status }: { readonly status: KeepStatus }) {
  const home = useAbout()?.home ?? ''
  const { sessions, bytes, index, isUnfinished, damagedFiles } = status
  const share = bytes.ratio === undefined ? '' : ` (${Math.round(bytes.ratio * 100)} %)`
  const only = sessions.keptOnly > 0 ? `, ${formatInteger(sessions.keptOnly)} of them nowhere else` : ''
  const leftOut = [
    sessions.excluded > 0 ? `${formatInteger(sessions.excluded)} excluded` : '',
    sessions.forgotten > 0 ? `${formatInteger(sessions.forgotten)} forgotten` : '',
  ].filter(text => text !== '')
  return (
    <section aria-labelledby="kept">
      <h2 id="kept">Archive and index</h2>
      <dl class="facts-list">
        <Fact name="Kept">
          {formatNumberOf(sessions.kept, 'session')}
          {only}
        </Fact>
        <Fact name="Archive">
          <code>{shortenPath({ home }, status.path)}</code>, {formatBytes(bytes.source)} in {formatBytes(bytes.archive)}
          {share}
        </Fact>
        <Fact name="Index">
          {index.bytes > 0 ? `${formatBytes(index.bytes)}, ` : ''}
          {sanitizeLine(INDEX_WORDS[index.state].replaceAll('`', ''))}
        </Fact>
        <Fact name="Last sync">{status.lastSyncAt === undefined ? 'unknown' : <Age at={status.lastSyncAt} />}</Fact>
        <Fact name="At risk">{riskOf(status)}</Fact>
        {sessions.notKept > 0 ? (
          <Fact name="Not yet">{formatNumberOf(sessions.notKept, 'session')} on disk</Fact>
        ) : null}
        {leftOut.length > 0 ? <Fact name="Left out">{leftOut.join(', ')}</Fact> : null}
        {isUnfinished ? (
          <Fact name="Unfinished">a sync is running, or was cut off and the next one finishes it</Fact>
        ) : null}
        {damagedFiles > 0 ? <Fact name="Damaged">{formatNumberOf(damagedFiles, 'kept file')}</Fact> : null}
      </dl>
    </section>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function riskOf({ atRisk: { kept, notKept, nextAt } }: KeepStatus): string {
  if (kept + notKept === 0) return 'nothing that Claude Code deletes within a week'
  const at = Date.parse(nextAt ?? '')
  const when = at <= now() ? 'at its next start' : `from ${formatDay(at)}`
  const going = `Claude Code deletes ${formatNumberOf(kept + notKept, 'session')} within a week, ${when}`
  if (notKept > 0) return `${going}; ${formatInteger(notKept)} not kept yet`
  return `${going}; ${kept === 1 ? 'it is' : 'all are'} kept`
}
