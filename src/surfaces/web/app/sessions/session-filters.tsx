import { useEffect, useRef, useState } from 'preact/hooks'
import type { SessionGroup, SessionSort } from '../../../../query/home/session-page.ts'
import { type Period, PeriodField } from '../components/period.tsx'
import { ChoiceField, ProjectField } from '../components/scope-fields.tsx'
import { setQuery } from '../router.ts'

export const SORTS: readonly { readonly value: SessionSort; readonly label: string }[] = [
  { value: 'recent', label: 'Last active' },
  { value: 'cost', label: 'Cost' },
  { value: 'tokens', label: 'Tokens' },
  { value: 'turns', label: 'Turns' },
  { value: 'duration', label: 'Active time' },
]

const GROUPS: readonly { readonly value: SessionGroup; readonly label: string }[] = [
  { value: 'live', label: 'Live now' },
  { value: 'pinned', label: 'Pinned' },
  { value: 'kept-only', label: 'Only in the archive' },
]

export const FILTER_BOX = 'session-filter'
const TYPING_MS = 150

interface SessionFiltersProps {
  readonly text: string
  readonly project: string | undefined
  readonly only: SessionGroup | undefined
  readonly sort: SessionSort
  readonly period: Period
}

/** Which sessions, and in which order; all of it stands in the address. */
export function SessionFilters({ text, project, only, sort, period }: SessionFiltersProps) {
  return (
    <search class="session-filters" aria-label="Sessions in this list">
      <TextField text={text} />
      <ProjectField value={project} onChange={value => setQuery({ project: value })} />
      <ChoiceField
        label="Show"
        all="All sessions"
        value={only}
        choices={GROUPS}
        onChange={value => setQuery({ only: value })}
      />
      <div class="field sort-field">
        <label for="session-sort">Sort by</label>
        <select
          id="session-sort"
          value={sort}
          onChange={event =>
            setQuery({ sort: event.currentTarget.value === 'recent' ? undefined : event.currentTarget.value })
          }
        >
          {SORTS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <PeriodField period={period} also={[]} />
    </search>
  )
}

/** The list follows as somebody types; the address does when they pause, and has one entry for it. */
function TextField({ text }: { readonly text: string }) {
  const [typed, setTyped] = useState(text)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => setTyped(text), [text])
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (value: string): void => {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => setQuery({ text: value.trim() === '' ? undefined : value }, { replace: true }),
      TYPING_MS,
    )
  }
  return (
    <div class="field text-field">
      <label for={FILTER_BOX}>Filter</label>
      <input
        id={FILTER_BOX}
        type="search"
        value={typed}
        placeholder="Title, project, branch or id"
        autocomplete="off"
        spellcheck={false}
        onInput={event => change(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
    </div>
  )
}

/** An address may say anything. */
export function readSort(text: string | null): SessionSort {
  return SORTS.find(({ value }) => value === text)?.value ?? 'recent'
}

export function readGroup(text: string | null): SessionGroup | undefined {
  return GROUPS.find(({ value }) => value === text)?.value
}
