/** Words of ours, not of the transcript: somebody may want the word `tools` out of a transcript. */
const OURS = new Set([
  'kind',
  'minLevel',
  'status',
  'outcome',
  'edge',
  'tone',
  'mark',
  'stream',
  'of',
  'state',
  'source',
])

/** Every text of a row, one below the other. */
export function stringsOf(row: unknown): string {
  const strings: string[] = []
  collect(row, strings)
  return strings.join('\n')
}

function collect(value: unknown, strings: string[]): void {
  if (typeof value === 'string') strings.push(value)
  else if (Array.isArray(value)) for (const item of value) collect(item, strings)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) if (!OURS.has(key)) collect(inner, strings)
  }
}
