import type { Row } from './row.ts'

/** Nobody reads these in a row, so nobody finds them. */
const NOT_READ = new Set([
  ...['kind', 'minLevel', 'uuid', 'callId', 'agentId', 'taskId', 'base64', 'edge', 'tone', 'mark', 'stream', 'of'],
  ...['state', 'source', 'storedAs', 'purpose', 'outcome', 'status', 'scope'],
])

/** What can be found in a row, folded parts included. */
export function rowText(row: Row): string {
  const texts: string[] = []
  collect(row, texts)
  return texts.join('\n')
}

function collect(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value)
  else if (Array.isArray(value)) for (const item of value) collect(item, texts)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) if (!NOT_READ.has(key)) collect(inner, texts)
  }
}

/** How often a text, already in lower case, occurs. */
export function countIn(text: string, wanted: string): number {
  const lower = text.toLowerCase()
  let count = 0
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) count++
  return count
}
