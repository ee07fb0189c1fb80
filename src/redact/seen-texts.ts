/**
 * Long texts in which nothing was found. A transcript says much twice, mostly within a few lines: a tool's result stands
 * in the message and beside it, and each progress line repeats the last.
 */
export interface SeenTexts {
  has(text: string): boolean
  add(text: string): void
}

const MIN_LENGTH = 200
/** Two generations of this many characters are held. */
const GENERATION = 4_000_000

export function createSeenTexts(generation = GENERATION): SeenTexts {
  let young = new Map<number, string>()
  let old = new Map<number, string>()
  let characters = 0
  return {
    has(text) {
      if (text.length < MIN_LENGTH) return false
      const key = keyOf(text)
      return young.get(key) === text || old.get(key) === text
    },
    add(text) {
      if (text.length < MIN_LENGTH || text.length > generation) return
      characters += text.length
      if (characters > generation) {
        old = young
        young = new Map()
        characters = text.length
      }
      young.set(keyOf(text), text)
    },
  }
}

/** A few characters tell most texts apart; the whole is compared only where they agree. */
function keyOf(text: string): number {
  let key = text.length
  for (let part = 1; part < 8; part++) key = (Math.imul(key, 31) + text.charCodeAt((text.length * part) >> 3)) | 0
  return key
}
