import { QUIET_COMMANDS } from '../../model/quiet-commands.ts'
import { saysSomething } from '../../model/says-something.ts'
import { isRequest, type TurnOrigin } from '../../model/turn-origin.ts'
import { clip } from '../../text/clip.ts'
import { unbreak } from '../../text/unbreak.ts'
import type { Scene } from '../scene.ts'
import type { Place, Sentence } from '../story.ts'
import type { CallDone } from './activities.ts'

const MAX_REQUEST = 500

/**
 * What the person wanted first, in their words: the first prompt that says something. Confirmations, greetings, warm-ups
 * and commands of the client say nothing; a command of one's own with words behind it does, where there is no prompt
 * before it and it was work: one that only sets the scene for a prompt says less than the prompt does.
 */
export function findRequest(scene: Scene, done: readonly CallDone[]): Sentence | undefined {
  return listRequests(scene, done, () => 0).get(0)
}

/** The same for each segment. */
export function listSegmentRequests(scene: Scene, done: readonly CallDone[]): ReadonlyMap<number, Sentence> {
  return listRequests(scene, done, ({ segment }) => segment)
}

function listRequests(
  { main }: Scene,
  done: readonly CallDone[],
  groupOf: (place: Place) => number,
): ReadonlyMap<number, Sentence> {
  const { thread, told, placeOf } = main
  const { slashCommands } = thread.facts
  const prompts = thread.turns.flatMap(({ prompt, text, origin }) =>
    prompt && isPrompt(origin) && saysSomething(text) ? [{ text, entry: prompt }] : [],
  )
  const plans = told.handovers.flatMap(({ entry, title }) => {
    const kept = thread.entries[entry]
    return kept ? [{ text: title, entry: kept }] : []
  })
  const commands = slashCommands
    .filter(({ name, args }) => args.trim() !== '' && !QUIET_COMMANDS.has(name))
    .map(({ name, args, entry }) => ({ text: `${name} ${args}`, entry }))
  const first = [...prompts, ...plans].reduce((least, { entry }) => Math.min(least, entry.index), Infinity)
  const work = done.find(({ kind, place }) => place.agent === '' && !SETS_SCENE.has(kind))?.place.entry ?? Infinity
  const begun = commands.filter(({ entry }) => entry.index < work && work < first)
  const asked = [...prompts, ...plans, ...begun.slice(-1)].sort((a, b) => a.entry.index - b.entry.index)
  const found = new Map<number, Sentence>()
  for (const { text, entry } of [...asked, ...commands]) {
    const place = placeOf(entry)
    const group = groupOf(place)
    if (!found.has(group)) found.set(group, { text: clip(unbreak(text), MAX_REQUEST), places: [place] })
  }
  return found
}

/** Plans and commands are weighed apart. */
function isPrompt(origin: TurnOrigin): boolean {
  return isRequest(origin) && origin !== 'plan' && origin !== 'command'
}

const SETS_SCENE: ReadonlySet<CallDone['kind']> = new Set(['explored', 'tracked', 'asked', 'planned'])
