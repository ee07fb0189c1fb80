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

/** Whether a place has a character in common with one of these ranges, which are in order. */
export function meetsRange(ranges: readonly Range[], { start, end }: Range): boolean {
  const range = lastBefore(ranges, end - 1)
  return range !== undefined && range.end > start
}

/** Whether a place lies wholly inside one of these ranges, which are in order. */
export function isInRange(ranges: readonly Range[], { start, end }: Range): boolean {
  const range = lastBefore(ranges, start)
  return range !== undefined && range.end >= end
}

/** The last range that begins at `at` or before. */
function lastBefore(ranges: readonly Range[], at: number): Range | undefined {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle] as Range).start <= at) low = middle + 1
    else high = middle
  }
  return ranges[low - 1]
}
