import type { LiveState, LiveStatus } from '../../../../query/live/live-status.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'

export const LIVE_WORDS: { readonly [State in LiveState]: string } = {
  working: 'working',
  waiting: 'waiting for you',
  idle: 'idle',
  failed: 'ended badly',
}

/** What a session is doing: a sign, the word and what is known of it. */
export function LiveMark({ status }: { readonly status: LiveStatus }) {
  return (
    <span class={`live live-${status.state}`}>
      <span class="live-sign" aria-hidden="true" />
      <span class="live-word">{LIVE_WORDS[status.state]}</span>
      {status.detail === '' ? null : <span class="live-detail">{sanitizeLine(status.detail)}</span>}
    </span>
  )
}
