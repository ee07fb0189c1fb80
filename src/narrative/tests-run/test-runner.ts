/** What runs tests: how it is called, and how its summary reads. A new one is a file in `runners/` and a row in `table.ts`. */
export interface TestRunner {
  readonly name: string
  /** Fits a command that runs it, as words with a space between them, without wrappers such as `npx`. */
  readonly command: RegExp
  /** One of these stands in what it prints where it prints a summary. */
  readonly hints: readonly string[]
  /** Undefined where the lines hold no summary. Lines come without colours and without what task runners put before them. */
  readonly read: (lines: readonly string[]) => TestCounts | undefined
}

export interface TestCounts {
  readonly outcome: 'passed' | 'failed'
  readonly passed: number | undefined
  readonly failed: number | undefined
  readonly skipped: number | undefined
  /** All that are named, in order. */
  readonly failing: readonly string[]
  /** There is one summary for each part of the run and none for all of it: what stands behind a cut is not known. */
  readonly isPartial?: boolean
  /** Nothing but that what should be tested could not be built: tells of tests only where the command does. */
  readonly isUnbuilt?: boolean
}

/** Numbers of one kind of words, such as `3 passed`, added up over all summaries. */
export class Tally {
  private readonly sums = new Map<string, number>()

  add(word: string, count: string | number | undefined): void {
    if (count !== undefined) this.sums.set(word, (this.sums.get(word) ?? 0) + Number(count))
  }

  /** `1 failed | 3 passed`, `5 passed, 2 skipped`: every number with the word behind it. */
  addList(text: string): void {
    for (const [, count, word] of text.matchAll(/(\d{1,9}) ([a-z]{2,12})/g)) this.add(word as string, count)
  }

  get isEmpty(): boolean {
    return this.sums.size === 0
  }

  /** Of all these words; undefined where none was met. */
  of(...words: readonly string[]): number | undefined {
    const found = words.flatMap(word => this.sums.get(word) ?? [])
    return found.length > 0 ? found.reduce((sum, count) => sum + count, 0) : undefined
  }
}

/** Failed where any test did; undefined where no test ran at all, which is no run. */
export function countsOf(parts: {
  readonly passed: number | undefined
  readonly failed: number | undefined
  readonly skipped: number | undefined
  readonly failing?: readonly string[]
  readonly isFailed?: boolean
}): TestCounts | undefined {
  const { passed, failed, skipped, failing = [], isFailed = false } = parts
  const isBad = isFailed || (failed ?? 0) > 0
  if (!isBad && (passed ?? 0) === 0 && (skipped ?? 0) === 0) return undefined
  return { outcome: isBad ? 'failed' : 'passed', passed, failed, skipped, failing }
}

/** First group of every line that fits. */
export function listMatches(lines: readonly string[], pattern: RegExp): readonly string[] {
  return lines.flatMap(line => pattern.exec(line)?.[1]?.trim() ?? [])
}
