/** The same value with spaces where JSON allows them, taken from a list over and over. */
export function spacedJson(value: unknown, spaces: readonly string[]): string {
  let at = 0
  const space = (): string => spaces[at++ % spaces.length] ?? ''
  const write = (part: unknown): string => {
    if (Array.isArray(part)) return `[${part.map(item => space() + write(item) + space()).join(',') || space()}]`
    if (typeof part !== 'object' || part === null) return JSON.stringify(part)
    const members = Object.entries(part).map(
      ([name, inner]) => `${space()}${JSON.stringify(name)}${space()}:${space()}${write(inner)}${space()}`,
    )
    return `{${members.join(',') || space()}}`
  }
  return space() + write(value) + space()
}
