import type { Place } from '../../narrative/story.ts'

const MAX_SHOWN = 3
/** Enough of an entry's uuid to find it again in its session. */
const UUID_CHARS = 8
/** A hostile file names its entries as it likes. */
const PLAIN_ID = /^[\w-]{4,64}$/

/** Where it stands, as `show` takes it: `1a2b3c4d:12`; several turns of one session as `1a2b3c4d:2,5,9`. */
export function formatPlaces(shortId: string, places: readonly Place[]): string {
  const turns = turnsOf(places)
  const more = turns.length > MAX_SHOWN ? ',…' : ''
  return turns.length === 0 ? '' : `${shortId}:${turns.slice(0, MAX_SHOWN).join(',')}${more}`
}

/**
 * The same for what outlives this release: `1a2b3c4d:12#5e551000`. The entry stays what it is where later rules number
 * the turns of a session differently.
 */
export function citePlaces(shortId: string, places: readonly Place[]): string {
  const turns = turnsOf(places)
  const cited = turns.slice(0, MAX_SHOWN).map(turn => {
    const uuid = places.find(place => place.turn === turn && place.agent === '')?.uuid
    return citeEntry(`${shortId}:${turn}`, uuid)
  })
  return [...cited, ...(turns.length > MAX_SHOWN ? ['…'] : [])].join(', ')
}

/** `1a2b3c4d:12` with the entry behind it, where that has an id that can be written there. */
export function citeEntry(citation: string, uuid: string | undefined): string {
  return PLAIN_ID.test(uuid ?? '') ? `${citation}#${uuid?.slice(0, UUID_CHARS)}` : citation
}

function turnsOf(places: readonly Place[]): readonly number[] {
  return [...new Set(places.map(({ turn }) => turn))].sort((a, b) => a - b)
}
