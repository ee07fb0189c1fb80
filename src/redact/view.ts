/**
 * A text as a reader sees it: without colours, line numbers and line wraps, or decoded. It knows where each of its
 * characters stands in the text it was made from, so that what is found in it can be taken out there.
 */
export interface View {
  readonly text: string
  /**
   * Three numbers for each piece: where it begins in the view, and where it begins and ends in the original. A piece as
   * long as its original is a copy of it; of any other, only the whole stands for its characters.
   */
  readonly pieces: readonly number[]
}

export interface Place {
  readonly start: number
  readonly end: number
}

/** Puts a view together from left to right. */
export class ViewBuilder {
  private text = ''
  private readonly pieces: number[] = []

  get length(): number {
    return this.text.length
  }

  copy(source: string, from: number, to: number): void {
    if (to <= from) return
    this.pieces.push(this.text.length, from, to)
    this.text += source.slice(from, to)
  }

  /** Stands for all of the original from `from` to `to`. */
  put(text: string, from: number, to: number): void {
    if (text === '') return
    this.pieces.push(this.text.length, from, to)
    this.text += text
  }

  build(): View {
    return { text: this.text, pieces: this.pieces }
  }
}

/** Where a part of a view stands in the original, with everything between its first and its last character. */
export function placeInOriginal(view: View, start: number, end: number): Place {
  const { pieces, text } = view
  const first = pieceAt(pieces, start)
  const last = end - 1 > start ? pieceAt(pieces, end - 1) : first
  return {
    start: (pieces[first + 1] as number) + (isCopy(pieces, first, text.length) ? start - (pieces[first] as number) : 0),
    end: isCopy(pieces, last, text.length)
      ? (pieces[last + 1] as number) + end - (pieces[last] as number)
      : (pieces[last + 2] as number),
  }
}

function isCopy(pieces: readonly number[], piece: number, length: number): boolean {
  const next = pieces[piece + 3] ?? length
  return next - (pieces[piece] as number) === (pieces[piece + 2] as number) - (pieces[piece + 1] as number)
}

/** The index of the piece that holds the character `at` of the view. */
function pieceAt(pieces: readonly number[], at: number): number {
  let low = 0
  let high = pieces.length / 3
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pieces[middle * 3] as number) <= at) low = middle + 1
    else high = middle
  }
  return Math.max(0, (low - 1) * 3)
}

/** The first character of a view that stands at a place of the original or behind it. */
export function indexInView({ pieces, text }: View, place: number): number {
  for (let piece = 0; piece < pieces.length; piece += 3) {
    const from = pieces[piece + 1] as number
    if (from >= place) return pieces[piece] as number
    if (isCopy(pieces, piece, text.length) && (pieces[piece + 2] as number) > place) {
      return (pieces[piece] as number) + place - from
    }
  }
  return text.length
}
