import { countsOf, listMatches, Tally, type TestRunner } from '../test-runner.ts'

/** `ℹ pass 5`, or `# pass 5` where it writes TAP; failed ones begin with `✖` or `not ok`. */
export const nodeTest: TestRunner = {
  name: 'node --test',
  command: /^(?:node|tsx|ts-node)\b.{0,200} --test(?:\s|$|-)|^borp\b/,
  hints: ['ℹ pass ', '# pass '],
  read: lines => {
    const tally = new Tally()
    for (const line of lines) {
      const [, kind, count] = /^(?:ℹ|#) (pass|fail|skipped|todo|cancelled) {1,4}(\d{1,9})$/.exec(line) ?? []
      if (kind) tally.add(kind, count)
    }
    const pass = tally.of('pass')
    // Without a count of failed ones it is the TAP of others.
    if (pass === undefined || tally.of('cancelled', 'todo') === undefined) return undefined
    return countsOf({
      passed: pass,
      failed: tally.of('fail', 'cancelled'),
      skipped: tally.of('skipped', 'todo'),
      failing: listUnique([
        ...listMatches(lines, /^\s{0,16}✖ (\S.{0,300}) \(\d[\d.]{0,12}ms\)/),
        ...listMatches(lines, /^\s{0,16}not ok \d+ - (\S.{0,300})$/),
      ]),
    })
  },
}

/** They are named where they fail and again at the end. */
function listUnique(names: readonly string[]): readonly string[] {
  return [...new Set(names)]
}
