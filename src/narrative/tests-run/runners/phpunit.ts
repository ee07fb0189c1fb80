import { countsOf, listMatches, Tally, type TestRunner } from '../test-runner.ts'

/** `OK (5 tests, 10 assertions)`, `Tests: 5, Assertions: 9, Failures: 1.`; Pest: `Tests:  1 failed, 5 passed (9 assertions)`. */
export const phpunit: TestRunner = {
  name: 'phpunit',
  command: /^(?:php (?:\S+ )?)?(?:\S+\/)?(?:phpunit|paratest|pest|artisan test|simple-phpunit)\b/,
  hints: [' assertion', 'Assertions: '],
  read: lines => {
    let passed = 0
    let failed = 0
    let skipped = 0
    for (const line of lines) {
      const ok = /^OK \((\d{1,9}) tests?, \d{1,9} assertions?\)/.exec(line)
      if (ok) passed += Number(ok[1])
      const all = /^Tests: (\d{1,9}), Assertions: \d{1,9}(.{0,120})/.exec(line)
      if (all) {
        const bad = sumOf(all[2] ?? '', /(?:Failures|Errors): (\d{1,9})/g)
        const out = sumOf(all[2] ?? '', /(?:Skipped|Incomplete): (\d{1,9})/g)
        failed += bad
        skipped += out
        passed += Math.max(0, Number(all[1]) - bad - out)
      }
      const pest = /^\s{0,4}Tests: {1,6}(\d.{0,120})\(\d{1,9} assertions?\)/.exec(line)
      if (pest) {
        const tally = new Tally()
        tally.addList(pest[1] ?? '')
        passed += tally.of('passed') ?? 0
        failed += tally.of('failed') ?? 0
        skipped += tally.of('skipped', 'todos', 'incomplete') ?? 0
      }
    }
    const failing = [
      ...listMatches(lines, /^\d{1,4}\) ([\w\\]{1,200}::\w{1,150})/),
      ...listMatches(lines, /^\s{0,4}FAILED {1,4}(\S.{0,200} > .{1,200}?)(?: {2,}\S+)?$/),
    ]
    return countsOf({ passed, failed, skipped, failing })
  },
}

function sumOf(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].reduce((sum, [, count]) => sum + Number(count), 0)
}
