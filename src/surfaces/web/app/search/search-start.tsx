import type { SessionPage } from '../../../../query/home/session-page.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { useApi } from '../api.ts'
import { Age } from '../components/age.tsx'
import { hrefTo } from '../router.ts'
import { lastAtOf, sessionHref, titleOf } from '../sessions/session-words.ts'

const EXAMPLES: readonly { readonly query: string; readonly says: string }[] = [
  { query: 'why did we', says: 'a question, as you would ask it' },
  { query: '"tests pass"', says: 'exactly these words' },
  { query: 'package.json', says: 'a file, a name, a piece of an error' },
  { query: 'role:prompt after:7d', says: 'what you asked for this week' },
  { query: 'is:error after:30d', says: 'what went wrong lately' },
  { query: 'cmd:"git commit"', says: 'where something was committed' },
]

/** Before anything is typed. */
export function SearchStart() {
  return (
    <div class="search-start">
      <section aria-labelledby="examples">
        <h2 id="examples">Try</h2>
        <ul class="examples">
          {EXAMPLES.map(({ query, says }) => (
            <li key={query}>
              <a class="example" href={hrefTo('/search', { q: query })}>
                {query}
              </a>{' '}
              <span class="example-says">{says}</span>
            </li>
          ))}
        </ul>
      </section>
      <ListedSessions title="Pinned" only="pinned" />
      <ListedSessions title="Lately" />
    </div>
  )
}

const MAX_LISTED = 8

function ListedSessions({ title, only }: { readonly title: string; readonly only?: 'pinned' }) {
  const { data } = useApi<SessionPage>('/sessions', { only, limit: MAX_LISTED }, { refetchOn: 'index' })
  if (!data || data.sessions.length === 0) return null
  const id = `listed-${title.toLowerCase()}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="listed">
        {data.sessions.map(session => (
          <li key={session.name}>
            <a href={sessionHref(session)}>{titleOf(session)}</a>
            <span class="listed-about">
              {sanitizeLine(session.projectName)} <Age at={lastAtOf(session)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
