import type { SessionStory } from '../../../../query/story/find-story.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { shownTitle } from '../../../../text/shown-title.ts'
import { hrefTo } from '../router.ts'
import { StoryList } from './story-list.tsx'

interface AroundProps {
  readonly id: string
  readonly told: SessionStory
}

const MAX_PARTS = 3

/** What made it harder than other sessions, the weightiest first. */
export function StoryFriction({ id, told: { friction, story } }: AroundProps) {
  if (!friction || friction.score === 0) return null
  const items = friction.parts
    .filter(({ points }) => points > 0)
    .slice(0, MAX_PARTS)
    .map(({ kind, says }) => ({
      text: says,
      detail: undefined,
      mark: undefined,
      places: story.signals.find(signal => signal.kind === kind)?.places ?? [],
    }))
  const against = friction.isCalibrated
    ? `by the measure of ${friction.sessions} sessions of yours`
    : 'by recorded sessions of others: yours are too few'
  const section = { id: 'friction', title: 'Friction', items }
  return <StoryList id={id} section={section} note={`${Math.round(friction.score)} of 100, ${against}`} />
}

/** Sessions that have to do with it, and why. */
export function StoryRelated({ told: { related } }: Pick<AroundProps, 'told'>) {
  if (!related || related.related.length === 0) return null
  return (
    <section class="told-section is-related" aria-labelledby="told-related">
      <h2 id="told-related">Related sessions</h2>
      <ul class="told-list">
        {related.related.map(({ session, sessionId, shortId, title, reasons }) => (
          <li key={session} class="told">
            <span class="told-mark" aria-hidden="true">
              ·
            </span>
            <p class="told-text">
              <a class="told-words" href={storyHref(sessionId, shortId)}>
                {shownTitle(sanitizeLine(title))}
              </a>
              <span class="told-detail">{reasons.map(({ text }) => sanitizeLine(text)).join('; ')}</span>
            </p>
            <span class="told-places">{sanitizeLine(shortId)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Where several files bear one id, the short one says which. */
function storyHref(sessionId: string, shortId: string): string {
  return hrefTo(`/session/${encodeURIComponent(sessionId + (/~\d+$/.exec(shortId)?.[0] ?? ''))}/story`)
}
