import { countsOf, listMatches, Tally, type TestRunner } from '../test-runner.ts'

/** `80% tests passed, 1 tests failed out of 5` */
export const ctest: TestRunner = {
  name: 'ctest',
  command: /^ctest\b/,
  hints: ['% tests passed, '],
  read: lines => {
    let total = 0
    let failed = 0
    for (const line of lines) {
      const found = /^\d{1,3}% tests passed, (\d{1,9}) tests? failed out of (\d{1,9})/.exec(line)
      failed += Number(found?.[1] ?? 0)
      total += Number(found?.[2] ?? 0)
    }
    const failing = listMatches(
      lines,
      /^\s{1,8}\d{1,6} - (\S.{0,200}) \((?:Failed|Timeout|Not Run|SEGFAULT|ILLEGAL|NUMERICAL)\)/,
    )
    return countsOf({ passed: total - failed, failed, skipped: undefined, failing })
  },
}

/** `[  PASSED  ] 5 tests.`, `[  FAILED  ] 1 test, listed below:` */
export const googleTest: TestRunner = {
  name: 'googletest',
  command: /^(?!)/,
  hints: ['[  PASSED  ] '],
  read: lines => {
    let passed = 0
    let failed = 0
    for (const line of lines) {
      passed += Number(/^\[ {2}PASSED {2}\] (\d{1,9}) tests?\.$/.exec(line)?.[1] ?? 0)
      failed += Number(/^\[ {2}FAILED {2}\] (\d{1,9}) tests?, listed below:$/.exec(line)?.[1] ?? 0)
    }
    const failing = listMatches(lines, /^\[ {2}FAILED {2}\] (\w[\w./]{0,200}\.\S{1,200})(?:,.{0,200}|)$/)
    return countsOf({ passed, failed, skipped: undefined, failing: [...new Set(failing)] })
  },
}

/** `Executed 5 tests, with 1 failure`, of suites inside suites: the last one is of all. Swift Testing ends in a line of its own. */
export const swiftTest: TestRunner = {
  name: 'swift test',
  command: /^(?:swift test|xcodebuild (?:.{0,200} )?test(?:-without-building)?)(?:\s|$)/,
  hints: ['Executed ', 'Test run with '],
  read: lines => {
    let run = 0
    let failed = 0
    let other = 0
    let isFailed = false
    for (const line of lines) {
      const suite = /^\s{0,8}Executed (\d{1,9}) tests?, with (?:\d+ tests? skipped and )?(\d{1,9}) failures?/.exec(line)
      if (suite) {
        run = Number(suite[1])
        failed = Number(suite[2])
      }
      const [, count, verdict] =
        /Test run with (\d{1,9}) tests?(?: in \d+ suites?)? (passed|failed) after/.exec(line.slice(0, 200)) ?? []
      if (count) other += Number(count)
      if (verdict === 'failed') isFailed = true
    }
    if (run + other === 0) return undefined
    const failing = [
      ...listMatches(lines, /^Test Case '(?:-\[)?([^']{1,200}?)\]?' failed/),
      ...listMatches(lines, /^\S{1,3} {1,2}Test (?!run with)(\S.{0,200}) failed after/),
    ]
    return countsOf({
      passed: isFailed ? undefined : run + other - failed,
      failed: isFailed ? undefined : failed,
      skipped: undefined,
      failing,
      isFailed,
    })
  },
}

/** `00:03 +5 ~1 -2: Some tests failed.` */
export const dartTest: TestRunner = {
  name: 'dart test',
  command: /^(?:fvm )?(?:flutter|dart) test\b/,
  hints: ['All tests passed!', 'Some tests failed.'],
  read: lines => {
    const last = lines.findLast(line => /^\d\d:\d\d \+\d.{0,40}: (?:All tests passed!|Some tests failed\.)/.test(line))
    const found = /\+(\d{1,9})(?: ~(\d{1,9}))?(?: -(\d{1,9}))?: /.exec(last ?? '')
    if (!found) return undefined
    const failing = listMatches(lines, /^\d\d:\d\d \+\d[^:]{0,30}: (\S.{0,300}) \[E\]$/)
    const failed = Number(found[3] ?? 0)
    return countsOf({ passed: Number(found[1]), failed, skipped: Number(found[2] ?? 0), failing })
  },
}

/** `Suite result: ok. 5 passed; 0 failed; 0 skipped` */
export const forgeTest: TestRunner = {
  name: 'forge test',
  command: /^forge (?:test|coverage)\b/,
  hints: ['Suite result: '],
  read: lines => {
    const tally = new Tally()
    for (const line of lines) tally.addList(/^Suite result: (?:ok|FAILED)\. (.{1,120})/.exec(line)?.[1] ?? '')
    const failing = listMatches(lines, /^\[FAIL[^\]]{0,200}\] (\S{1,200})/)
    return countsOf({
      passed: tally.of('passed'),
      failed: tally.of('failed'),
      skipped: tally.of('skipped'),
      failing: [...new Set(failing)],
    })
  },
}
