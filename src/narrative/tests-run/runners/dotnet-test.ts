import { countsOf, listMatches, type TestRunner } from '../test-runner.ts'

/** `Failed!  - Failed:     1, Passed:    11, Skipped:     0, Total:    12`, one for each project. */
export const dotnetTest: TestRunner = {
  name: 'dotnet test',
  command: /^dotnet (?:test|vstest)\b/,
  hints: ['!  - Failed: ', 'Test summary: ', 'Total tests: '],
  read: lines => {
    const sums = new Map<string, number>()
    const add = (text: string, pattern: RegExp): void => {
      for (const [, word = '', count] of text.matchAll(pattern))
        sums.set(word.toLowerCase(), (sums.get(word.toLowerCase()) ?? 0) + Number(count))
    }
    for (const line of lines) {
      const text = line.slice(0, 300)
      if (/^(?:Passed|Failed|Skipped)! {1,2}- Failed:/.test(text)) add(text, /(Failed|Passed|Skipped): {1,8}(\d{1,9})/g)
      if (/^Test summary: total: /.test(text)) add(text, /(failed|succeeded|skipped): (\d{1,9})/g)
      if (/^ {4,5}(?:Passed|Failed|Skipped): \d/.test(text)) add(text, /(Passed|Failed|Skipped): (\d{1,9})/g)
    }
    const failing = listMatches(lines, /^\s{1,4}Failed (\S.{0,200}) \[[^\]]{1,16}\]$/)
    const passed = (sums.get('passed') ?? 0) + (sums.get('succeeded') ?? 0)
    return countsOf({ passed, failed: sums.get('failed'), skipped: sums.get('skipped'), failing })
  },
}
