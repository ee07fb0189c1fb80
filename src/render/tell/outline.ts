/**
 * What a report says, as headings and lines, decided once: the terminal, plain text and Markdown draw the same. Texts are
 * as recorded, and so hostile: whoever draws them makes them harmless.
 */
export interface Outline {
  readonly title: string
  /** Short facts beside or below the title. */
  readonly facts: readonly string[]
  readonly parts: readonly OutlinePart[]
}

export interface OutlinePart {
  /** 1 stands below the title, 2 below that. */
  readonly level: 1 | 2
  readonly heading: string
  /** Names the session that the part is about. */
  readonly cite?: string | undefined
  readonly facts: readonly string[]
  readonly items: readonly OutlineItem[]
}

export interface OutlineItem {
  /** `1a2b3c4d:12`: what backs it; empty for a line that only says how much is left out. */
  readonly cite: string
  /** What kind of line it is, in a word. */
  readonly label: string
  readonly text: string
  /** Stands behind the text, less loud. */
  readonly detail?: string | undefined
  /** What backs the detail alone. */
  readonly detailCite?: string | undefined
  /** Short facts in place of a text, broken between them alone. */
  readonly facts?: readonly string[] | undefined
  readonly mark?: 'good' | 'bad' | 'open' | undefined
}

/** The detail with what backs it. */
export function wholeDetail({ detail, detailCite }: OutlineItem): string {
  return [detailCite ?? '', detail ?? ''].filter(part => part !== '').join(' ')
}

export const MARKS = { good: '✓', bad: '✗', open: '○' } as const
