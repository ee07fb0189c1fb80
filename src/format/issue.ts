/** Something odd about the input: a value beside the result, never an exception. */
export interface Issue {
  readonly code: IssueCode
  readonly message: string
  /** Bytes in the file. */
  readonly start: number
  readonly end: number
  /** Physical line, from 1. */
  readonly line: number
}

export type IssueCode =
  | 'not-json'
  | 'cut-line'
  | 'glued-line'
  | 'not-an-object'
  | 'too-long'
  | 'bad-utf8'
  | 'nul-bytes'
  | 'byte-order-mark'
