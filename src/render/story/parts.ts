import type { Friction } from '../../narrative/friction.ts'
import type { Results, SegmentStory, Story, TurnStory } from '../../narrative/story.ts'
import { listSections, nameActivity, type PathNames, type StoryItem } from './sections.ts'

/** Parts of a session between compactions in which something happened; none where it is in one piece, unless asked for. */
export function listParts({ segments }: Story, withTurns: boolean): readonly SegmentStory[] {
  if (segments.length < 2 && !withTurns) return []
  return segments.filter(({ turns, results }) => turns.some(saysTurn) || (results?.activities.length ?? 0) > 0)
}

export function namePart({ index, endedBy }: SegmentStory): string {
  return `Part ${index + 1}${endedBy === 'compaction' ? ', until the context was compacted' : ''}`
}

/** What stands before the first prompt is often nothing. */
export function saysTurn({ prompt, activities, answer }: TurnStory): boolean {
  return prompt !== '' || activities.length > 0 || answer.length > 0
}

/** In one line: the whole list stands elsewhere. */
export function tellPart(results: Results, paths: PathNames): StoryItem | undefined {
  const sections = listSections(results, paths).filter(({ id }) => id !== 'open' && id !== 'done')
  const counts = sections.map(({ title, items }) => `${title.toLowerCase()} ${items.length}`)
  const did = results.activities.slice(0, 5).map(({ kind, count }) => `${nameActivity(kind).toLowerCase()} ×${count}`)
  const places = [...results.activities, ...sections.flatMap(({ items }) => items)].flatMap(item => item.places)
  const text = [did.join(', '), counts.join(', ')].filter(part => part !== '').join('; ')
  return text === '' ? undefined : { text, detail: undefined, mark: undefined, places }
}

/** The parts that weigh most, in words. */
export function tellFriction(friction: Friction | undefined): StoryItem | undefined {
  if (!friction || friction.score === 0) return undefined
  const parts = friction.parts.filter(({ points }) => points > 0).slice(0, 3)
  const says = parts.map(part => part.says).join(' · ')
  const detail = friction.isCalibrated
    ? `by the measure of ${friction.sessions} sessions of yours`
    : 'by recorded sessions of others: yours are too few'
  return { text: `${Math.round(friction.score)} of 100: ${says}`, detail, mark: undefined, places: [] }
}

const OUTCOMES: { readonly [outcome in TurnStory['outcome']]: string } = {
  answered: '',
  interrupted: 'interrupted',
  failed: 'failed',
  open: 'without an answer',
}

/** How a turn ended, where that is worth a word. */
export function tellOutcome({ outcome, isRewound }: TurnStory): string {
  return [OUTCOMES[outcome], isRewound ? 'taken back' : ''].filter(part => part !== '').join(', ')
}
