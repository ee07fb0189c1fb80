import type { HumanInput } from '../../model/facts/facts.ts'
import { clip } from '../../text/clip.ts'
import { comparePlaces, firstPlaces, type Scene, type Within } from '../scene.ts'
import type { Decision, Place } from '../story.ts'
import { findCorrection } from '../wording/corrections.ts'
import { leavesIt } from '../wording/leaves-it.ts'
import { listRefused, listSettled, type SettledSentence } from '../wording/settled-words.ts'
import { findAcceptedPlans } from './accepted-plans.ts'
import { resultPlace } from './results.ts'

const MAX_TEXT = 500

/** What was decided, in the order it was said. Sides of the conversation that were taken back decided nothing. */
export function listDecisions(scene: Scene, within: Within): readonly Decision[] {
  const said = [...listSaid(scene), ...listRefusals(scene)].sort((a, b) => comparePlaces(a.place, b.place))
  return [...listAnswers(scene), ...listPlans(scene), ...listChoices(scene), ...toDecisions(said)]
    .filter(({ places }) => places[0] !== undefined && within(places[0]))
    .sort((a, b) => comparePlaces(a.places[0], b.places[0]))
}

function listAnswers({ main }: Scene): readonly Decision[] {
  return main.thread.facts.questions.flatMap(({ question, answer, options, call }) => {
    const place = resultPlace(main, call) ?? main.placeOfCall(call)
    if (!place || !answer?.trim() || leavesIt(answer, options) || (call.use && !main.thread.isActive(call.use)))
      return []
    return [
      {
        ...CHOICE,
        text: clip(answer, MAX_TEXT),
        from: 'answer',
        about: clip(question, MAX_TEXT),
        places: firstPlaces([place, main.placeOfCall(call)]),
      },
    ]
  })
}

const CHOICE = { isRule: false, takenBack: undefined } as const

function listPlans(scene: Scene): readonly Decision[] {
  const { main } = scene
  const accepted = findAcceptedPlans(scene)
  return main.thread.facts.plans.flatMap(({ title, verdict, call }) => {
    const place = accepted.get(call) ?? resultPlace(main, call) ?? main.placeOfCall(call)
    if (!place || (verdict !== 'approved' && !accepted.has(call))) return []
    if (call.use && !main.thread.isActive(call.use)) return []
    const text = title === undefined ? 'The plan was accepted' : clip(title, MAX_TEXT)
    return [
      {
        ...CHOICE,
        text,
        from: 'plan',
        about: title && clip(title, MAX_TEXT),
        places: firstPlaces([place, main.placeOfCall(call)]),
      },
    ]
  })
}

function listChoices({ main }: Scene): readonly Decision[] {
  return main.told.choices.flatMap(({ entry, text }) => {
    const kept = main.thread.entries[entry]
    if (!kept || !main.thread.isActive(kept)) return []
    return [{ ...CHOICE, text, from: 'model', about: undefined, places: [main.placeOf(kept)] }]
  })
}

interface Said {
  readonly sentence: SettledSentence
  readonly from: 'person' | 'refusal'
  readonly about: string | undefined
  readonly place: Place
}

function listSaid({ main }: Scene): readonly Said[] {
  const { thread, told, placeOf } = main
  const typed = told.said.flatMap(({ entry, settled }) => {
    const kept = thread.entries[entry]
    if (!kept || !thread.isActive(kept)) return []
    return settled.map(sentence => ({ sentence, from: 'person' as const, about: undefined, place: placeOf(kept) }))
  })
  const noted = thread.facts.humanInputs.filter(({ source, entry }) => source === 'memory' && thread.isActive(entry))
  return [
    ...typed,
    ...noted.map(input => ({
      sentence: ruleOf(input),
      from: 'person' as const,
      about: undefined,
      place: placeOf(input.entry),
    })),
  ]
}

function ruleOf({ text }: HumanInput): SettledSentence {
  return { text, isRule: true, isTurn: false, isWhole: true }
}

/** A no with words to it is a decision against what was about to be done. */
function listRefusals({ main }: Scene): readonly Said[] {
  const { thread, placeOf } = main
  return thread.facts.humanInputs.flatMap(({ source, text, entry, call }) => {
    if ((source !== 'rejection' && source !== 'plan-feedback') || !thread.isActive(entry)) return []
    const about = call && clip(`${call.name} ${call.headline}`, MAX_ABOUT)
    const rules = new Set(listSettled(text).flatMap(sentence => (sentence.isRule ? [sentence.text] : [])))
    return listRefused(text).map(sentence => ({
      sentence: { ...sentence, isRule: rules.has(sentence.text) },
      from: 'refusal' as const,
      about,
      place: placeOf(entry),
    }))
  })
}

const MAX_ABOUT = 120

/** What only takes back is told with what it took back, not by itself. */
function toDecisions(said: readonly Said[]): readonly Decision[] {
  return said.flatMap(({ sentence, from, about, place }, at) => {
    if (!sentence.isWhole || isBareCorrection(sentence.text)) return []
    const later = said
      .slice(at + 1)
      .find(other => other.sentence.isTurn && sharesWord(other.sentence.text, sentence.text))
    const takenBack = later && { text: clip(later.sentence.text, MAX_TEXT), places: [later.place] }
    return [{ text: clip(sentence.text, MAX_TEXT), from, about, isRule: sentence.isRule, takenBack, places: [place] }]
  })
}

/** `No, that's not what I wanted.` settles nothing by itself. */
function isBareCorrection(text: string): boolean {
  return (
    text.split(/\s+/).length < 9 &&
    findCorrection(text) !== undefined &&
    /\b(?:not what|wrong|you (?:broke|forgot))\b/i.test(text)
  )
}

function sharesWord(a: string, b: string): boolean {
  const words = new Set(listWords(b))
  return listWords(a).some(word => words.has(word))
}

function listWords(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\d_-]{4,}/gu) ?? []).filter(word => !COMMON.has(word))
}

const COMMON: ReadonlySet<string> = new Set(
  "that this with from have please should never always then when only just they them there into what need want make keep instead don't does will would like file files test tests code because after before again".split(
    ' ',
  ),
)
