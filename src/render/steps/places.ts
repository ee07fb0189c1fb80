import type { Level } from '../level.ts'
import type { Place, Reel } from './reel.ts'

/** The step after it, in whichever section that stands; undefined behind the last. */
export function nextPlace(reel: Reel, level: Level, { section, step }: Place): Place | undefined {
  const next = { section, step: step + 1 }
  return reel.has(level, next) ? next : firstFrom(reel, level, section + 1)
}

export function previousPlace(reel: Reel, level: Level, { section, step }: Place): Place | undefined {
  return step > 0 ? { section, step: step - 1 } : lastUpTo(reel, level, section - 1)
}

export function firstPlace(reel: Reel, level: Level): Place | undefined {
  return firstFrom(reel, level, 0)
}

export function lastPlace(reel: Reel, level: Level): Place | undefined {
  return lastUpTo(reel, level, reel.sectionCount - 1)
}

/** The first step of this section, or of the next one that has any. */
export function firstFrom(reel: Reel, level: Level, section: number): Place | undefined {
  for (let at = section; at < reel.sectionCount; at++) {
    if (reel.has(level, { section: at, step: 0 })) return { section: at, step: 0 }
  }
  return undefined
}

function lastUpTo(reel: Reel, level: Level, section: number): Place | undefined {
  for (let at = section; at >= 0; at--) {
    const count = reel.countIn(level, at)
    if (count > 0) return { section: at, step: count - 1 }
  }
  return undefined
}

export function nextPrompt(reel: Reel, level: Level, from: Place): Place | undefined {
  // A turn has one prompt, at its beginning; the threads of agents may have several.
  const isTurn = reel.turnOf(from.section) !== undefined
  let place = isTurn ? firstFrom(reel, level, from.section + 1) : nextPlace(reel, level, from)
  while (place && !isPrompt(reel, level, place)) place = nextPlace(reel, level, place)
  return place
}

/** In the middle of a turn, its own prompt. */
export function previousPrompt(reel: Reel, level: Level, from: Place): Place | undefined {
  let place = previousPlace(reel, level, from)
  while (place && !isPrompt(reel, level, place)) place = previousPlace(reel, level, place)
  return place
}

function isPrompt(reel: Reel, level: Level, place: Place): boolean {
  return reel.markOf(level, place)?.isPrompt ?? false
}

/** The step in which a row stands at this level, or the nearest one: before it, else after it. */
export function placeNear(reel: Reel, level: Level, section: number, row: number): Place | undefined {
  let found: Place | undefined
  for (let place: Place = { section, step: 0 }; ; place = { section, step: place.step + 1 }) {
    const mark = reel.markOf(level, place)
    if (!mark || (mark.firstRow > row && found)) break
    found = place
    if (mark.firstRow > row) break
  }
  return found ?? lastUpTo(reel, level, section - 1) ?? firstFrom(reel, level, section + 1)
}

/** When a step was; where that is not recorded, when one before it was. */
export function timeAt(reel: Reel, level: Level, place: Place): number | undefined {
  for (
    let at: Place | undefined = place, left = MAX_BACK;
    at && left > 0;
    at = previousPlace(reel, level, at), left--
  ) {
    const time = reel.markOf(level, at)?.at
    if (time !== undefined) return time
  }
  return undefined
}

const MAX_BACK = 200
