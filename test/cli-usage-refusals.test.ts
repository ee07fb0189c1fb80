import { beforeAll, describe, expect, test } from 'vitest'
import { makeUsageHome } from './cli-usage-home.ts'

const made = makeUsageHome()
const run = (...args: string[]) => made.run(['usage', ...args, '--tz', 'UTC'], { env: { COLUMNS: '100' } })

/** The first one reads the sessions, and says so. */
beforeAll(() => run())

describe('what cannot be', () => {
  test.each([
    [['--json', '--csv'], /--json and --csv cannot/],
    [['--json', '--chart'], /--json and --chart cannot/],
    [['--csv', '--chart'], /--csv and --chart cannot/],
    [['--breakdown', '--instances'], /--breakdown and --instances cannot/],
    [['--explain', 'x', '--csv'], /--explain and --csv cannot/],
    [['--explain', 'x', '--chart'], /--explain and --chart cannot/],
    [['--explain', 'x', '--breakdown'], /--explain and --breakdown cannot/],
    [['--explain', 'x', '--instances'], /--explain and --instances cannot/],
    [['--no-cost', '--order', 'cost'], /--no-cost and --order cost cannot/],
    [['--no-cost', '--recalculate'], /--no-cost and --recalculate cannot/],
    [['tools', '--no-index'], /--no-index cannot tell the tools.*\n.*backscroll usage tools/],
    [['yearly'], /no usage report "yearly"\nThe reports are daily, weekly/],
    [['dayly'], /no usage report "dayly"\nDid you mean daily\? The reports are daily, weekly/],
    [['--session', 'nope'], /no session is called "nope"\n.*backscroll ls/],
    [['--session', '444:1'], /whole sessions/],
    [['--since', 'whenever'], /whenever/],
    [['--order', 'size'], /--order cannot be "size"\nIt can be asc, desc/],
    [['--last', '99999999999999'], /--last cannot be "99999999999999"\nIt must be a whole number from 1 to 999999999/],
    [['-n', '0'], /--limit cannot be "0"\nIt must be a whole number from 1 to 999999999/],
    [['-p', ''], /--project has no value\n.*shell variable/],
    [['--model', ' '], /--model has no value\n.*shell variable/],
    [['--explain', ''], /--explain has no value\n.*shell variable/],
  ])('%j is refused with a next step', async (args, message) => {
    const { code, out, err } = await run(...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(message)
    expect(err.trimEnd().split('\n')).toHaveLength(2)
  })
})

test.each(['Daily', ' WEEK', 'Sessions'])('the name of a report may have capitals: %j', async name =>
  expect((await run(name)).code).toBe(0),
)

describe('where there is no request, it says so in a sentence', () => {
  test.each([
    [['--last', '3'], 'no request in 4 sessions in the last 3 days'],
    [['monthly', '--last', '2', '--model', 'opus'], 'no request of model opus in 4 sessions in the last 2 months'],
    [['--since', '2026-06-01', '-p', 'garden'], 'no request of project garden in 4 sessions since 2026-06-01'],
    [['--session', '444', '--model', 'opus'], 'no request of model opus in session 444'],
  ])('%j', async (args, sentence) => {
    const { code, err } = await run(...args)
    expect({ code, err }).toEqual({
      code: 1,
      err: `backscroll: ${sentence}\nAsk for more: \`backscroll usage\` counts all there is.\n`,
    })
  })
})

test('help says what each report is', async () => {
  const { out } = await run('--help')
  expect(out).toMatch(/^Count tokens and money by day, [\w, ]+ more\.$/m)
  expect(out).toMatch(/^- prompts: By prompt: everything until the next one, subagents included$/m)
})
