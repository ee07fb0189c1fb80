import { clip } from '../../text/clip.ts'
import { comparePlaces, type Scene, type Within } from '../scene.ts'
import type { Correction } from '../story.ts'
import { findCorrection } from '../wording/corrections.ts'
import { listTyped } from '../wording/typed-words.ts'

const MAX_TEXT = 300

/** Where the person said that what was done is not what they wanted: in words, with a no, or by taking it back. */
export function listCorrections(scene: Scene, within: Within): readonly Correction[] {
  return [...listSaid(scene), ...listInputs(scene), ...listRewinds(scene)]
    .filter(({ places }) => places[0] !== undefined && within(places[0]))
    .sort((a, b) => comparePlaces(a.places[0], b.places[0]))
}

/** Nothing was done before the first prompt. */
function listSaid({ main: { thread, told, placeOf } }: Scene): readonly Correction[] {
  const first = thread.turns.find(({ number }) => number > 0)?.number ?? 1
  return told.said.flatMap(({ entry, correction }) => {
    const kept = thread.entries[entry]
    if (!kept || correction === undefined || kept.turn <= first) return []
    return [{ text: correction, by: 'prompt', places: [placeOf(kept)] }]
  })
}

function listInputs({ main: { thread, placeOf } }: Scene): readonly Correction[] {
  return thread.facts.humanInputs.flatMap(({ source, text, entry, state }): readonly Correction[] => {
    const place = placeOf(entry)
    if (source === 'rejection' || source === 'plan-feedback') {
      const words = listTyped(text).slice(0, 2).join(' ') || text
      return text.trim() === '' ? [] : [{ text: clip(words, MAX_TEXT), by: source, places: [place] }]
    }
    // What was sent as a prompt of its own is told there.
    if (source !== 'queued' || state !== 'taken-up') return []
    const correction = findCorrection(text)
    return correction === undefined ? [] : [{ text: correction, by: 'queued', places: [place] }]
  })
}

/** The conversation was taken back to before a prompt, and another prompt stands in its place: it was typed after that. */
function listRewinds({ main: { thread, placeOf } }: Scene): readonly Correction[] {
  const { forks } = thread
  if (forks.length === 0) return []
  const turns = new Map(thread.turns.map(turn => [turn.number, turn]))
  return forks.flatMap(({ sides }) => {
    const active = sides.find(({ isActive }) => isActive)
    const turn = active?.turns[0] === undefined ? undefined : turns.get(active.turns[0])
    const typedAt = turn?.prompt?.index ?? 0
    const left = sides.find(({ isActive, turns: own, first }) => !isActive && own.length > 0 && first.index < typedAt)
    if (!turn?.prompt || !left) return []
    return [
      { text: clip(turn.text, MAX_TEXT), by: 'rewind' as const, places: [placeOf(turn.prompt), placeOf(left.first)] },
    ]
  })
}
