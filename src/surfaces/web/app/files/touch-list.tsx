import type { FilePath, FileTouch } from '../../../../query/lookups/file-history.ts'
import { formatChangedLines } from '../../../../text/changed-lines.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { shownTitle } from '../../../../text/shown-title.ts'
import { formatDay, formatTime } from '../../../../time/day.ts'
import { now } from '../clock.ts'
import { nameDay } from '../home/name-day.ts'
import { setQuery } from '../router.ts'
import { ChangeBody } from './change-body.tsx'
import { actionWords, keyOfTouch, touchHref, touchMarks } from './touch-words.ts'

interface TouchListProps {
  readonly file: FilePath
  /** Key of the touch that is open. */
  readonly open: string | undefined
}

/** What was done to one file, newest first, day by day. */
export function TouchList({ file, open }: TouchListProps) {
  const days = Map.groupBy(file.touches, ({ at }) => (at === undefined ? '' : formatDay(Date.parse(at))))
  return (
    <>
      {[...days].map(([day, touches]) => (
        <div key={day} class="touch-day">
          <h3 class="touch-date" title={day}>
            {titleOf(day)}
          </h3>
          <ul class="touches">
            {touches.map(touch => (
              <Touch
                key={keyOfTouch(touch)}
                touch={touch}
                path={file.as ?? file.path}
                isOpen={keyOfTouch(touch) === open}
              />
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

function titleOf(day: string): string {
  return day === '' ? 'Without a time' : nameDay(day, formatDay(now()))
}

interface TouchProps {
  readonly touch: FileTouch
  readonly path: string
  readonly isOpen: boolean
}

function Touch({ touch, path, isOpen }: TouchProps) {
  const lines = formatChangedLines(touch)
  const title = shownTitle(sanitizeLine(touch.title))
  const prompt = sanitizeLine(touch.prompt) || title
  return (
    <li class="touch">
      <button
        type="button"
        class="touch-head"
        aria-expanded={isOpen}
        onClick={() => setQuery({ open: isOpen ? undefined : keyOfTouch(touch) })}
      >
        <span class={`touch-did is-${touch.action}`}>{actionWords(touch)}</span>
        <span class="touch-prompt">{prompt}</span>
        <span class="touch-lines number">{lines}</span>
        <span class="touch-time number">{touch.at === undefined ? '' : formatTime(Date.parse(touch.at))}</span>
      </button>
      <p class="touch-about">
        <a class="touch-link touch-title" href={touchHref(touch)}>
          {prompt.startsWith(title) ? 'Open the session' : title}
        </a>
        <span>{touch.mainTurn === 0 ? 'before the first prompt' : `turn ${touch.mainTurn}`}</span>
        {touchMarks(touch).map(mark => (
          <span key={mark}>{sanitizeLine(mark)}</span>
        ))}
      </p>
      {isOpen ? <ChangeBody touch={touch} path={path} /> : null}
    </li>
  )
}
