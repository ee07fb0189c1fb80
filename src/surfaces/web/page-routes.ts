/** Every address at which the page answers. The server serves the page there and nowhere else; the page draws a view. */
export const PAGE_ROUTES = [
  { path: '/', view: 'home' },
  { path: '/sessions', view: 'sessions' },
  { path: '/session/:id', view: 'session' },
  { path: '/session/:id/story', view: 'story' },
  { path: '/session/:id/timeline', view: 'timeline' },
  { path: '/search', view: 'search' },
  { path: '/files', view: 'files' },
  { path: '/usage', view: 'usage' },
  { path: '/health', view: 'health' },
] as const

export type ViewName = (typeof PAGE_ROUTES)[number]['view']
