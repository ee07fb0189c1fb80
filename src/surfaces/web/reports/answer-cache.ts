/** Answers that somebody may ask for again, up to a size in all. */
export interface AnswerCache {
  find(question: string, state: string): Uint8Array | undefined
  keep(question: string, state: string, answer: Uint8Array): void
}

const MAX_BYTES = 8 * 1024 * 1024

export function createAnswerCache(maxBytes = MAX_BYTES): AnswerCache {
  // A Map goes from old to new: what was asked for longest ago goes first.
  const answers = new Map<string, { readonly state: string; readonly answer: Uint8Array }>()
  let bytes = 0

  function drop(question: string): void {
    bytes -= answers.get(question)?.answer.length ?? 0
    answers.delete(question)
  }

  return {
    find(question, state) {
      const known = answers.get(question)
      if (!known) return undefined
      drop(question)
      if (known.state !== state) return undefined
      answers.set(question, known)
      bytes += known.answer.length
      return known.answer
    },
    keep(question, state, answer) {
      drop(question)
      if (answer.length > maxBytes / 4) return
      answers.set(question, { state, answer })
      bytes += answer.length
      for (const oldest of answers.keys()) {
        if (bytes <= maxBytes) break
        drop(oldest)
      }
    },
  }
}
