import { countsOf, listMatches, type TestRunner } from '../test-runner.ts'

/** `Ran 5 tests in 0.1s`, and `OK` or `FAILED (failures=1, errors=2)` below it. */
export const unittest: TestRunner = {
  name: 'unittest',
  command:
    /^(?:unittest|python[\d.]* (?:\S+ )?-m unittest|(?:python[\d.]* )?(?:\S+\/)?manage\.py test|django-admin test|trial)\b/,
  hints: ['\nRan ', 'Ran '],
  read: lines => {
    let ran = 0
    let failed = 0
    let skipped = 0
    let isFailed = false
    let isEnded = false
    for (const line of lines) {
      const [, count] = /^Ran (\d{1,9}) tests? in \d/.exec(line) ?? []
      if (count) ran += Number(count)
      const [, verdict, details = ''] = /^(OK|FAILED)(?: \(([\w =,]{1,120})\))?$/.exec(line) ?? []
      if (!verdict || ran === 0) continue
      isEnded = true
      isFailed ||= verdict === 'FAILED'
      for (const [, kind, number] of details.matchAll(/(failures|errors|skipped)=(\d{1,9})/g)) {
        if (kind === 'skipped') skipped += Number(number)
        else failed += Number(number)
      }
    }
    if (ran === 0 || !isEnded) return undefined
    const failing = listMatches(lines, /^(?:FAIL|ERROR): (\S.{0,300})$/)
    return countsOf({ passed: Math.max(0, ran - failed - skipped), failed, skipped, failing, isFailed })
  },
}
