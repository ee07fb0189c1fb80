import { QUIET_COMMANDS } from '../../model/title.ts'
import { clip } from '../../text/clip.ts'
import { remember } from '../../text/remember.ts'
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
  const prompts = thread.turns.flatMap(({ prompt, text }) =>
    prompt && saysSomething(text) ? [{ text, entry: prompt }] : [],
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

/** Who ends a line of a prompt in a terminal types a backslash, which is recorded too. */
function unbreak(text: string): string {
  return text.replace(/\\(?=\s)/g, '')
}

const SETS_SCENE: ReadonlySet<CallDone['kind']> = new Set(['explored', 'tracked', 'asked', 'planned'])

/** `yes`, `continue`, `hi`, `Warmup`, `1`: nobody would look for a session by that. Words behind a path or command count. */
export const saysSomething: (text: string) => boolean = remember(isTelling)

function isTelling(text: string): boolean {
  const [head = ''] = text.trim().split(/\s/, 1)
  if (QUIET_COMMANDS.has(head.toLowerCase())) return false
  const plain = text
    .trim()
    .replace(/^(?:\/\S*(?:\s+|$))+/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s/]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain === '' || plain === 'warmup') return false
  return !CONFIRMS.test(plain) && !/^\d{1,3}$/.test(plain)
}

const WORD =
  'yes|yeah|yep|yup|no|nope|ok|okay|k|sure|please|pls|go|ahead|continue|proceed|next|do|it|that|this|them|both|all|again|try|retry|good|great|nice|cool|perfect|thanks|thank|you|ty|thx|hi|hello|hey|test|testing|ping|lgtm|looks|sounds|done|right|correct|exactly|agreed|fine|keep|going|on|more|resume|go on|ja|nein|bitte|weiter|danke|hallo|oui|non|si|sí|vale|gracias'
const CONFIRMS = new RegExp(`^(?:(?:${WORD})(?: |$)){1,5}$|^(?:继续|好的|好|是|はい|続けて|네|계속)$`)
