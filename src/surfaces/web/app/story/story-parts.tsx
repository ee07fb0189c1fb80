import type { Results, SegmentStory } from '../../../../narrative/story.ts'
import type { SessionStory } from '../../../../query/story/find-story.ts'
import { createPathNames, listSections, nameActivity, type PathNames } from '../../../../render/story/sections.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { formatDayTime } from '../../../../time/day.ts'
import { PlaceLinks } from './place-links.tsx'
import { MoreButton, useWholeList } from './whole-list.tsx'

/** What happened between compactions, in short: the lists of the whole session stand beside it. */
export function StoryParts({ id, told }: { readonly id: string; readonly told: SessionStory }) {
  const paths = createPathNames(told.cwds)
  const { segments } = told.story
  const list = useWholeList('parts', segments)
  return (
    <section class="told-section is-parts" aria-labelledby="told-parts">
      <h2 id="told-parts">
        Parts <span class="count">{segments.length}</span>
      </h2>
      <ol class="told-list">
        {list.shown.map(segment => (
          <Part key={segment.index} id={id} segment={segment} paths={paths} />
        ))}
      </ol>
      <MoreButton list={list} count={segments.length} />
    </section>
  )
}

interface PartProps {
  readonly id: string
  readonly segment: SegmentStory
  readonly paths: PathNames
}

function Part({ id, segment, paths }: PartProps) {
  const { index, startedAt, endedBy, request, results } = segment
  const places = request?.places ?? results?.activities[0]?.places ?? []
  const about = [
    startedAt === undefined ? '' : formatDayTime(startedAt),
    results ? describeResults(results, paths) : '',
    endedBy === 'compaction' ? 'ended by a compaction' : '',
  ].filter(text => text !== '')
  return (
    <li class="told">
      <span class="told-mark" aria-hidden="true">
        {index + 1}
      </span>
      <p class="told-text">
        <span class="told-words">{request ? `“${sanitizeLine(request.text)}”` : 'Work on what was asked before'}</span>
        <span class="told-detail">{about.join(' · ')}</span>
      </p>
      <PlaceLinks id={id} places={places} />
    </li>
  )
}

const MAX_KINDS = 4

/** `edited ×5, ran tests ×2; files 3, errors 1`. */
function describeResults(results: Results, paths: PathNames): string {
  const did = results.activities
    .slice(0, MAX_KINDS)
    .map(({ kind, count }) => `${nameActivity(kind).toLowerCase()} ×${count}`)
  const counts = listSections(results, paths)
    .filter(({ id }) => id !== 'open' && id !== 'done')
    .map(({ title, items }) => `${title.toLowerCase()} ${items.length}`)
  return [did.join(', '), counts.join(', ')].filter(part => part !== '').join('; ')
}
