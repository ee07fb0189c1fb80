import type { MediaPart, Part } from '../view/part.ts'
import { drawParts, type PartOptions } from './parts.ts'
import type { TimeText } from './time-text.ts'

/** What every row of a document is drawn with. */
export interface Page {
  /** Level of the headings of turns. */
  readonly turnLevel: number
  readonly media: (part: MediaPart) => string | undefined
  readonly times: TimeText
}

export function partsOf(
  page: Page,
  parts: readonly Part[],
  languages: Pick<PartOptions, 'fileLanguage' | 'codeLanguage'> = {},
): string {
  return drawParts(parts, { below: page.turnLevel, media: page.media, ...languages })
}
