import { countsOf, listMatches, type TestRunner } from '../test-runner.ts'

/** ` 5 pass`, ` 1 fail`, then `Ran 6 tests across 1 file.` */
export const bunTest: TestRunner = {
  name: 'bun test',
  command: /^bun (?:--\S+ )*test\b/,
  hints: [' across '],
  read: lines => {
    const sums = new Map<string, number>()
    let isEnded = false
    for (const line of lines) {
      const [, count, word] = /^\s{0,4}(\d{1,9}) (pass|fail|skip|todo|errors?)$/.exec(line) ?? []
      if (word) sums.set(word, (sums.get(word) ?? 0) + Number(count))
      if (/^\s{0,4}Ran \d{1,9} tests? across \d{1,9} files?\./.test(line)) isEnded = true
    }
    if (!isEnded) return undefined
    const failing = listMatches(lines, /^\s{0,4}(?:\(fail\)|✗) (\S.{0,300}?)(?: \[\d[\d.]{0,12}m?s\])?$/)
    const failed = (sums.get('fail') ?? 0) + (sums.get('error') ?? 0) + (sums.get('errors') ?? 0)
    return countsOf({ passed: sums.get('pass') ?? 0, failed, skipped: sums.get('skip'), failing })
  },
}
