/** A run of bytes in a file, end exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}
