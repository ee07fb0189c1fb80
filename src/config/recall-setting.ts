/** The words of the setting `recall`: the same as in query/recall; a test holds the two together. */
export const RECALL_CHOICES = ['off', 'session', 'prompt', 'file'] as const
export type RecallChoice = (typeof RECALL_CHOICES)[number]

/** Levels by folder of a project. */
export interface RecallInSetting {
  readonly [folder: string]: RecallChoice
}

export const RECALL_IN_SHAPE = `levels by folder, such as {"/home/me/api": "prompt"}; a level is one of ${RECALL_CHOICES.join(', ')}`

export function parseRecallIn(words: readonly string[]): unknown {
  try {
    return JSON.parse(words.join(' '))
  } catch {
    return words.join(' ')
  }
}

/** Undefined: the value is good. Otherwise what it must be. */
export function checkRecallIn(value: unknown): string | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && Object.entries(value).every(([folder, level]) => folder !== '' && isRecallChoice(level))
    ? undefined
    : RECALL_IN_SHAPE
}

export function isRecallChoice(value: unknown): value is RecallChoice {
  return RECALL_CHOICES.some(choice => choice === value)
}

/**
 * What somebody chose for a project: its own level where there is one, else that for all, else nothing at all. Takes the
 * settings as they stand in the file: what is no level is none.
 */
export function chosenRecall(
  config: { readonly recall?: unknown; readonly recallIn?: unknown },
  projectPath: string,
): RecallChoice {
  const { recall, recallIn } = config
  const own =
    typeof recallIn === 'object' && recallIn !== null
      ? Object.getOwnPropertyDescriptor(recallIn, projectPath)
      : undefined
  if (isRecallChoice(own?.value)) return own.value
  return isRecallChoice(recall) ? recall : 'off'
}
