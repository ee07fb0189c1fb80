import { useState } from 'preact/hooks'
import type { RedactionReview } from '../../../../share/redaction-review.ts'
import { formatNumberOf } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { hrefTo } from '../router.ts'

type Hit = RedactionReview['hits'][number]

const MAX_PLACES = 5

interface FoundValueProps {
  readonly session: string
  readonly hit: Hit
  readonly isKept: boolean
  onKeep(isKept: boolean): void
  /** Somebody follows a link to a place of it. */
  onLeave(): void
}

/** One value: hidden until asked for, with what it becomes, where it is, and a switch to leave it in. */
export function FoundValue({ session, hit, isKept, onKeep, onLeave }: FoundValueProps) {
  const [isShown, setShown] = useState(false)
  const turns = [...new Set(hit.places.flatMap(({ turn }) => (turn === undefined ? [] : [turn])))].slice(0, MAX_PLACES)
  const masked = sanitizeLine(hit.masked)
  return (
    <li class={`found ${isKept ? 'is-kept' : ''}`}>
      <p class="found-value">
        {isShown ? <ShownValue hit={hit} /> : <code>{masked}</code>}
        <button type="button" class="text-button" onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
          <span class="sr"> {masked}</span>
        </button>
      </p>
      <p class="found-facts">
        {sanitizeLine(hit.kind)} {isKept ? 'stays as it is' : <>becomes {sanitizeLine(hit.placeholder)}</>};{' '}
        {formatNumberOf(hit.count, 'time')}
        {turns.length > 0 ? ', first in turn ' : ''}
        {turns.map((turn, at) => (
          <span key={turn}>
            {at > 0 ? ', ' : ''}
            <a href={hrefTo(`/session/${encodeURIComponent(session)}`, { turn: String(turn) })} onClick={onLeave}>
              {turn}
            </a>
          </span>
        ))}
      </p>
      <label class="choice">
        <input type="checkbox" checked={isKept} onChange={event => onKeep(event.currentTarget.checked)} />
        Leave in
        <span class="sr"> {masked}</span>
      </label>
    </li>
  )
}

/** The value as it stands in the transcript, with the words around it. */
function ShownValue({ hit }: { readonly hit: Hit }) {
  return (
    <code class="found-shown">
      {sanitizeLine(hit.before)}
      <mark>{sanitizeLine(hit.value)}</mark>
      {sanitizeLine(hit.after)}
    </code>
  )
}
