/**
 * Reads the client's own `<tag>…</tag>` marks in plain text. Not XML: no attributes, no nesting, no entities; the first
 * closing mark ends the pair. Every function is linear in the text and none throws.
 */
export interface Tag {
  /** Between the two marks, as written. */
  readonly inner: string
  /** Offset of the opening mark. */
  readonly start: number
  /** Offset just after the closing mark. */
  readonly end: number
}

/** The first pair at or after `from`; undefined where either mark is missing. */
export function findTag(text: string, name: string, from = 0): Tag | undefined {
  const opening = `<${name}>`
  const start = text.indexOf(opening, from)
  if (start < 0) return undefined
  const innerStart = start + opening.length
  const innerEnd = text.indexOf(`</${name}>`, innerStart)
  if (innerEnd < 0) return undefined
  return { inner: text.slice(innerStart, innerEnd), start, end: innerEnd + name.length + 3 }
}

/** True where a text begins so and closes it: whoever asks what `<command-name>` means begins with a tag and closes none. */
export function isTagged(text: string, opening: string): boolean {
  return text.startsWith(opening) && text.includes(`</${/[a-z-]+/.exec(opening)?.[0]}>`, opening.length)
}

/** All pairs one after another; an opening mark that is never closed ends the list. */
export function listTags(text: string, name: string): readonly Tag[] {
  const tags: Tag[] = []
  for (let tag = findTag(text, name); tag; tag = findTag(text, name, tag.end)) tags.push(tag)
  return tags
}

/** The text without any pair of that name. An opening mark that is never closed stays. */
export function stripTags(text: string, name: string): string {
  let tag = findTag(text, name)
  if (!tag) return text
  const parts: string[] = []
  let from = 0
  for (; tag; tag = findTag(text, name, from)) {
    parts.push(text.slice(from, tag.start))
    from = tag.end
  }
  parts.push(text.slice(from))
  return parts.join('')
}
