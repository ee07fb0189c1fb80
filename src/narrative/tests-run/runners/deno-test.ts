import { countsOf, listMatches, Tally, type TestRunner } from '../test-runner.ts'

/** `ok | 5 passed | 0 failed (12ms)`, `FAILED | 4 passed | 1 failed | 1 ignored (10ms)` */
export const denoTest: TestRunner = {
  name: 'deno test',
  command: /^deno (?:test|task test\S*)(?:\s|$)/,
  hints: ['ok | ', 'FAILED | '],
  read: lines => {
    const tally = new Tally()
    for (const line of lines) {
      const [, numbers] = /^(?:ok|FAILED) \| (\d{1,9} passed.{0,160}) \(\d[\w.]{0,12}\)$/.exec(line) ?? []
      if (numbers) tally.addList(numbers)
    }
    const failing = listMatches(lines, /^(\S.{0,300}) \.\.\. FAILED(?: \(\d[\w.]{0,12}\))?$/)
    return countsOf({ passed: tally.of('passed'), failed: tally.of('failed'), skipped: tally.of('ignored'), failing })
  },
}
