import { listMatches, type TestCounts, type TestRunner } from '../test-runner.ts'

/**
 * A line for each package, `ok` or `FAIL`, and with `-v` one for each test. A package without tests is no run. Tests are
 * counted where each has its line and no package is known by its own line alone.
 */
export const goTest: TestRunner = {
  name: 'go test',
  command: /^(?:go|richgo) (?:-C \S+ )?test\b(?!.{0,200} -c\b)|^gotestsum\b/,
  hints: ['ok  \t', 'FAIL\t', '--- FAIL: ', '--- PASS: ', '\nFAIL', 'ok   '],
  read: lines => {
    let packages = 0
    let isFailed = false
    let passed = 0
    let skipped = 0
    let isListed = false
    for (const line of lines) {
      if (PACKAGE_OK.test(line)) packages += /\[no tests? (?:to run|files)\]/.test(line) ? 0 : 1
      else if (PACKAGE_FAIL.test(line)) isFailed = true
      else if (line.startsWith('=== RUN ')) isListed = true
      else if (line.startsWith('--- PASS: ')) passed++
      else if (line.startsWith('--- SKIP: ')) skipped++
    }
    const failing = listMatches(lines, /^(?: {4})?--- FAIL: (\S+)/)
    const top = listMatches(lines, /^--- FAIL: (\S+)/).length
    if (!isFailed && failing.length === 0 && packages + passed === 0) return undefined
    isFailed ||= failing.length > 0
    return {
      outcome: isFailed ? 'failed' : 'passed',
      passed: isListed ? passed : undefined,
      failed: top > 0 || (isListed && !isFailed) ? top : undefined,
      skipped: isListed ? skipped : undefined,
      failing: withoutParents(failing),
      isPartial: true,
    } satisfies TestCounts
  },
}

const PACKAGE_OK = /^ok\s{1,4}\S+\s{1,4}(?:\(cached\)|\d[\d.]{0,10}m?s)/
const PACKAGE_FAIL = /^FAIL(?:$|\s{1,4}\S+(?:\s{1,4}(?:\d[\d.]{0,10}m?s|\[(?:build|setup) failed\])|$))/

/** `TestX` fails because `TestX/one` does. */
function withoutParents(failing: readonly string[]): readonly string[] {
  return failing.filter((name, at) => !failing[at + 1]?.startsWith(`${name}/`))
}
