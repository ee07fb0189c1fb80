import { countsOf, listMatches, Tally, type TestRunner } from '../test-runner.ts'

/** `test result: ok. 5 passed; 0 failed; 1 ignored`, one for each crate and kind; nextest has one for all. */
export const cargoTest: TestRunner = {
  name: 'cargo test',
  command: /^cargo (?:\+\S+ )?(?:test|t|nextest run|llvm-cov|tarpaulin|miri test)\b/,
  hints: ['test result: ', ' tests run: ', ' test run: ', 'could not compile'],
  read: lines => {
    const tally = new Tally()
    let isFailed = false
    let isBuilt = true
    for (const line of lines) {
      const [, verdict, numbers] = /^test result: (ok|FAILED)\. (\d.{0,120})/.exec(line) ?? []
      const [, summary] = /^\s{0,8}Summary \[[^\]]{1,20}\] +\d+ tests? run: (.{1,120})/.exec(line) ?? []
      if (numbers || summary) tally.addList(numbers ?? summary ?? '')
      if (verdict === 'FAILED') isFailed = true
      if (/^error: could not compile /.test(line)) isBuilt = false
    }
    if (tally.isEmpty && isBuilt) return undefined
    const counts = countsOf({
      passed: tally.of('passed'),
      failed: tally.of('failed'),
      skipped: tally.of('ignored', 'skipped'),
      failing: [
        ...listMatches(lines, /^test (\S.{0,300}) \.\.\. FAILED$/),
        ...listMatches(lines, /^\s{0,8}FAIL \[[^\]]{1,20}\] (\S.{0,300})$/),
      ],
      isFailed: isFailed || !isBuilt,
    })
    return counts && { ...counts, isPartial: true, isUnbuilt: tally.isEmpty }
  },
}
