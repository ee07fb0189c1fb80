const LINE_PX = 34
const TEXT_LINE_PX = 24
const TEXT_LINE_CHARS = 85
const CODE_LINE_PX = 20

/** What is known of a row before it is drawn. */
export interface RowExtent {
  /** Characters that are seen before anything is opened. */
  readonly size: number
  /** Lines behind its fold, if that is open. */
  readonly openLines: number
}

/** Height of one line. */
export const LINE_HEIGHT = LINE_PX

/** How high a row will be, as a guess: it is measured when it is drawn. */
export function estimateHeight({ size, openLines }: RowExtent): number {
  const text = size === 0 ? LINE_PX : 60 + Math.ceil(size / TEXT_LINE_CHARS) * TEXT_LINE_PX
  return openLines > 0 ? text + 30 + openLines * CODE_LINE_PX : text
}
