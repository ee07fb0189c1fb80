const MAX_LENGTH = 300
const SLOTS = 512
const slots: string[] = new Array(SLOTS).fill('')

/**
 * The same text, as the same string where it was met a short while ago: hook names, commands, paths and models come back
 * thousands of times and each line brings a copy of its own. Only memory depends on what is remembered. A place by length
 * and three characters instead of a Map: hashing the text would cost more than all the rest.
 */
export function shareText(text: string): string {
  const { length } = text
  if (length === 0 || length > MAX_LENGTH) return text
  const mark =
    length * 37 + text.charCodeAt(length >> 1) * 7 + text.charCodeAt(length - 1) * 3 + text.charCodeAt(length >> 2)
  const slot = mark & (SLOTS - 1)
  const known = slots[slot] as string
  if (known === text) return known
  slots[slot] = text
  return text
}
