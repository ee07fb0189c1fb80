/**
 * embed/ turns text into vectors, so that passages of like meaning are near each other. It is optional: nothing else needs
 * it, it is off until somebody asks for it, and all it keeps is disposable. It knows words and numbers; what a session, a
 * unit or a transcript is, others know.
 */
export interface Embedder {
  /** Of what made the vectors: those of two names cannot be compared. */
  readonly name: string
  readonly dimensions: number
  /** Questions and passages alike. Of length 127; undefined where no word is known. */
  embed(text: string): Int8Array | undefined
}

/** The largest value of a byte with a sign: vectors are scaled to this length. */
export const UNIT_LENGTH = 127

/** Scaled to one length and rounded to bytes; undefined for what has no direction. */
export function quantize(values: Float64Array): Int8Array | undefined {
  let squares = 0
  for (const value of values) squares += value * value
  if (!(squares > 0) || squares === Number.POSITIVE_INFINITY) return undefined
  const scale = UNIT_LENGTH / Math.sqrt(squares)
  const vector = new Int8Array(values.length)
  for (let at = 0; at < values.length; at++) vector[at] = Math.round((values[at] as number) * scale)
  return vector
}
