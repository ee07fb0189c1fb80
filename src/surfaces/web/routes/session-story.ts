import { z } from 'zod'
import { generatedFolder } from '../../../archive/generated.ts'
import { requireSessionById } from '../../../query/find-session.ts'
import type { Library } from '../../../query/library.ts'
import type { LiveStatus } from '../../../query/live/live-status.ts'
import { addGenerated, type StoryWithGenerated } from '../../../query/story/find-generated.ts'
import { findKeptStory, findKeptTold, findStory } from '../../../query/story/find-story.ts'
import { buildTimeline, type SessionTimeline } from '../../../query/story/session-timeline.ts'
import type { SessionSource } from '../../../source/session-source.ts'
import { defineRoute } from '../define-route.ts'
import type { World } from '../world.ts'
import { flag } from './list-fields.ts'
import { findStatuses } from './live-statuses.ts'

/** What the session is doing, where it runs now. */
export interface Running {
  readonly status?: LiveStatus | undefined
}

export const sessionStoryRoute = defineRoute({
  method: 'GET',
  path: '/sessions/:id/story',
  summary:
    'What happened in a session: what `backscroll story --json` prints, and `status` while it runs. `generated` is no fact: a command of yours wrote it (`backscroll enrich`)',
  answer: 'StoryWithGenerated & Running',
  query: z.object({ turns: flag.describe('Also each turn of its segments, which may be many') }),
  async run(world, { params, query }): Promise<StoryWithGenerated & Running> {
    const told = await askSource(world, params.id ?? '', (library, source) => {
      const story = findKeptStory(library, source) ?? findStory(library, source)
      return addGenerated(story, generatedFolder(world.keepDir))
    })
    return query.turns ? told : withoutTurns(told)
  },
})

export const sessionTimelineRoute = defineRoute({
  method: 'GET',
  path: '/sessions/:id/timeline',
  summary: 'A session over its time: turns with what was done in each, commits, tests, errors, compactions',
  answer: 'SessionTimeline & Running',
  query: z.object({}),
  run: (world, { params }): Promise<SessionTimeline & Running> =>
    askSource(world, params.id ?? '', (library, source) =>
      buildTimeline(findKeptTold(library, source) ?? findStory(library, source)),
    ),
})

/**
 * The index is asked first, also where the session has grown a little since: the page hears when it has caught up, and
 * nobody waits until a large transcript has been read again.
 */
function askSource<Answer extends object>(
  world: World,
  id: string,
  tell: (library: Library, source: SessionSource) => Answer,
): Promise<Answer & Running> {
  return world.askLibrary(library => {
    const source = requireSessionById(library.sources, id)
    return { ...tell(library, source), status: findStatuses(world, library)({ source }) }
  })
}

function withoutTurns<Told extends StoryWithGenerated>(told: Told): Told {
  const segments = told.story.segments.map(segment => ({ ...segment, turns: [] }))
  return { ...told, story: { ...told.story, segments } }
}
