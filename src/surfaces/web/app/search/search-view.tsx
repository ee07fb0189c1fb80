import { useEffect, useRef, useState } from 'preact/hooks'
import type { SearchAnswer } from '../../../../query/search/answer.ts'
import { quoteFilter } from '../../../../query/search/quote-filter.ts'
import { type DeepWords, describeCoverage, describeSearch, whatToTry } from '../../../../render/search-words.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { type Answer, useApi } from '../api.ts'
import { Empty } from '../components/empty.tsx'
import { ErrorBox } from '../components/error-box.tsx'
import { Loading } from '../components/loading.tsx'
import { useKeys } from '../keys.ts'
import { hrefTo, setQuery, useRoute } from '../router.ts'
import { useTitle } from '../title.ts'
import { FilterBar } from './filter-bar.tsx'
import { HitCard } from './hit-card.tsx'
import { SearchStart } from './search-start.tsx'
import { useSearchText } from './search-text.ts'

const FIRST_HITS = 20
const MORE_HITS = 40
const MAX_HITS = 100
const MAX_QUERY = 2000

const DEEP: DeepWords = { only: 'when you look deeper', offer: 'look deeper to scan' }

/** Everything that `backscroll search` finds, as it is typed. */
export function View() {
  const { query } = useRoute()
  const search = useSearchText()
  const isDeep = query.get('deep') === 'true'
  const limit = readLimit(query.get('n'))
  const answer = useSearch(search.asked, { isDeep, limit })
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLOListElement>(null)
  useTitle(search.asked === '' ? 'Search' : `${search.asked} · Search`)
  useEffect(() => {
    if (search.asked === '') field.current?.focus()
    // Once: whoever goes back to an empty field is reading.
  }, [])
  useKeys('Search', [
    { keys: ['/'], says: 'to the field', run: () => field.current?.select() },
    { keys: ['j'], says: 'next result', run: () => moveFocus(list.current, 1) },
    { keys: ['k'], says: 'result before', run: () => moveFocus(list.current, -1) },
    { keys: ['o', 'Enter'], says: 'open the result', run: () => openCurrent(list.current) },
  ])
  return (
    <div class="page search-view">
      <h1 class="sr">Search</h1>
      {/* biome-ignore lint/a11y/useSemanticElements: the search element is too young for some browsers */}
      <form
        class="search-form"
        role="search"
        onSubmit={event => {
          event.preventDefault()
          search.settle()
        }}
      >
        <label class="sr" for="search-field">
          Search all sessions
        </label>
        <input
          ref={field}
          id="search-field"
          class="search-field"
          type="search"
          value={search.text}
          placeholder="What was said or done"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxLength={MAX_QUERY}
          aria-keyshortcuts="/"
          onInput={event => search.type(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key === 'ArrowDown') moveFocus(list.current, 1)
            // The first Esc empties the field, as the browser does it; the next one leaves it.
            else if (event.key === 'Escape' && search.text === '') field.current?.blur()
            else return
            event.preventDefault()
          }}
        />
      </form>
      <FilterBar
        text={search.text}
        isDeep={isDeep}
        onChange={search.choose}
        onDeep={on => setQuery({ deep: on ? 'true' : undefined })}
      />
      {search.asked === '' ? (
        <SearchStart />
      ) : (
        <Results answer={answer} asked={search.asked} list={list} limit={limit} isDeep={isDeep} />
      )}
    </div>
  )
}

interface Asked {
  readonly isDeep: boolean
  readonly limit: number
}

/** New sessions may hold what was not found yet; what was found stays where it is while it is read. */
function useSearch(asked: string, { isDeep, limit }: Asked): Answer<SearchAnswer> {
  const [isWaiting, setWaiting] = useState(false)
  const answer = useApi<SearchAnswer>(
    asked === '' ? undefined : '/search',
    { q: asked, limit, deep: isDeep ? true : undefined },
    { refetchOn: isWaiting ? 'index' : 'never' },
  )
  const isNothing = answer.data?.hits.length === 0
  useEffect(() => setWaiting(isNothing), [isNothing])
  return answer
}

interface ResultsProps {
  readonly answer: Answer<SearchAnswer>
  readonly asked: string
  readonly list: { current: HTMLOListElement | null }
  readonly limit: number
  readonly isDeep: boolean
}

function Results({ answer: { data, error, isLoading, reload }, asked, list, limit, isDeep }: ResultsProps) {
  if (error) return <ErrorBox error={error} retry={reload} />
  if (!data) return <Loading text="Searching" />
  const isFound = data.hits.length > 0
  return (
    <section aria-label="Results" aria-busy={isLoading} class="results">
      <p class="search-said" role="status">
        {isLoading && isDeep
          ? 'Reading the archive…'
          : isFound
            ? describeSearch(data, DEEP)
            : `Nothing found in ${describeCoverage(data.coverage, DEEP)}`}
      </p>
      {data.notes.map(note => (
        <p key={note} class="search-note">
          {sanitizeLine(note)}
        </p>
      ))}
      {isFound ? null : (
        <Empty title={data.coverage.sessions === 0 ? 'Nothing is kept yet.' : whatToTry(data, DEEP)}>
          {data.coverage.isDeep || data.coverage.sessions === 0 ? null : (
            <button type="button" class="button" onClick={() => setQuery({ deep: 'true' })}>
              Look deeper
            </button>
          )}
        </Empty>
      )}
      <ol ref={list} class="hits">
        {data.hits.map(hit => (
          <HitCard
            key={`${hit.sessionId} ${hit.entryUuid} ${hit.mainTurn}`}
            hit={hit}
            moreHref={hrefTo('/search', { q: `${quoteFilter('session', hit.sessionId)} ${asked}` })}
          />
        ))}
      </ol>
      {data.total > data.hits.length && limit < MAX_HITS ? (
        <button
          type="button"
          class="button more-button"
          onClick={() => setQuery({ n: String(Math.min(MAX_HITS, limit + MORE_HITS)) }, { replace: true })}
        >
          Show more
        </button>
      ) : null}
    </section>
  )
}

function readLimit(text: string | null): number {
  const count = Number(text ?? FIRST_HITS)
  return Number.isInteger(count) && count > 0 ? Math.min(count, MAX_HITS) : FIRST_HITS
}

function listLinks(list: HTMLOListElement | null): readonly HTMLAnchorElement[] {
  return [...(list?.querySelectorAll<HTMLAnchorElement>('.hit-link') ?? [])]
}

function currentAt(links: readonly HTMLAnchorElement[]): number {
  return links.findIndex(link => link.closest('.hit')?.contains(document.activeElement))
}

/** From nowhere it goes to the first one. */
function moveFocus(list: HTMLOListElement | null, by: number): void {
  const links = listLinks(list)
  const at = currentAt(links)
  const next = links[at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))]
  next?.focus({ preventScroll: true })
  next?.closest('.hit')?.scrollIntoView({ block: 'nearest' })
}

function openCurrent(list: HTMLOListElement | null): void {
  const links = listLinks(list)
  links[Math.max(0, currentAt(links))]?.click()
}
