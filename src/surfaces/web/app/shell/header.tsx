import type { ViewName } from '../../page-routes.ts'
import { hrefTo, navigate, type RouteMatch } from '../router.ts'
import { KeeperNote } from './keeper-note.tsx'

export const SEARCH_BOX = 'search-box'

const LINKS: readonly { readonly view: ViewName; readonly href: string; readonly text: string }[] = [
  { view: 'home', href: '/', text: 'Home' },
  { view: 'sessions', href: '/sessions', text: 'Sessions' },
  { view: 'search', href: '/search', text: 'Search' },
  { view: 'files', href: '/files', text: 'Files' },
  { view: 'usage', href: '/usage', text: 'Usage' },
  { view: 'health', href: '/health', text: 'Health' },
]

interface HeaderProps {
  readonly view: RouteMatch['view']
  onHelp(): void
  onTheme(): void
}

export function Header({ view, onHelp, onTheme }: HeaderProps) {
  return (
    <header class="site-head">
      <a class="site-name" href="/">
        backscroll
      </a>
      <nav class="site-nav" aria-label="Views">
        {LINKS.map(link => (
          <a key={link.view} href={link.href} aria-current={isCurrent(link.view, view) ? 'page' : undefined}>
            {link.text}
          </a>
        ))}
      </nav>
      {view === 'search' ? <span class="site-search" /> : <SearchBox />}
      <KeeperNote />
      <div class="site-tools">
        <button
          type="button"
          class="icon-button"
          aria-label="Light or dark colours"
          title="Light or dark (t)"
          onClick={onTheme}
        >
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" stroke-width="1.5" />
            <path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" fill="currentColor" />
          </svg>
        </button>
        <button type="button" class="icon-button" aria-label="Keys" title="Keys (?)" onClick={onHelp}>
          ?
        </button>
      </div>
    </header>
  )
}

const OF_A_SESSION: ReadonlySet<RouteMatch['view']> = new Set(['session', 'story', 'timeline'])

/** A session is one of the sessions. */
function isCurrent(link: ViewName, view: RouteMatch['view']): boolean {
  return link === view || (link === 'sessions' && OF_A_SESSION.has(view))
}

function SearchBox() {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const box = (event.currentTarget as HTMLFormElement).elements.namedItem('q') as HTMLInputElement
    const text = box.value.trim()
    box.value = ''
    navigate(hrefTo('/search', { q: text === '' ? undefined : text }))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is too young for some browsers
    <form class="site-search" role="search" aria-label="All sessions" action="/search" onSubmit={submit}>
      <label class="sr" for={SEARCH_BOX}>
        Search all sessions
      </label>
      <input
        id={SEARCH_BOX}
        name="q"
        type="search"
        placeholder="Search all sessions"
        autocomplete="off"
        spellcheck={false}
        aria-keyshortcuts="/"
        onKeyDown={event => {
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <span class="search-key" aria-hidden="true">
        /
      </span>
    </form>
  )
}
