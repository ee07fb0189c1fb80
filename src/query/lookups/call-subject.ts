/** What a tool call was about, so that a later call about the same thing is known. */
export function callSubject(tool: string, headline: string): string {
  if (tool === 'Bash' || tool === 'PowerShell') return `command ${commandHead(headline)}`
  if (CHANGES.has(tool)) return `change ${headline}`
  if (tool === 'Read') return `Read ${headline.replace(/ (?:from line|pages) \S+.*$/, '')}`
  return `${tool} ${headline}`
}

const CHANGES = new Set(['Edit', 'Write', 'MultiEdit', 'Update'])

const MAX_WORDS = 3

/** Program and subcommands: `npm test` of `cd app && CI=1 npm test -- -t x`. A program alone takes its first argument along. */
export function commandHead(command: string): string {
  const words = skipPreparation(command).split(/\s+/)
  const named: string[] = []
  for (const word of words) {
    if (named.length === MAX_WORDS || !/^[\w@:+.-]+$/.test(word) || /^-/.test(word)) break
    if (named.length > 0 && /[.:@]/.test(word)) break
    named.push(word)
  }
  if (named.length > 1) return named.join(' ')
  const [program = '', ...rest] = words
  return `${program} ${rest.find(word => !word.startsWith('-')) ?? ''}`.trim()
}

/** Changes of folder, variables and wrappers in front of the command. */
function skipPreparation(command: string): string {
  let rest = command.trim()
  for (;;) {
    const next = rest.replace(PREPARATION, '')
    if (next === rest || next === '') return rest
    rest = next
  }
}

const PREPARATION =
  /^(?:\(+|(?:cd|source|export) [^&;|]*(?:&&|;)|\w+=[^\s"'$]*\s|(?:sudo|time|env|command|nohup|npx)\s)\s*/
