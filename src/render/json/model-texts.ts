/** Fields of the model that hold words of ours: somebody may want the word `task` out of a transcript. */
const OURS: ReadonlySet<string> = new Set([
  'action',
  'joinedBy',
  'kind',
  'knownBy',
  'list',
  'outcome',
  'purpose',
  'schema',
  'source',
  'state',
  'status',
  'storedAs',
  'titleFrom',
  'verdict',
])

/** Every text of the transcript in a value of the model, one below the other. */
export function modelTexts(value: unknown): string {
  const texts: string[] = []
  collect(value, texts)
  return texts.join('\n')
}

function collect(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value)
  else if (Array.isArray(value)) for (const item of value) collect(item, texts)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) if (!OURS.has(name)) collect(inner, texts)
  }
}
