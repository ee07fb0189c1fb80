import { z } from 'zod'
import { generatedFolder } from '../../../archive/generated.ts'
import { requireSessionById } from '../../../query/find-session.ts'
import type { Library } from '../../../query/library.ts'
import { addGenerated, type StoryWithGenerated } from '../../../query/story/find-generated.ts'
import { findKeptStory, findKeptTold, findStory } from '../../../query/story/find-story.ts'
import { buildTimeline } from '../../../query/story/session-timeline.ts'
import type { SessionSource } from '../../../source/session-source.ts'
import { defineRoute } from '../define-route.ts'
import type { World } from '../world.ts'
import { flag } from './list-fields.ts'

export const sessionStoryRoute = defineRoute({
  method: 'GET',
  path: '/sessions/:id/story',
  summary:
    'What happened in a session: what `backscroll story --json` prints. `generated` is no fact: a command of yours wrote it (`backscroll enrich`)',
  answer: 'StoryWithGenerated',
  query: z.object({ turns: flag.describe('Also each turn of its segments, which may be many') }),
  async run(world, { params, query }): Promise<StoryWithGenerated> {
    const told = await askSource(
      world,
      params.id ?? '',
      (library, source) => findKeptStory(library, source) ?? findStory(library, source),
    )
    const whole = addGenerated(told, generatedFolder(world.keepDir))
    return query.turns ? whole : withoutTurns(whole)
  },
})

export const sessionTimelineRoute = defineRoute({
  method: 'GET',
  path: '/sessions/:id/timeline',
  summary: 'A session over its time: turns with what was done in each, commits, tests, errors, compactions',
  answer: 'SessionTimeline',
  query: z.object({}),
  run: (world, { params }) =>
    askSource(world, params.id ?? '', (library, source) =>
      buildTimeline(findKeptTold(library, source) ?? findStory(library, source)),
    ),
})

/**
 * The index is asked first, also where the session has grown a little since: the page hears when it has caught up, and
 * nobody waits until a large transcript has been read again.
 */
function askSource<Answer>(
  world: World,
  id: string,
  tell: (library: Library, source: SessionSource) => Answer,
): Promise<Answer> {
  return world.askLibrary(library => tell(library, requireSessionById(library.sources, id)))
}

function withoutTurns(told: StoryWithGenerated): StoryWithGenerated {
  const segments = told.story.segments.map(segment => ({ ...segment, turns: [] }))
  return { ...told, story: { ...told.story, segments } }
}
