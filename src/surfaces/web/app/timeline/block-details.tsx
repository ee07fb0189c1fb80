import { sanitizeLine } from '../../../../text/sanitize.ts'
import { placeHref } from '../story/place-links.tsx'
import { describeDone, describeOutcome, describeTime, nameBlock } from './block-words.ts'
import { MARK_LOOKS, MarkGlyph } from './mark-glyphs.tsx'
import type { Block } from './timeline-layout.ts'

const MAX_MARKS = 3

/** What the pointer or the keyboard is at. */
export function BlockDetails({ id, block }: { readonly id: string; readonly block: Block }) {
  const { turns, marks } = block
  const [first] = turns
  if (!first) return null
  const outcome = turns.length === 1 ? describeOutcome(first) : ''
  return (
    <div class="strip-details">
      <p class="strip-head">
        <a href={placeHref(id, { turn: first.number })}>{nameBlock(block)}</a>
        <span>{describeTime(block)}</span>
        {outcome === '' ? null : <span>{outcome}</span>}
      </p>
      {turns.length === 1 ? <p class="strip-prompt">{sanitizeLine(first.prompt)}</p> : null}
      <p class="strip-done">{describeDone(turns) || 'No tool was used.'}</p>
      {marks.length === 0 ? null : (
        <ul class="strip-marks">
          {marks.slice(0, MAX_MARKS).map((mark, at) => (
            <li key={at}>
              <MarkGlyph kind={mark.kind} />
              <a href={placeHref(id, { turn: mark.turn, uuid: mark.entry, agent: mark.agent })}>
                {MARK_LOOKS[mark.kind].name}
              </a>
              <span class="strip-mark-text">{sanitizeLine(mark.text)}</span>
            </li>
          ))}
          {marks.length > MAX_MARKS ? <li class="quiet">and {marks.length - MAX_MARKS} more</li> : null}
        </ul>
      )}
    </div>
  )
}
