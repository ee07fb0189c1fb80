import { countsOf, listMatches, type TestRunner } from '../test-runner.ts'

/** `10 examples, 2 failures, 1 pending` */
export const rspec: TestRunner = {
  name: 'rspec',
  command: /^(?:rspec|rake spec|(?:\S+\/)?bin\/rspec)\b/,
  hints: [' examples, ', ' example, '],
  read: lines => {
    let examples = 0
    let failed = 0
    let pending = 0
    for (const line of lines) {
      const found = /^(\d{1,9}) examples?, (\d{1,9}) failures?(?:, (\d{1,9}) pending)?(?:, (\d{1,9}) errors?)?/.exec(
        line,
      )
      if (!found) continue
      examples += Number(found[1])
      failed += Number(found[2]) + Number(found[4] ?? 0)
      pending += Number(found[3] ?? 0)
    }
    const failing = listMatches(lines, /^rspec (\.?\/?\S{1,200}(?: # .{0,200})?)$/)
    return countsOf({ passed: Math.max(0, examples - failed - pending), failed, skipped: pending, failing })
  },
}

/** `5 runs, 10 assertions, 1 failures, 0 errors, 2 skips` */
export const minitest: TestRunner = {
  name: 'minitest',
  command: /^(?:(?:\S+\/)?(?:rails|rake) test|ruby .{0,80}-I ?(?:test|lib:test))\b/,
  hints: [' assertions, '],
  read: lines => {
    let runs = 0
    let failed = 0
    let skipped = 0
    for (const line of lines) {
      const found =
        /^(\d{1,9}) (?:runs|tests), \d{1,9} assertions, (\d{1,9}) failures, (\d{1,9}) errors(?:, (\d{1,9}) (?:skips|pendings))?/.exec(
          line,
        )
      if (!found) continue
      runs += Number(found[1])
      failed += Number(found[2]) + Number(found[3])
      skipped += Number(found[4] ?? 0)
    }
    const failing = listMatches(lines, /^\s{0,4}(?:\d+\) )?(?:(?:Failure|Error):\s*)?(\w[\w:]{0,100}#test_\w{1,150})/)
    return countsOf({ passed: Math.max(0, runs - failed - skipped), failed, skipped, failing })
  },
}
