import type { Place } from '../../narrative/story.ts'

const MAX_SHOWN = 3

/** Where it stands, as `show` takes it: `1a2b3c4d:12`; several turns of one session as `1a2b3c4d:2,5,9`. */
export function formatPlaces(shortId: string, places: readonly Place[]): string {
  const turns = [...new Set(places.map(({ turn }) => turn))].sort((a, b) => a - b)
  const more = turns.length > MAX_SHOWN ? ',…' : ''
  return turns.length === 0 ? '' : `${shortId}:${turns.slice(0, MAX_SHOWN).join(',')}${more}`
}
