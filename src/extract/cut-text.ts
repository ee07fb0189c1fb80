const HEAD_CHARS = 8192
const TAIL_CHARS = 2048
const MAX_CHARS = HEAD_CHARS + TAIL_CHARS

export interface CutText {
  readonly text: string
  /** What was taken out of the middle. */
  readonly rest: string
}

/** The beginning and the end of a long text: of an output they tell what it is and how it ended. */
export function cutMiddle(text: string): CutText {
  if (text.length <= MAX_CHARS) return { text, rest: '' }
  const head = avoidHalf(text, HEAD_CHARS)
  const tail = avoidHalf(text, text.length - TAIL_CHARS)
  // Joined and cut once more, it is a string of its own: slices would keep the whole alive.
  return { text: ` ${text.slice(0, head)}\n${text.slice(tail)}`.slice(1), rest: text.slice(head, tail) }
}

/** Where to cut a text longer than `max` so that the first part is not: after a line, else a word, else anywhere. */
export function findCut(text: string, max: number): number {
  const line = text.lastIndexOf('\n', max - 1)
  if (line >= max / 2) return line + 1
  const word = text.lastIndexOf(' ', max - 1)
  return word >= max / 2 ? word + 1 : avoidHalf(text, max)
}

/** Never between the halves of a surrogate pair. */
function avoidHalf(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}
