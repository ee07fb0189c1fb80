import { formatIso, formatTime } from '../../../time/day.ts'
import { formatDuration } from '../../../time/duration.ts'
import type { Badge } from '../../view/row.ts'
import { cell } from '../row-shape.ts'
import { type Html, html, NOTHING } from '../safe-html.ts'

export type Fact = string | false | undefined

/** Facts on one line, an empty one left out. */
export function factsHtml(facts: readonly Fact[]): Html {
  const shown = facts.filter(fact => typeof fact === 'string' && fact !== '') as string[]
  return shown.length === 0 ? NOTHING : html`<p class="facts">${shown.map(fact => html`<span>${fact}</span> `)}</p>`
}

/** Shorter than a second says nothing about the work. */
export function durationCell(durationMs: number | undefined): Html {
  return typeof durationMs === 'number' && durationMs >= 1000
    ? html`<span class="duration">${formatDuration(durationMs)}</span>`
    : NOTHING
}

export function badgeCells(badges: readonly Badge[]): Html {
  if (badges.length === 0) return NOTHING
  return html`<span class="badges">${badges.map(badge => html`<span class="badge is-${badge.tone}">${badge.text}</span> `)}</span>`
}

export function nameCell(text: string): Html {
  return cell('name', text)
}

/** The time of day; the whole of it for machines. */
export function timeHtml(at: number | undefined): Html {
  const iso = formatIso(typeof at === 'number' ? at : undefined)
  return iso === undefined ? NOTHING : html`<time datetime="${iso}">${formatTime(at as number)}</time>`
}

/** The first line with words in it, short enough for one row. */
export function firstWords(text: string): string {
  const line =
    text
      .slice(0, 2000)
      .split('\n')
      .find(part => /[\p{L}\p{N}]/u.test(part)) ?? ''
  return line
    .trim()
    .slice(0, 300)
    .replace(/^(?:#{1,6}|[-*>])\s+/, '')
}
