import { countsOf, type TestRunner } from '../test-runner.ts'

/** `5 passing (12ms)`, `1 failing`, `2 pending`, and a list of what failed below. */
export const mocha: TestRunner = {
  name: 'mocha',
  command: /^(?:_?mocha|nyc mocha|c8 mocha|hardhat test|cypress run|truffle test|electron-mocha)\b/,
  hints: [' passing'],
  read: lines => {
    const sums = new Map<string, number>()
    for (const line of lines) {
      const [, count, word] =
        /^\s{0,12}(?:✔ |✖ )?(\d{1,9}) (?:tests? )?(passing|failing|pending)(?: \(.{1,12}\))?$/.exec(line) ?? []
      if (word) sums.set(word, (sums.get(word) ?? 0) + Number(count))
    }
    const passed = sums.get('passing')
    if (passed === undefined) return undefined
    return countsOf({ passed, failed: sums.get('failing'), skipped: sums.get('pending'), failing: listFailing(lines) })
  },
}

/** `1) Suite`, then the name, deeper and with a colon. */
function listFailing(lines: readonly string[]): readonly string[] {
  const from = lines.findIndex(line => /^\s{0,12}\d{1,9} failing\b/.test(line))
  if (from < 0) return []
  return lines.slice(from).flatMap((line, at, all) => {
    const suite = /^\s{0,8}\d{1,4}\) (\S.{0,200})$/.exec(line)?.[1]
    if (suite === undefined) return []
    const names = [suite]
    for (const next of all.slice(at + 1, at + 6)) {
      if (next.trim() === '' || names.at(-1)?.endsWith(':')) break
      names.push(next.trim())
    }
    return [names.join(' ').replace(/:$/, '')]
  })
}
