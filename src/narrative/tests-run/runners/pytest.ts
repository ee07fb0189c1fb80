import { countsOf, listMatches, Tally, type TestRunner } from '../test-runner.ts'

/** `=== 1 failed, 19 passed in 39.22s ===`, without the signs where it was told to be quiet. Collecting is no run. */
export const pytest: TestRunner = {
  name: 'pytest',
  command: /^(?:pytest|py\.test|tox|nox|ptw)\b/,
  hints: [' passed', ' failed', ' error'],
  read: lines => {
    const tally = new Tally()
    for (const line of lines) {
      const [, numbers] =
        /^=* ?(\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed)\b[^=]{0,160}) in \d[\d.]{0,9}s\b/.exec(line) ?? []
      if (numbers) tally.addList(numbers)
    }
    if (tally.isEmpty) return undefined
    return countsOf({
      passed: tally.of('passed', 'xpassed'),
      failed: tally.of('failed', 'error', 'errors'),
      skipped: tally.of('skipped', 'xfailed'),
      failing: listMatches(lines, /^(?:FAILED|ERROR) (\S{1,300}(?:::|\.py)\S{0,300})/),
    })
  },
}
