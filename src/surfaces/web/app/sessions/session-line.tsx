// biome-ignore-all lint/a11y/useSemanticElements: lines are windowed and laid out as a grid, which takes their meaning from table elements
// biome-ignore-all lint/a11y/useFocusableInteractive: a line is no control; what is in it is
import type { ListedSession } from '../../../../query/home/listed-session.ts'
import { formatInteger } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { formatDuration } from '../../../../time/duration.ts'
import { Age } from '../components/age.tsx'
import { LiveMark } from '../components/live-mark.tsx'
import { Money } from '../components/money.tsx'
import { Tokens } from '../components/tokens.tsx'
import type { Marks } from './session-marks.ts'
import { costOf, lastAtOf, sessionHref, titleOf } from './session-words.ts'

interface SessionLineProps {
  readonly session: ListedSession
  readonly marks: Marks
  readonly index: number
  onPin(): void
  onTag(): void
}

/** One session: columns where there is room, two lines where there is not. */
export function SessionLine({ session, marks, index, onPin, onTag }: SessionLineProps) {
  const title = titleOf(session)
  const state = session.status?.state
  return (
    <div class="session-line" role="row" aria-rowindex={index + 2} data-row data-index={index}>
      <div class="cell-title" role="cell">
        <a class="session-link" href={sessionHref(session)}>
          {title}
        </a>
        {session.status && (state === 'working' || state === 'waiting') ? <LiveMark status={session.status} /> : null}
        {marks.tags.map(tag => (
          <span key={tag} class="tag">
            {sanitizeLine(tag)}
          </span>
        ))}
        {session.keptOnly ? (
          <span class="tag tag-kept" title="Claude Code has deleted its file; this comes from the archive">
            archive
          </span>
        ) : null}
      </div>
      <div class="cell-project" role="cell" title={sanitizeLine(session.project)}>
        {sanitizeLine(session.projectName)}
      </div>
      <div class="cell-branch branch" role="cell">
        {sanitizeLine(session.branch ?? '')}
      </div>
      <div class="cell-turns number" role="cell">
        {formatInteger(session.turns)}
        <span class="unit">{session.turns === 1 ? ' turn' : ' turns'}</span>
        {session.otherTurns > 0 ? (
          <span class="quiet" title="Set off by programs, other agents, timers or background tasks">
            {` +${formatInteger(session.otherTurns)}`}
          </span>
        ) : null}
      </div>
      <div class="cell-tokens number" role="cell">
        {session.ownTokens === 0 ? null : <Tokens count={session.ownTokens} />}
      </div>
      <div class="cell-cost number" role="cell">
        <Money usd={costOf(session)} isLowerBound={session.isLowerBound} />
      </div>
      <div class="cell-active number" role="cell">
        {session.activeMs > 0 ? formatDuration(session.activeMs) : ''}
      </div>
      <div class="cell-last number" role="cell">
        <Age at={lastAtOf(session)} />
      </div>
      <div class="cell-marks" role="cell">
        <button
          type="button"
          class="mark-button tag-button"
          aria-label={`Tags of ${title}`}
          title="Tags (#)"
          onClick={onTag}
        >
          <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
            <path
              d="M2 2h6l6 6-6 6-6-6z"
              fill="none"
              stroke="currentColor"
              stroke-width="1.4"
              stroke-linejoin="round"
            />
            <circle cx="5.2" cy="5.2" r="1.1" fill="currentColor" />
          </svg>
        </button>
        <button
          type="button"
          class="mark-button pin-button"
          aria-label={`Pin ${title}`}
          aria-pressed={marks.isPinned}
          title="Pin (p)"
          onClick={onPin}
        >
          <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
            <path
              class="pin-shape"
              d="M4 2h8v12l-4-3-4 3z"
              stroke="currentColor"
              stroke-width="1.4"
              stroke-linejoin="round"
            />
          </svg>
        </button>
      </div>
    </div>
  )
}

/** Holds the place of a session that is not there yet. */
export function WaitingLine({ index }: { readonly index: number }) {
  return (
    <div class="session-line is-waiting" role="row" aria-rowindex={index + 2} data-row data-index={index}>
      <div class="cell-title quiet" role="cell">
        …
      </div>
    </div>
  )
}
