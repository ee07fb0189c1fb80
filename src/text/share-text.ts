const MAX_TEXTS = 1000
const MAX_LENGTH = 300
const known = new Map<string, string>()

/**
 * The same text, as the same string where it was met before: hook names, commands and paths come back thousands of times
 * and each line brings a copy of its own. Forgets everything when full; only memory depends on what is known.
 */
export function shareText(text: string): string {
  if (text.length > MAX_LENGTH) return text
  const shared = known.get(text)
  if (shared !== undefined) return shared
  if (known.size >= MAX_TEXTS) known.clear()
  known.set(text, text)
  return text
}
