/** What a call of a tool that takes no command line was about, so that a later call about the same thing is known. */
export function callSubject(tool: string, headline: string): string {
  if (CHANGES.has(tool)) return `change ${headline}`
  if (tool === 'Read') return `Read ${headline.replace(/ (?:from line|pages) \S+.*$/, '')}`
  return `${tool} ${headline}`
}

const CHANGES = new Set(['Edit', 'Write', 'MultiEdit', 'Update'])
