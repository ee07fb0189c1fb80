/** `‹github-token-1›`: no character of it means anything in Markdown, HTML, JSON or a shell. */
export function placeholderOf(rule: string, number: number): string {
  return `‹${rule}-${number}›`
}

export interface Range {
  readonly start: number
  readonly end: number
}

const NONE: readonly Range[] = []
const PLACEHOLDER = /‹([a-z0-9]+(?:-[a-z0-9]+)*)-\d{1,7}›/g

/** Where placeholders of these rules stand in a text; nothing is looked for inside of them. */
export function placeholderRanges(text: string, rules: ReadonlySet<string>): readonly Range[] {
  if (!text.includes('‹')) return NONE
  const ranges: Range[] = []
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (rules.has(match[1] as string)) ranges.push({ start: match.index, end: match.index + match[0].length })
  }
  return ranges
}
