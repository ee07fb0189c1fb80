import { countsOf, listMatches, type TestRunner } from '../test-runner.ts'

/** `5 tests completed, 1 failed`; where all pass there is only the end of the build. */
export const gradle: TestRunner = {
  name: 'gradle',
  command: /^(?:\S*\/)?gradlew?(?:\.bat)? (?:.{0,160} )?(?:\S*:)?(?:test\w*|\w+Test|check)\b/,
  hints: ['est FAILED', ':test', ' tests completed', ' test completed'],
  read: lines => {
    let completed: number | undefined
    let failed: number | undefined
    let skipped: number | undefined
    let isTested = false
    let isBuilt = false
    for (const line of lines) {
      const found = /^(\d{1,9}) tests? completed(?:, (\d{1,9}) failed)?(?:, (\d{1,9}) skipped)?/.exec(line)
      if (found) {
        completed = (completed ?? 0) + Number(found[1])
        failed = (failed ?? 0) + Number(found[2] ?? 0)
        skipped = (skipped ?? 0) + Number(found[3] ?? 0)
      }
      if (/^> Task \S*:\w*[tT]est\w*(?: UP-TO-DATE| FROM-CACHE)?$/.test(line)) isTested = true
      if (line.startsWith('BUILD SUCCESSFUL')) isBuilt = true
    }
    const failing = listMatches(lines, /^(\w[\w.$]{0,150} > \S.{0,150}) FAILED$/)
    if (completed !== undefined || failing.length > 0) {
      const passed = completed === undefined ? undefined : Math.max(0, completed - (failed ?? 0) - (skipped ?? 0))
      return countsOf({ passed, failed, skipped, failing, isFailed: failing.length > 0 })
    }
    if (!isTested || !isBuilt) return undefined
    return { outcome: 'passed', passed: undefined, failed: undefined, skipped: undefined, failing: [] }
  },
}

/** `Tests run: 5, Failures: 0, Errors: 0, Skipped: 0`, one for each module; those of single classes have a time. */
export const maven: TestRunner = {
  name: 'maven',
  command: /^(?:\S*\/)?mvnw?(?:\.cmd)? (?:.{0,160} )?(?:test|verify|surefire:test|integration-test)\b/,
  hints: ['Tests run: '],
  read: lines => {
    let run = 0
    let failed = 0
    let skipped = 0
    for (const line of lines) {
      const found =
        /^(?:\[\w+\] {1,2})?Tests run: (\d{1,9}), Failures: (\d{1,9}), Errors: (\d{1,9}), Skipped: (\d{1,9})$/.exec(
          line,
        )
      if (!found) continue
      run += Number(found[1])
      failed += Number(found[2]) + Number(found[3])
      skipped += Number(found[4])
    }
    const failing = listMatches(
      lines,
      /^(?:\[ERROR\] {1,2})?(\w[\w.$]{0,200}) (?:-- )?Time elapsed: .{0,40}<<< (?:FAILURE|ERROR)!/,
    )
    return countsOf({ passed: Math.max(0, run - failed - skipped), failed, skipped, failing })
  },
}
