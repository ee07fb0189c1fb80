import { countsOf, listMatches, Tally, type TestRunner } from '../test-runner.ts'

/** `Tests:       1 failed, 5 passed, 6 total` */
export const jest: TestRunner = {
  name: 'jest',
  command: /^(?:jest|react-scripts test|craco test)\b/,
  hints: ['Test Suites:'],
  read: lines => {
    const tests = new Tally()
    const suites = new Tally()
    for (const line of lines) {
      const [, kind, numbers] = /^\s*(Test Suites|Tests): {1,8}(\d.{0,120}) total\b/.exec(line) ?? []
      if (numbers) (kind === 'Tests' ? tests : suites).addList(numbers)
    }
    if (suites.isEmpty) return undefined
    const isFailed = (suites.of('failed') ?? 0) > 0
    const failing = listMatches(lines, /^\s*● (\S.{0,300} › .{1,300})$/)
    return countsOf({
      passed: tests.of('passed'),
      failed: tests.of('failed'),
      skipped: tests.of('skipped', 'todo'),
      failing,
      isFailed,
    })
  },
}
