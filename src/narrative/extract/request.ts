import { QUIET_COMMANDS } from '../../model/title.ts'
import { clip } from '../../text/clip.ts'
import type { Scene, Within } from '../scene.ts'
import type { Sentence } from '../story.ts'

const MAX_REQUEST = 500

/**
 * What the person wanted first, in their words: the first prompt that says something. Confirmations, greetings, warm-ups
 * and commands of the client say nothing; a command of one's own with words behind it does, where there is no prompt.
 */
export function findRequest({ main }: Scene, within: Within): Sentence | undefined {
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
  // A command that only sets the scene for a prompt stands before it: it says less than the prompt does.
  for (const group of [[...prompts, ...plans].sort((a, b) => a.entry.index - b.entry.index), commands]) {
    const found = group.find(({ entry }) => within(placeOf(entry)))
    if (found) return { text: clip(found.text, MAX_REQUEST), places: [placeOf(found.entry)] }
  }
  return undefined
}

/** `yes`, `continue`, `hi`, `Warmup`, `1`: nobody would look for a session by that. */
export function saysSomething(text: string): boolean {
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s/]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain === '' || plain === 'warmup' || plain.startsWith('/')) return false
  return !CONFIRMS.test(plain) && !/^\d{1,3}$/.test(plain)
}

const WORD =
  'yes|yeah|yep|yup|no|nope|ok|okay|k|sure|please|pls|go|ahead|continue|proceed|next|do|it|that|this|them|both|all|again|try|retry|good|great|nice|cool|perfect|thanks|thank|you|ty|thx|hi|hello|hey|test|testing|ping|lgtm|looks|sounds|done|right|correct|exactly|agreed|fine|keep|going|on|more|resume|go on|ja|nein|bitte|weiter|danke|hallo|oui|non|si|sí|vale|gracias'
const CONFIRMS = new RegExp(`^(?:(?:${WORD})(?: |$)){1,5}$|^(?:继续|好的|好|是|はい|続けて|네|계속)$`)
