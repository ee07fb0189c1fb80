import { countsOf, listMatches, Tally, type TestRunner } from '../test-runner.ts'

/** `Tests  1 failed | 3 passed (4)`; a file that cannot be loaded fails without a test. */
export const vitest: TestRunner = {
  name: 'vitest',
  command: /^vitest\b(?! (?:list|bench|init)\b)/,
  hints: ['Test Files  '],
  read: lines => {
    const tests = new Tally()
    const files = new Tally()
    for (const line of lines) {
      const [, kind, numbers] = /^\s*(Test Files|Tests) {2,4}(\S.{0,120})$/.exec(line) ?? []
      if (numbers) (kind === 'Tests' ? tests : files).addList(numbers)
    }
    if (files.isEmpty) return undefined
    const isFailed = (files.of('failed') ?? 0) > 0
    const failing = listMatches(lines, /^\s*FAIL {1,2}(\S.{0,300})$/)
    return countsOf({
      passed: tests.of('passed'),
      failed: tests.of('failed'),
      skipped: tests.of('skipped', 'todo'),
      failing,
      isFailed,
    })
  },
}
