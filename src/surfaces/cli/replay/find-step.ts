import type { Level } from '../../../render/level.ts'
import { firstPlace, lastPlace, nextPlace, previousPlace } from '../../../render/steps/places.ts'
import type { Place, Reel } from '../../../render/steps/reel.ts'
import type { Row } from '../../../render/view/row.ts'
import { rowText } from '../../../render/view/row-text.ts'
import type { Film } from './film.ts'
import { findLine } from './find-line.ts'

export interface Finding {
  readonly film: Film
  readonly reel: Reel
  readonly level: Level
  readonly from: Place
  /** In lower case. */
  readonly wanted: string
  readonly direction: 1 | -1
  /** Whether the step one is at may be the one. */
  readonly includesHere: boolean
}

export interface Found {
  readonly place: Place | undefined
  /** It was found only from the other end on. */
  readonly isAround: boolean
}

/** Looks for a text step by step, once around; whoever asks gets a word in after each (undefined: not yet). */
export function* findStep(finding: Finding): Generator<undefined, Found> {
  const { reel, level, from, direction } = finding
  const move = direction === 1 ? nextPlace : previousPlace
  let isAround = false
  let place: Place | undefined = finding.includesHere ? from : move(reel, level, from)
  while (true) {
    if (!place) {
      if (isAround) return { place: undefined, isAround }
      isAround = true
      place = direction === 1 ? firstPlace(reel, level) : lastPlace(reel, level)
      if (!place) return { place: undefined, isAround }
    }
    yield
    if (holds(finding, reel, place, new Set())) return { place, isAround }
    if (isAround && isSame(place, from)) return { place: undefined, isAround }
    place = move(reel, level, place)
  }
}

function isSame(first: Place, second: Place): boolean {
  return first.section === second.section && first.step === second.step
}

/** What these say is recorded; others are told in words of ours, such as `context compacted`, which are drawn to be found. */
const TOLD: ReadonlySet<Row['kind']> = new Set<Row['kind']>([
  'input',
  'answer',
  'remark',
  'thinking',
  'tool',
  'message',
  'output',
  'unknown',
  'unreadable',
  'raw',
])
const DRAWN_COLUMNS = 120

/** A step holds what its rows say and what the agents in it did. */
function holds(finding: Finding, reel: Reel, place: Place, seen: Set<string>): boolean {
  const { film, level, wanted } = finding
  if (reel.rowsOf(level, place).some(row => rowText(row).toLowerCase().includes(wanted))) return true
  const { agentId, kind = 'notice' } = reel.markOf(level, place) ?? {}
  if (!TOLD.has(kind) && findLine(film.linesOf(reel, level, place, DRAWN_COLUMNS), wanted) !== undefined) return true
  if (agentId === undefined || seen.has(agentId)) return false
  seen.add(agentId)
  const inside = film.openAgent(agentId)?.reel
  let at = inside && firstPlace(inside, level)
  while (inside && at) {
    if (holds(finding, inside, at, seen)) return true
    at = nextPlace(inside, level, at)
  }
  return false
}
