import type { Route } from '../define-route.ts'
import { aboutRoutes } from './about-table.ts'
import { inspectRoutes } from './inspect-table.ts'
import { listsRoutes } from './lists-table.ts'
import { sessionRoutes } from './session-table.ts'
import { shareRoutes } from './share-table.ts'

/** Every question of the API, in the order of docs/api.md. A new one is a file beside this and a row in its table. */
export const ROUTES: readonly Route[] = [
  ...aboutRoutes,
  ...listsRoutes,
  ...sessionRoutes,
  ...inspectRoutes,
  ...shareRoutes,
]
