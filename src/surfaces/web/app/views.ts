import type { ComponentType } from 'preact'
import type { ViewName } from '../page-routes.ts'

interface ViewEntry {
  /** Of the window, until the view says more. */
  readonly title: string
  load(): Promise<{ readonly View: ComponentType }>
}

/** Each view is loaded when it is first shown. */
export const VIEWS: { readonly [Name in ViewName]: ViewEntry } = {
  home: { title: 'Home', load: () => import('./home/home-view.tsx') },
  sessions: { title: 'Sessions', load: () => import('./sessions/sessions-view.tsx') },
  session: { title: 'Session', load: () => import('./session/session-view.tsx') },
  story: { title: 'Story', load: () => import('./story/story-view.tsx') },
  timeline: { title: 'Timeline', load: () => import('./timeline/timeline-view.tsx') },
  search: { title: 'Search', load: () => import('./search/search-view.tsx') },
  files: { title: 'Files', load: () => import('./files/files-view.tsx') },
  usage: { title: 'Usage', load: () => import('./usage/usage-view.tsx') },
  health: { title: 'Health', load: () => import('./health/health-view.tsx') },
}
