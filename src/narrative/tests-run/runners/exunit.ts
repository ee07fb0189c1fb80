import { countsOf, listMatches, type TestRunner } from '../test-runner.ts'

/** `2 doctests, 5 tests, 1 failure, 1 skipped` */
export const exunit: TestRunner = {
  name: 'exunit',
  command: /^mix (?:\S+ )?test\b/,
  hints: [' failure'],
  read: lines => {
    let run = 0
    let failed = 0
    let skipped = 0
    for (const line of lines) {
      const found =
        /^(?:(\d{1,9}) doctests?, )?(?:\d{1,9} propert(?:y|ies), )?(\d{1,9}) tests?, (\d{1,9}) failures?(?:, \d{1,9} excluded)?(?:, (\d{1,9}) skipped)?$/.exec(
          line,
        )
      if (!found) continue
      run += Number(found[1] ?? 0) + Number(found[2])
      failed += Number(found[3])
      skipped += Number(found[4] ?? 0)
    }
    const failing = listMatches(lines, /^\s{1,4}\d{1,4}\) (?:test|doctest) (\S.{0,300})$/)
    return countsOf({ passed: Math.max(0, run - failed - skipped), failed, skipped, failing })
  },
}
