import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { oneLine } from '../src/model/tools/one-line.ts'
import { readTestRun } from '../src/narrative/tests-run/read-test-run.ts'
import { CORPUS, listCorpusFiles } from './corpus.ts'
import { readEntries } from './read-session.ts'
import { runTools } from './tool-runs.ts'

/** Runs of tests in recorded sessions, against what their commands printed. */
const corpus = listCorpusFiles()
describe.runIf(corpus)('runs of tests over the corpus', () => checkCorpus(corpus ?? []))

function checkCorpus(paths: readonly string[]): void {
  const runs = paths.flatMap(path =>
    runTools(readEntries(path))
      .runs.filter(({ call }) => call.name === 'Bash')
      .map(({ call, input, text }) => {
        const command = oneLine(input.command)
        return {
          path: relative(CORPUS, path),
          command,
          text,
          read: readTestRun(command, text, call.status === 'error'),
        }
      }),
  )
  const found = runs.filter(({ read }) => read !== undefined)

  test('those of pytest and of go are told by name, and are most', () => {
    const runners = found.map(({ read }) => read?.runner)
    expect(runners.filter(runner => runner === 'pytest').length).toBeGreaterThan(30)
    expect(runners.filter(runner => runner === 'go test').length).toBeGreaterThan(70)
    expect(new Set(runners)).toEqual(new Set(['pytest', 'go test']))
  })

  test('a failed run is told with its numbers and names', () => {
    const [run] = found.filter(({ command }) => command === 'uv run pytest -m browser -v --tb=short')
    expect(run?.path).toContain(join('claude-code-log', 'test'))
    expect(run?.read).toEqual({
      runner: 'pytest',
      outcome: 'failed',
      passed: 19,
      failed: 1,
      skipped: undefined,
      failing: ['test/test_timeline_browser.py::TestTimelineBrowser::test_timeline_system_messages[chromium]'],
    })
    const [orphans] = found.filter(({ command }) => command.includes('-run "TestListOrphanedSessionStates"'))
    expect(orphans?.read).toMatchObject({ runner: 'go test', outcome: 'failed', failed: 2 })
  })

  test('a run fails where a line says so, whatever the exit code of its pipe', () => {
    for (const { text, read } of found) {
      if (/^(?:--- FAIL|FAIL\t|FAIL$)|^=+ \d+ failed/m.test(text)) expect(read?.outcome).toBe('failed')
      else expect(read?.outcome).not.toBe('failed')
    }
    expect(found.filter(({ read }) => read?.outcome === 'failed').length).toBeGreaterThan(15)
  })

  test('commands that only speak of tests are none', () => {
    const silent = runs.filter(({ read }) => read === undefined).map(({ command }) => command)
    expect(
      silent.filter(command => /^(?:ls|cat|grep|git|mkdir|rm|chmod|find) .*test/.test(command)).length,
    ).toBeGreaterThan(20)
    expect(silent).toContain('uv run pytest --markers')
  })
}
