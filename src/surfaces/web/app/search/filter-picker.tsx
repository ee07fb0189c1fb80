import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { FilterValues } from '../../../../query/search/list-filter-values.ts'
import { filterFrom } from '../../../../query/search/parse-query.ts'
import type { FilterName } from '../../../../query/search/query.ts'
import { formatInteger } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { useApi } from '../api.ts'
import { now } from '../clock.ts'
import { ErrorBox } from '../components/error-box.tsx'
import { DATE_WORDS, FILTERS, type FilterRow } from './filters.ts'

interface PickerProps {
  onPick(name: FilterName, value: string): void
  onClose(): void
}

/** First the filter, then its value. */
export function FilterPicker({ onPick, onClose }: PickerProps) {
  const [row, setRow] = useState<FilterRow>()
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('input, button.picker-name')?.focus(), [row])
  return (
    <section
      ref={box}
      class="picker"
      aria-label={row ? `Values of ${row.name}` : 'Filters'}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        if (row) setRow(undefined)
        else onClose()
      }}
    >
      {row ? (
        <ValuePicker row={row} onPick={value => onPick(row.name, value)} onBack={() => setRow(undefined)} />
      ) : (
        <ul class="picker-names">
          {FILTERS.map(filter => (
            <li key={filter.name}>
              <button type="button" class="picker-name" onClick={() => setRow(filter)}>
                <span class="picker-word">{filter.name}:</span> <span class="picker-says">{filter.says}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface ValueProps {
  readonly row: FilterRow
  onPick(value: string): void
  onBack(): void
}

function ValuePicker({ row, onPick, onBack }: ValueProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const submit = (event: Event): void => {
    event.preventDefault()
    const value = text.trim()
    if (value === '') return
    // What nobody understands would be taken as a word to look for.
    if (filterFrom(row.name, value, now())) onPick(value)
    else setProblem(row.kind === 'date' ? 'No date: write 2w, yesterday or 2026-11-01.' : 'Choose one of the list.')
  }
  return (
    <form class="picker-values" onSubmit={submit}>
      <div class="picker-line">
        <label for={id}>
          <span class="picker-word">{row.name}:</span> <span class="picker-says">{row.says}</span>
        </label>
        <button type="button" class="text-button" onClick={onBack}>
          Other filters
        </button>
      </div>
      <div class="picker-line">
        <input
          id={id}
          class="picker-input"
          value={text}
          placeholder={`such as ${row.example}`}
          autocomplete="off"
          spellcheck={false}
          maxLength={200}
          aria-describedby={problem === '' ? undefined : `${id}-problem`}
          aria-invalid={problem !== ''}
          onInput={event => {
            setText(event.currentTarget.value)
            setProblem('')
          }}
        />
        <button type="submit" class="button">
          Add
        </button>
      </div>
      {problem === '' ? null : (
        <p id={`${id}-problem`} class="picker-problem" role="alert">
          {problem}
        </p>
      )}
      {row.kind === 'date' ? <DateChoices onPick={onPick} /> : null}
      {row.kind === 'choices' ? <Choices name={row.name} text={text} onPick={onPick} /> : null}
    </form>
  )
}

function DateChoices({ onPick }: Pick<ValueProps, 'onPick'>) {
  const id = useId()
  return (
    <div class="picker-dates">
      {DATE_WORDS.map(word => (
        <button key={word} type="button" class="chip chip-plain" onClick={() => onPick(word)}>
          {word}
        </button>
      ))}
      <label for={id}>or a day</label>
      <input
        id={id}
        type="date"
        onChange={event => event.currentTarget.value !== '' && onPick(event.currentTarget.value)}
      />
    </div>
  )
}

interface ChoicesProps extends Pick<ValueProps, 'onPick'> {
  readonly name: FilterName
  readonly text: string
}

function Choices({ name, text, onPick }: ChoicesProps) {
  const wanted = text.trim()
  const { data, error, reload } = useApi<FilterValues>('/search/choices', {
    filter: name,
    text: wanted === '' ? undefined : wanted,
    limit: 30,
  })
  if (error) return <ErrorBox error={error} retry={reload} />
  if (!data) return <p class="picker-says">Looking…</p>
  if (data.values.length === 0)
    return <p class="picker-says">None {wanted === '' ? 'yet.' : 'with this in its name.'}</p>
  return (
    <ul class="picker-choices" aria-label={`Values of ${name}`}>
      {data.values.map(({ value, sessions }) => (
        <li key={value}>
          <button type="button" class="picker-choice" onClick={() => onPick(value)}>
            <span class="picker-value">{sanitizeLine(value)}</span>
            {typeof sessions === 'number' ? (
              <span class="number">
                {formatInteger(sessions)} <span class="sr">{sessions === 1 ? 'session' : 'sessions'}</span>
              </span>
            ) : null}
          </button>
        </li>
      ))}
    </ul>
  )
}
