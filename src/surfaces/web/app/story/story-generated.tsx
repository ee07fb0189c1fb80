import type { FoundGenerated } from '../../../../narrative/generated.ts'
import { describeGenerated, type GeneratedPart } from '../../../../render/story/describe-generated.ts'
import { formatNumberOf } from '../../../../text/count.ts'
import { formatDayTime, formatIso } from '../../../../time/day.ts'
import { useAbout } from '../about.ts'
import { CopyCommand } from '../components/copy-command.tsx'
import { PlaceLinks } from './place-links.tsx'

interface GeneratedProps {
  readonly id: string
  readonly shortId: string
  readonly found: FoundGenerated
}

/** What a command of the person's own wrote about the session: in a frame of its own, never among facts. */
export function StoryGenerated({ id, shortId, found }: GeneratedProps) {
  const part = describeGenerated(found)
  if (!part) return null
  const isMade = part.summary.length > 0
  return (
    <aside class="told-generated" aria-labelledby="told-generated">
      <h2 id="told-generated">{isMade ? 'Generated summary' : 'No generated summary'}</h2>
      <p class="generated-by">
        {isMade ? 'Written by ' : 'Asked for from '}
        <b>{part.by}</b>, <time dateTime={formatIso(part.at)}>{formatDayTime(part.at)}</time>
        {isMade ? '. Nobody has checked it against the session.' : ', without a usable answer.'}
      </p>
      <Standing part={part} shortId={shortId} isMade={isMade} />
      {part.summary
        .filter(line => line.trim() !== '')
        .map((line, at) => (
          <p key={at} class="generated-text">
            {line}
          </p>
        ))}
      <Decisions id={id} part={part} />
    </aside>
  )
}

/** Whether it still fits, and what to do where it does not. */
function Standing({
  part: { isOutdated, failure },
  shortId,
  isMade,
}: {
  readonly part: GeneratedPart
  readonly shortId: string
  readonly isMade: boolean
}) {
  const command = useAbout()?.commandName ?? 'backscroll'
  if (!isOutdated && failure === undefined) return null
  const again = failure === undefined || (isOutdated && !isMade) ? '' : ' --again'
  return (
    <div class="generated-standing">
      {isOutdated ? <p>The session has gone on since{isMade ? ': it tells of what was there before' : ''}.</p> : null}
      {failure === undefined ? null : <p>{endSentence(failure)}</p>}
      <p>
        To ask again: <CopyCommand command={`${command} enrich ${shortId}${again}`} />
      </p>
    </div>
  )
}

/** Reasons begin small, as they stand behind a name elsewhere. */
function endSentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`
}

function Decisions({ id, part: { decisions, dropped } }: { readonly id: string; readonly part: GeneratedPart }) {
  return (
    <>
      {decisions.length === 0 ? null : (
        <>
          <h3 id="generated-decisions">Decisions it names</h3>
          <ul class="told-list" aria-labelledby="generated-decisions">
            {decisions.map(({ text, turns }, at) => (
              <li key={at} class="told">
                <span class="told-mark" aria-hidden="true">
                  ·
                </span>
                <p class="told-text">
                  <span class="told-words">{text}</span>
                </p>
                <PlaceLinks id={id} places={turns.map(turn => ({ turn }))} />
              </li>
            ))}
          </ul>
        </>
      )}
      {dropped > 0 ? (
        <p class="told-note-line">
          {formatNumberOf(dropped, 'more was', 'more were')} left out, without a turn to show.
        </p>
      ) : null}
    </>
  )
}
