import { countsOf, listMatches, type TestRunner } from '../test-runner.ts'

/** `ok 1 - name`, `not ok 2 - name`, and a plan, `1..2`. What is indented belongs to a line that is counted. */
export const tap: TestRunner = {
  name: 'tap',
  command: /^(?:tap|tape|bats|prove|ava)\b/,
  hints: ['ok 1 ', 'ok 1\n', '# pass '],
  read: lines => {
    let passed = 0
    let skipped = 0
    let isPlanned = false
    for (const line of lines) {
      if (/^1\.\.\d/.test(line) || /^# (?:pass|tests) {1,4}\d/.test(line) || /^TAP version/.test(line)) isPlanned = true
      else if (/^ok \d/.test(line)) {
        if (/# skip/i.test(line)) skipped++
        else passed++
      }
    }
    const failing = listMatches(lines, /^not ok \d+(?: -)? ?(\S.{0,300})$/).filter(name => !/# todo/i.test(name))
    if (!isPlanned) return undefined
    return countsOf({ passed, failed: failing.length, skipped, failing })
  },
}
