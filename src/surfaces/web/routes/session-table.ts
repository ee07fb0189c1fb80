import type { Route } from '../define-route.ts'
import { sessionEntryRoute } from './session-entry.ts'
import { sessionCountsRoute, sessionFilterRoute, sessionFindRoute } from './session-find.ts'
import { sessionMarkdownRoute } from './session-markdown.ts'
import { sessionMediaRoute } from './session-media.ts'
import { sessionOpenRoute } from './session-open.ts'
import { sessionRawRoute } from './session-raw.ts'
import { sessionRowRoute } from './session-row.ts'
import { agentRowsRoute, sessionRowsRoute } from './session-rows.ts'
import { sessionStoryRoute, sessionTimelineRoute } from './session-story.ts'

export const sessionRoutes: readonly Route[] = [
  sessionOpenRoute,
  sessionRowsRoute,
  agentRowsRoute,
  sessionRowRoute,
  sessionEntryRoute,
  sessionFindRoute,
  sessionCountsRoute,
  sessionFilterRoute,
  sessionRawRoute,
  sessionMarkdownRoute,
  sessionMediaRoute,
  sessionStoryRoute,
  sessionTimelineRoute,
]
