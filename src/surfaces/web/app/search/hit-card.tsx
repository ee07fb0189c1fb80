import type { SearchHit } from '../../../../query/search/answer.ts'
import { describeMatch, hitLabels, type MarkedLine, roleWords, snippetLines } from '../../../../render/search-words.ts'
import { formatNumberOf } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { shownTitle } from '../../../../text/shown-title.ts'
import { Age } from '../components/age.tsx'
import { hrefTo, useRoute } from '../router.ts'
import { hitHref } from './hit-link.ts'

interface HitCardProps {
  readonly hit: SearchHit
  /** Looks for the same words in this session alone. */
  readonly moreHref: string
}

/** One conversation: where it is, the place with its words marked, the answer, and why it is here. */
export function HitCard({ hit, moreHref }: HitCardProps) {
  const typed = useRoute().query.get('q') ?? ''
  const title = shownTitle(sanitizeLine(hit.title))
  return (
    <li class="hit">
      <h2 class="hit-title">
        <a class="hit-link" href={hitHref(hit, typed)} data-entry={hit.entryUuid}>
          {title}
        </a>
      </h2>
      <p class="hit-about">
        <span class="hit-project" title={hit.projectPath}>
          {sanitizeLine(hit.project)}
        </span>
        {hit.branch ? <span class="hit-branch">{sanitizeLine(hit.branch)}</span> : null}
        <span>{hit.mainTurn === 0 ? 'before the first prompt' : `turn ${hit.mainTurn}`}</span>
        <Age at={hit.at} />
        {hitLabels(hit).map(label => (
          <span key={label} class="hit-label">
            {label}
          </span>
        ))}
      </p>
      <Snippet lines={snippetLines(hit)} isOutput={hit.role === 'tool' || hit.role === 'output'} />
      {hit.answer === undefined ? null : (
        <p class="hit-answer">
          <span class="sr">It was answered: </span>
          {sanitizeLine(hit.answer)}
        </p>
      )}
      <p class="hit-why">
        <span>{roleWords(hit.role)}</span>
        <span>{describeMatch(hit)}</span>
        {hit.more > 0 ? <a href={moreHref}>{formatNumberOf(hit.more, 'more place')} in this session</a> : null}
        <AlsoIn sessions={hit.alsoIn} />
      </p>
    </li>
  )
}

function Snippet({ lines, isOutput }: { readonly lines: readonly MarkedLine[]; readonly isOutput: boolean }) {
  if (lines.length === 0) return null
  return (
    <div class={isOutput ? 'hit-snippet is-output' : 'hit-snippet'}>
      {lines.map((line, at) => (
        <p key={at}>{markWords(line)}</p>
      ))}
    </div>
  )
}

function markWords({ text, marks }: MarkedLine) {
  const drawn = []
  let at = 0
  for (const [from, to] of marks) {
    drawn.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>)
    at = to
  }
  return [...drawn, text.slice(at)]
}

const MAX_OTHERS = 3

function AlsoIn({ sessions }: { readonly sessions: SearchHit['alsoIn'] }) {
  if (sessions.length === 0) return null
  const rest = sessions.length - MAX_OTHERS
  return (
    <span>
      also in{' '}
      {sessions.slice(0, MAX_OTHERS).map(({ sessionId, shortId }, at) => (
        <span key={sessionId}>
          {at > 0 ? ', ' : ''}
          <a href={hrefTo(`/session/${encodeURIComponent(sessionId)}`)}>{shortId}</a>
        </span>
      ))}
      {rest > 0 ? ` and ${rest} more` : ''}
    </span>
  )
}
