import { useRef } from 'preact/hooks'
import type { Sentence, Story } from '../../../../narrative/story.ts'
import type { StoryWithGenerated } from '../../../../query/story/find-generated.ts'
import { createPathNames, listSections, type SectionId, type StorySection } from '../../../../render/story/sections.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import type { Running } from '../../routes/session-story.ts'
import { Chip } from '../components/chip.tsx'
import { Empty } from '../components/empty.tsx'
import { ErrorBox } from '../components/error-box.tsx'
import { Loading } from '../components/loading.tsx'
import { useKeys } from '../keys.ts'
import { hrefTo, useRoute } from '../router.ts'
import { PlaceLinks, PlaceNote } from './place-links.tsx'
import { StoryFriction, StoryRelated } from './story-around.tsx'
import { StoryGenerated } from './story-generated.tsx'
import { StoryList } from './story-list.tsx'
import { StoryParts } from './story-parts.tsx'
import { ToldHead } from './told-head.tsx'
import { useTold } from './use-told.ts'

/** What happened in a session, in words; every statement leads to where it stands in the conversation. */
export function View() {
  const id = useRoute().params.id ?? ''
  const { data, error, reload } = useTold<StoryWithGenerated & Running>(id, 'story')
  return (
    <div class="page told-page">
      {data ? <Told id={id} told={data} /> : null}
      {data ? null : <h1>Story</h1>}
      {error ? <ErrorBox error={error} retry={reload} /> : data ? null : <Loading text="Reading the story" />}
    </div>
  )
}

/** What came of it stands beside how it went. */
const OUTCOMES: readonly SectionId[] = ['open', 'decisions', 'commits', 'tests', 'files']

function Told({ id, told }: { readonly id: string; readonly told: StoryWithGenerated & Running }) {
  const { story, cwds } = told
  const page = useRef<HTMLDivElement>(null)
  useKeys('Story', [
    { keys: ['j'], says: 'next line', run: () => moveFocus(page.current, 1) },
    { keys: ['k'], says: 'line before', run: () => moveFocus(page.current, -1) },
  ])
  const sections = listSections(story, createPathNames(cwds))
  const outcomes = OUTCOMES.flatMap(name => sections.filter(section => section.id === name))
  const course = sections.filter(section => !OUTCOMES.includes(section.id))
  const hasParts = story.segments.length > 1
  const hasCourse = course.length > 0 || hasParts || (told.related?.related.length ?? 0) > 0
  const isEmpty = sections.length === 0 && story.request === undefined
  return (
    <div ref={page}>
      <ToldHead {...told} id={id} view="story" title={story.title} turns={story.measures.turns} />
      {isEmpty ? <NothingTold id={id} /> : null}
      <Summary id={id} story={story} />
      {story.request && !isQuoted(story) ? <Request id={id} request={story.request} /> : null}
      <StoryGenerated id={id} shortId={told.shortId} found={told.generated} />
      <div class={outcomes.length > 0 && hasCourse ? 'told-columns' : 'told-column'}>
        <Column id={id} sections={outcomes} />
        {hasCourse ? (
          <div class="told-side">
            <Column id={id} sections={course} />
            {hasParts ? <StoryParts id={id} told={told} /> : null}
            <StoryFriction id={id} told={told} />
            <StoryRelated told={told} />
          </div>
        ) : null}
      </div>
    </div>
  )
}

function Column({ id, sections }: { readonly id: string; readonly sections: readonly StorySection[] }) {
  if (sections.length === 0) return null
  return (
    <div class="told-side">
      {sections.map(section => (
        <StoryList key={section.id} id={id} section={section} />
      ))}
    </div>
  )
}

function Summary({ id, story: { summary, tags } }: { readonly id: string; readonly story: Story }) {
  return (
    <>
      {summary.length === 0 ? null : (
        <p class="told-summary">
          {summary.map((sentence, at) => (
            <span key={at}>
              {sanitizeLine(sentence.text)}
              <PlaceNote id={id} places={sentence.places} />{' '}
            </span>
          ))}
        </p>
      )}
      {tags.length === 0 ? null : (
        <ul class="told-tags" aria-label="What it was about">
          {tags.map(tag => (
            <li key={tag}>
              <Chip>{sanitizeLine(tag)}</Chip>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The summary often begins with all of it. */
function isQuoted({ request, summary }: Story): boolean {
  return request !== undefined && summary.some(({ text }) => text.includes(request.text))
}

function Request({ id, request }: { readonly id: string; readonly request: Sentence }) {
  return (
    <section class="told-request" aria-labelledby="told-request">
      <h2 id="told-request">Asked for</h2>
      <blockquote>
        <p>{sanitizeLine(request.text)}</p>
      </blockquote>
      <PlaceLinks id={id} places={request.places} />
    </section>
  )
}

function NothingTold({ id }: { readonly id: string }) {
  return (
    <Empty title="There is nothing to tell of this session.">
      <p>
        Nobody asked for anything in it, and no tool was used.{' '}
        <a href={hrefTo(`/session/${encodeURIComponent(id)}`)}>See all that is recorded</a>
      </p>
    </Empty>
  )
}

/** From line to line, each by its first link. */
function moveFocus(page: HTMLElement | null, by: number): void {
  const lines = [...(page?.querySelectorAll<HTMLElement>('.told') ?? [])]
  const at = lines.findIndex(line => line.contains(document.activeElement))
  const next = lines[at < 0 ? 0 : Math.min(lines.length - 1, Math.max(0, at + by))]
  next?.querySelector<HTMLElement>('.told-places a, a')?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}
