import { listDoubts, listRefused, listSettled, type SettledSentence } from './settled-words.ts'

/** What a person said, in the order they said it. */
export interface SaidText {
  readonly text: string
  /** As in the table `prompts`. */
  readonly source: string
}

export interface Standing<Said> {
  readonly said: Said
  readonly sentences: readonly SettledSentence[]
}

/**
 * What was settled and may still stand. What took something back is told behind it, so that nobody takes the first for
 * the last word; so is a question that may have changed it, which alone would not be worth a word.
 */
export function listStanding<Said extends SaidText>(list: readonly Said[]): readonly Standing<Said>[] {
  const standing: Standing<Said>[] = []
  for (const said of list) {
    const sentences = sentencesOf(said).filter(({ isWhole }) => isWhole || standing.length > 0)
    if (sentences.length > 0) standing.push({ said, sentences })
    else if (standing.length > 0 && isTyped(said)) {
      const told = standing.flatMap(one => one.sentences.map(({ text }) => text))
      const doubts = listDoubts(said.text, told).map(text => ({ text, isRule: false, isTurn: true, isWhole: false }))
      if (doubts.length > 0) standing.push({ said, sentences: doubts })
    }
  }
  return standing
}

function sentencesOf({ source, text }: SaidText): readonly SettledSentence[] {
  if (source === 'memory') return [{ text, isRule: true, isTurn: false, isWhole: true }]
  return source === 'rejection' || source === 'plan-feedback' ? listRefused(text) : listSettled(text)
}

function isTyped({ source }: SaidText): boolean {
  return source === 'prompt' || source === 'queued'
}
