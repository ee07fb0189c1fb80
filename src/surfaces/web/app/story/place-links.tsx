import type { Place } from '../../../../narrative/story.ts'
import { hrefTo } from '../router.ts'

type Spot = Pick<Place, 'turn'> & { readonly uuid?: string | undefined; readonly agent?: string | undefined }

/** The entry where it has a name, else its turn. */
export function placeHref(id: string, { turn, uuid, agent }: Spot): string {
  return hrefTo(`/session/${encodeURIComponent(id)}`, {
    turn: uuid === undefined ? String(turn) : undefined,
    entry: uuid,
    agent: agent === '' ? undefined : agent,
  })
}

const MAX_SHOWN = 3

interface PlaceLinksProps {
  readonly id: string
  readonly places: readonly Spot[]
}

/** `turn 2`, `turns 2, 5 … 9` or `start, 2`, each leading to the first entry that is meant there. */
export function PlaceLinks({ id, places }: PlaceLinksProps) {
  const turns = turnsOf(places)
  const last = turns.at(-1)
  if (!last) return null
  const isCut = turns.length > MAX_SHOWN
  // How it ended is what most lines tell of.
  const shown = isCut ? [...turns.slice(0, MAX_SHOWN - 1), last] : turns
  return (
    <span class="told-places">
      {turns.length === 1 || turns[0]?.turn === 0 ? null : 'turns '}
      {shown.map((place, at) => (
        <span key={place.turn}>
          {at === 0 ? '' : isCut && place === last ? ' … ' : ', '}
          <a href={placeHref(id, place)} aria-label={nameTurn(place.turn)}>
            {turns.length === 1 || place.turn === 0 ? nameTurn(place.turn) : place.turn}
          </a>
        </span>
      ))}
    </span>
  )
}

/** Behind a sentence of a paragraph, whose first places are what it tells of above all. */
export function PlaceNote({ id, places }: PlaceLinksProps) {
  const turns = turnsOf(inOrder(places).slice(0, MAX_SHOWN))
  return turns.map(place => (
    <a
      key={place.turn}
      class="told-note"
      href={placeHref(id, place)}
      aria-label={nameTurn(place.turn)}
      title={nameTurn(place.turn)}
    >
      {place.turn === 0 ? 'start' : place.turn}
    </a>
  ))
}

function nameTurn(turn: number): string {
  return turn === 0 ? 'start' : `turn ${turn}`
}

/** Each turn once, by its first place; by their numbers. */
function turnsOf(places: readonly Spot[]): readonly Spot[] {
  return inOrder(places).toSorted((a, b) => a.turn - b.turn)
}

/** Each turn once, by its first place. */
function inOrder(places: readonly Spot[]): readonly Spot[] {
  const first = new Map<number, Spot>()
  for (const place of places) if (!first.has(place.turn)) first.set(place.turn, place)
  return [...first.values()]
}
