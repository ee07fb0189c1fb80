import { useEffect, useState } from 'preact/hooks'
import type { HitCategory } from '../../../../redact/redaction.ts'
import type { RedactionReview } from '../../../../share/redaction-review.ts'
import { formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { type ApiError, postJson, toApiError } from '../api.ts'
import { AddField } from '../components/add-field.tsx'
import { Chip } from '../components/chip.tsx'
import { ErrorBox } from '../components/error-box.tsx'
import { Loading } from '../components/loading.tsx'
import type { ExportRequest } from './export-request.ts'
import { FoundGroup } from './found-group.tsx'

/** Most serious first. */
const CATEGORIES: readonly { readonly category: HitCategory; readonly name: string }[] = [
  { category: 'secret', name: 'Keys and passwords' },
  { category: 'word', name: 'Words you named' },
  { category: 'person', name: 'Names, addresses and folders' },
  { category: 'id', name: 'Accounts, machines and other ids' },
]

interface ReviewStepProps {
  readonly id: string
  readonly request: ExportRequest
  onChange(changes: Partial<ExportRequest>): void
  onClose(): void
}

/** Every value that would be taken out. What is seen here stays on this machine. */
export function RedactionReviewStep({ id, request, onChange, onClose }: ReviewStepProps) {
  const { review, error, isLoading, retry } = useReview(id, request.words, request.people)
  const kept = new Set(request.keep)
  const keep = (values: readonly string[], isKept: boolean): void => {
    const others = request.keep.filter(other => !values.includes(other))
    onChange({ keep: isKept ? [...others, ...values] : others })
  }
  return (
    <div class="review">
      <p class="section-note" role="status">
        {review && !isLoading ? describe(review, kept.size) : ''}
      </p>
      {error ? <ErrorBox error={error} retry={retry} /> : null}
      {isLoading && !review ? <Loading text="Looking through the whole session" /> : null}
      {review
        ? CATEGORIES.map(({ category, name }) => {
            const hits = review.hits.filter(hit => hit.category === category)
            if (hits.length === 0) return null
            return (
              <section key={category}>
                <h3>
                  {name} <span class="count">{formatInteger(hits.length)}</span>
                </h3>
                {[...Map.groupBy(hits, ({ kind }) => kind)].map(([kind, ofKind]) => (
                  <FoundGroup key={kind} session={id} hits={ofKind} kept={kept} onKeep={keep} onLeave={onClose} />
                ))}
              </section>
            )
          })
        : null}
      {review && review.more > 0 ? (
        <p class="section-note">
          and {formatInteger(review.more)} more, which are taken out too: <code>backscroll redact {id} --check</code>{' '}
          lists them all
        </p>
      ) : null}
      <WordField words={request.words} onChange={words => onChange({ words })} />
    </div>
  )
}

function describe(review: RedactionReview, kept: number): string {
  if (review.hits.length === 0) return 'Nothing was found that would be taken out. Images are not looked at.'
  const left = kept > 0 ? `; ${formatInteger(kept)} of them you leave in` : ''
  return `${formatNumberOf(review.values, 'thing')} in ${formatNumberOf(review.occurrences, 'place')}${left}. What you see here stays on this machine.`
}

interface ReviewState {
  readonly review: RedactionReview | undefined
  readonly error: ApiError | undefined
  readonly isLoading: boolean
}

/** Looked for again when what is to be taken out changes; the old list stays until then. */
function useReview(id: string, words: readonly string[], people: boolean): ReviewState & { retry(): void } {
  const [state, setState] = useState<ReviewState>({ review: undefined, error: undefined, isLoading: true })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    setState(before => ({ ...before, isLoading: true, error: undefined }))
    postJson<RedactionReview>(
      `/sessions/${encodeURIComponent(id)}/redaction`,
      { words, people },
      controller.signal,
    ).then(
      review => setState({ review, error: undefined, isLoading: false }),
      (thrown: unknown) => {
        if (!controller.signal.aborted) setState(before => ({ ...before, error: toApiError(thrown), isLoading: false }))
      },
    )
    return () => controller.abort()
  }, [id, words, people, round])
  return { ...state, retry: () => setRound(before => before + 1) }
}

function WordField({
  words,
  onChange,
}: {
  readonly words: readonly string[]
  onChange(words: readonly string[]): void
}) {
  const add = (word: string): void => {
    if (!words.includes(word)) onChange([...words, word])
  }
  return (
    <div class="word-field">
      <AddField id="redact-word" label="Take out this word or phrase too" maxLength={200} onAdd={add} />
      {words.length === 0 ? null : (
        <p class="tag-list">
          {words.map(word => (
            <Chip
              key={word}
              onRemove={() => onChange(words.filter(other => other !== word))}
              removeLabel={`No longer take out ${word}`}
            >
              {word}
            </Chip>
          ))}
        </p>
      )}
    </div>
  )
}
