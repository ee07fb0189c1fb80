import { QUIET_COMMANDS } from '../../model/quiet-commands.ts'
import { saysSomething } from '../../model/says-something.ts'
import { isRequest, type TurnOrigin } from '../../model/turn-origin.ts'
import { clip } from '../../text/clip.ts'
import { unbreak } from '../../text/unbreak.ts'
import type { Scene, Within } from '../scene.ts'
import type { Sentence } from '../story.ts'
import type { CallDone } from './activities.ts'

const MAX_REQUEST = 500

/**
 * What the person wanted first, in their words: the first prompt that says something. Confirmations, greetings, warm-ups
 * and commands of the client say nothing; a command of one's own with words behind it does, where there is no prompt
 * before it and it was work: one that only sets the scene for a prompt says less than the prompt does.
 */
export function findRequest({ main }: Scene, within: Within, done: readonly CallDone[]): Sentence | undefined {
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
  for (const group of [asked, commands]) {
    const found = group.find(({ entry }) => within(placeOf(entry)))
    if (found) return { text: clip(unbreak(found.text), MAX_REQUEST), places: [placeOf(found.entry)] }
  }
  return undefined
}

/** Plans and commands are weighed apart. */
function isPrompt(origin: TurnOrigin): boolean {
  return isRequest(origin) && origin !== 'plan' && origin !== 'command'
}

const SETS_SCENE: ReadonlySet<CallDone['kind']> = new Set(['explored', 'tracked', 'asked', 'planned'])
