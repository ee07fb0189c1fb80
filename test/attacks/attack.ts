/** One attack that was tried on backscroll, and the test that tries it again. */
export interface Attack {
  /** A few words: what was tried. */
  readonly attack: string
  /** What happens, in a sentence. */
  readonly outcome: string
  /** The test file from the root of the repository, and the name of the test as it stands in it. */
  readonly test: { readonly file: string; readonly name: string }
}
