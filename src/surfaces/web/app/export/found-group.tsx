import type { RedactionReview } from '../../../../share/redaction-review.ts'
import { formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { FoundValue } from './found-value.tsx'

type Hit = RedactionReview['hits'][number]

/** So many of a kind are listed one by one; more are one line that opens. */
const MAX_LISTED = 5

interface FoundGroupProps {
  readonly session: string
  /** All of one kind. */
  readonly hits: readonly Hit[]
  readonly kept: ReadonlySet<string>
  onKeep(values: readonly string[], isKept: boolean): void
  onLeave(): void
}

/** Values of one kind, such as request ids. */
export function FoundGroup(props: FoundGroupProps) {
  const { hits, kept, onKeep } = props
  if (hits.length <= MAX_LISTED) return <FoundList {...props} />
  const kind = sanitizeLine(hits[0]?.kind ?? '')
  const values = hits.map(({ value }) => value)
  const keptCount = values.filter(value => kept.has(value)).length
  const places = hits.reduce((sum, { count }) => sum + count, 0)
  return (
    <div class="found-group">
      <p class="found-facts">
        {formatInteger(hits.length)} × {kind}, {formatNumberOf(places, 'time')}
        {keptCount > 0 ? `; ${formatInteger(keptCount)} stay as they are` : ''}
      </p>
      <label class="choice">
        <input
          type="checkbox"
          checked={keptCount === hits.length}
          onChange={event => onKeep(values, event.currentTarget.checked)}
        />
        Leave all in
        <span class="sr"> of {kind}</span>
      </label>
      <details>
        <summary>
          Show all {formatInteger(hits.length)}
          <span class="sr"> of {kind}</span>
        </summary>
        <FoundList {...props} />
      </details>
    </div>
  )
}

function FoundList({ session, hits, kept, onKeep, onLeave }: FoundGroupProps) {
  return (
    <ul class="found-list">
      {hits.map(hit => (
        <FoundValue
          key={hit.placeholder + hit.value}
          session={session}
          hit={hit}
          isKept={kept.has(hit.value)}
          onKeep={isKept => onKeep([hit.value], isKept)}
          onLeave={onLeave}
        />
      ))}
    </ul>
  )
}
