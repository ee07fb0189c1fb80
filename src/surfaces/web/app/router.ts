import { PAGE_ROUTES, type ViewName } from '../page-routes.ts'
import { restoreScroll, saveScroll, scrollToTop, watchScroll } from './scroll-memory.ts'
import { createShared, useShared } from './shared-value.ts'

export interface RouteMatch {
  readonly view: ViewName | 'missing'
  readonly params: Record<string, string>
  readonly query: URLSearchParams
}

interface Place extends RouteMatch {
  readonly path: string
  /** A link or the keyboard led here, not a reload: the focus goes along. */
  readonly isArrival: boolean
}

export const place = createShared<Place>(readPlace(false))

export function useRoute(): RouteMatch {
  return useShared(place)
}

/** Goes to an address of the page. */
export function navigate(url: string, options: { readonly replace?: boolean } = {}): void {
  const target = new URL(url, location.href)
  if (target.origin !== location.origin) return
  const isOtherPath = target.pathname !== location.pathname
  if (!isOtherPath && target.search === location.search && target.hash === location.hash) return
  saveScroll()
  const href = target.pathname + target.search + target.hash
  if (options.replace) history.replaceState(history.state, '', href)
  else history.pushState({}, '', href)
  if (isOtherPath) scrollToTop()
  arrive(isOtherPath)
}

/** Changes what stands behind the question mark; undefined takes a name out. */
export function setQuery(
  changes: Record<string, string | undefined>,
  options: { readonly replace?: boolean } = {},
): void {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(name)
    else query.set(name, value)
  }
  const text = query.toString()
  navigate(`${location.pathname}${text === '' ? '' : `?${text}`}`, options)
}

export function hrefTo(path: string, query: Record<string, string | undefined> = {}): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const text = new URLSearchParams(given).toString()
  return text === '' ? path : `${path}?${text}`
}

/** Takes over links, back and forward. Called once. */
export function startRouter(): void {
  watchScroll()
  addEventListener('popstate', () => {
    const isOtherPath = location.pathname !== place.value.path
    arrive(isOtherPath)
    // A session finds its place from its address: its rows are not there yet.
    if (place.value.view !== 'session') restoreScroll()
    else if (isOtherPath) scrollToTop()
  })
  document.addEventListener('click', event => {
    const href = linkToTake(event)
    if (href === undefined) return
    event.preventDefault()
    navigate(href)
  })
}

function arrive(isArrival: boolean): void {
  place.set(readPlace(isArrival))
}

/** The address of a plain click on a link of the page; everything else is the browser's. */
function linkToTake(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.target !== '' || link.hasAttribute('download')) return undefined
  const url = new URL(link.href)
  if (url.origin !== location.origin || matchPath(url.pathname).view === 'missing') return undefined
  const isWithinPage = url.hash !== '' && url.pathname === location.pathname && url.search === location.search
  return isWithinPage ? undefined : url.href
}

function readPlace(isArrival: boolean): Place {
  const query = new URLSearchParams(location.search)
  return { ...matchPath(location.pathname), query, path: location.pathname, isArrival }
}

function matchPath(path: string): Pick<RouteMatch, 'view' | 'params'> {
  const parts = path.split('/')
  for (const route of PAGE_ROUTES) {
    const params = matchParts(route.path.split('/'), parts)
    if (params) return { view: route.view, params }
  }
  return { view: 'missing', params: {} }
}

function matchParts(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, name] of pattern.entries()) {
    const part = parts[at] ?? ''
    if (!name.startsWith(':')) {
      if (name !== part) return undefined
      continue
    }
    const value = decodePart(part)
    if (value === undefined || value === '') return undefined
    params[name.slice(1)] = value
  }
  return params
}

function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
