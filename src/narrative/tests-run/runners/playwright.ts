import { countsOf, listMatches, type TestRunner } from '../test-runner.ts'

/** `  5 passed (3.2s)` below `  1 failed` and the names. */
export const playwright: TestRunner = {
  name: 'playwright',
  command: /^playwright test\b/,
  hints: [' passed (', '] › '],
  read: lines => {
    const sums = new Map<string, number>()
    let isEnded = false
    for (const line of lines) {
      const found =
        /^ {2}(\d{1,9}) (passed|failed|flaky|skipped|did not run|interrupted)(?: \((?:\d[\d.]{0,9}(?:ms|s|m|h))\))?$/.exec(
          line,
        )
      if (!found) continue
      sums.set(found[2] as string, (sums.get(found[2] as string) ?? 0) + Number(found[1]))
      if (found[2] === 'passed' || found[2] === 'failed') isEnded = true
    }
    if (!isEnded) return undefined
    const failing = listMatches(lines, /^ {2,4}\d{0,4}\)? ?(\[[^\]]{1,40}\] › \S.{0,300}?)[ ─]*$/)
    return countsOf({
      passed: (sums.get('passed') ?? 0) + (sums.get('flaky') ?? 0),
      failed: sums.get('failed'),
      skipped: sums.get('skipped'),
      failing: (sums.get('failed') ?? 0) > 0 ? [...new Set(failing)] : [],
    })
  },
}
