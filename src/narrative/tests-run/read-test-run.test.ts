import { describe, expect, test } from 'vitest'
import { processorMs } from '../../../test/processor-time.ts'
import { readTestRun, testKey } from './read-test-run.ts'

/** Command, what it printed, whether it ended with an error, and what is read of it. */
type Case = readonly [command: string, output: string, isError: boolean, read: object]

const CASES: readonly Case[] = [
  [
    'npx vitest run src',
    ' FAIL  src/a.test.ts > sums > adds two\nAssertionError: 3\n\n Test Files  1 failed | 3 passed (4)\n      Tests  2 failed | 40 passed | 1 skipped (43)\n',
    true,
    {
      runner: 'vitest',
      outcome: 'failed',
      passed: 40,
      failed: 2,
      skipped: 1,
      failing: ['src/a.test.ts > sums > adds two'],
    },
  ],
  [
    'npm test 2>&1 | tail -5',
    '\x1b[2m Test Files \x1b[22m \x1b[1m\x1b[32m4 passed\x1b[39m (4)\n\x1b[2m      Tests \x1b[22m \x1b[32m43 passed\x1b[39m (43)\n',
    false,
    { runner: 'vitest', outcome: 'passed', passed: 43, failing: [] },
  ],
  [
    'npx vitest run x',
    ' FAIL  x.test.ts\nError: Cannot load\n Test Files  1 failed (1)\n      Tests  no tests\n',
    true,
    { outcome: 'failed', failing: ['x.test.ts'] },
  ],
  [
    'yarn test --ci',
    '  ● Cart › adds an item\n\nTest Suites: 1 failed, 2 passed, 3 total\nTests:       1 failed, 5 passed, 6 total\n',
    true,
    { runner: 'jest', outcome: 'failed', passed: 5, failed: 1, failing: ['Cart › adds an item'] },
  ],
  [
    'go test ./...',
    '?   \tx/cmd\t[no test files]\nok  \tx/a\t0.1s\nok  \tx/b\t(cached)\n',
    false,
    { runner: 'go test', outcome: 'passed', passed: undefined },
  ],
  [
    'go test -v ./... 2>&1',
    '=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n--- FAIL: TestB (0.00s)\n    --- FAIL: TestB/one (0.00s)\nFAIL\nFAIL\tx/a\t0.1s\nFAIL\n',
    true,
    { outcome: 'failed', passed: 1, failed: 1, skipped: 0, failing: ['TestB/one'] },
  ],
  [
    'go test ./... | head -30',
    'x/a.go:3:1: undefined: f\nFAIL\tx/a [build failed]\nFAIL\n',
    false,
    { runner: 'go test', outcome: 'failed' },
  ],
  [
    'go test ./... -v | head -2',
    '--- PASS: TestA (0.00s)\nok  \tx/a\t0.1s\n',
    false,
    { outcome: 'unknown', passed: undefined },
  ],
  [
    'cd app && uv run --extra dev pytest -x',
    'FAILED test/test_a.py::test_one - assert 1 == 2\n=================== 1 failed, 26 passed, 1 skipped in 1.48s ====================\n',
    true,
    { runner: 'pytest', outcome: 'failed', passed: 26, failed: 1, skipped: 1, failing: ['test/test_a.py::test_one'] },
  ],
  [
    'python3 -m pytest -q',
    '.....\n5 passed, 2 warnings in 0.12s\n',
    false,
    { runner: 'pytest', outcome: 'passed', passed: 5 },
  ],
  [
    'pytest',
    'ERROR test_a.py - ImportError\n=== 1 error in 0.10s ===\n',
    true,
    { outcome: 'failed', failed: 1, failing: ['test_a.py'] },
  ],
  [
    'cargo test',
    'test a::one ... ok\ntest a::two ... FAILED\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured\ntest result: ok. 4 passed; 0 failed; 2 ignored; 0 measured\n',
    true,
    { runner: 'cargo test', outcome: 'failed', passed: 5, failed: 1, skipped: 2, failing: ['a::two'] },
  ],
  [
    'cargo test 2>&1 | tail -3',
    'error[E0425]: cannot find value\nerror: could not compile `x` (lib test)\n',
    false,
    { runner: 'cargo test', outcome: 'failed' },
  ],
  [
    'node --import tsx --test test/*.ts',
    '✖ adds (1.2ms)\nℹ tests 3\nℹ pass 2\nℹ fail 1\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\n',
    true,
    { runner: 'node --test', outcome: 'failed', passed: 2, failed: 1, failing: ['adds'] },
  ],
  [
    'npx mocha',
    '  5 passing (12ms)\n  1 failing\n\n  1) Cart\n       adds an item:\n     AssertionError: no\n',
    true,
    { runner: 'mocha', outcome: 'failed', passed: 5, failed: 1, failing: ['Cart adds an item'] },
  ],
  [
    'npx playwright test',
    '  1) [chromium] › a.spec.ts:3:1 › opens ─────\n\n  1 failed\n    [chromium] › a.spec.ts:3:1 › opens ─────\n  5 passed (3.2s)\n',
    true,
    { runner: 'playwright', outcome: 'failed', passed: 5, failed: 1, failing: ['[chromium] › a.spec.ts:3:1 › opens'] },
  ],
  [
    'bun test',
    '(fail) sums > adds [0.1ms]\n\n 5 pass\n 1 fail\nRan 6 tests across 1 file. [12.00ms]\n',
    true,
    { runner: 'bun test', outcome: 'failed', passed: 5, failed: 1, failing: ['sums > adds'] },
  ],
  [
    'deno test -A',
    'adds ... FAILED (2ms)\n\nFAILED | 4 passed | 1 failed (10ms)\n',
    true,
    { runner: 'deno test', outcome: 'failed', passed: 4, failed: 1, failing: ['adds'] },
  ],
  [
    'bundle exec rspec',
    '10 examples, 2 failures, 1 pending\n\nrspec ./spec/a_spec.rb:12 # Cart adds\n',
    true,
    { runner: 'rspec', passed: 7, failed: 2, skipped: 1, failing: ['./spec/a_spec.rb:12 # Cart adds'] },
  ],
  [
    'bin/rails test',
    '5 runs, 10 assertions, 0 failures, 0 errors, 2 skips\n',
    false,
    { runner: 'minitest', outcome: 'passed', passed: 3, skipped: 2 },
  ],
  [
    'vendor/bin/phpunit',
    '1) App\\CartTest::testAdds\nFailed\n\nTests: 5, Assertions: 9, Failures: 1.\n',
    true,
    { runner: 'phpunit', passed: 4, failed: 1, failing: ['App\\CartTest::testAdds'] },
  ],
  [
    'php artisan test',
    '  Tests:    1 failed, 5 passed (9 assertions)\n',
    true,
    { runner: 'phpunit', outcome: 'failed', passed: 5, failed: 1 },
  ],
  [
    'dotnet test',
    'Failed!  - Failed:     1, Passed:    11, Skipped:     0, Total:    12\n',
    true,
    { runner: 'dotnet test', passed: 11, failed: 1 },
  ],
  [
    './gradlew :app:test',
    '> Task :app:test\nCartTest > adds FAILED\n\n5 tests completed, 1 failed\n',
    true,
    { runner: 'gradle', passed: 4, failed: 1, failing: ['CartTest > adds'] },
  ],
  [
    './gradlew test',
    '> Task :test\n\nBUILD SUCCESSFUL in 3s\n',
    false,
    { runner: 'gradle', outcome: 'passed', passed: undefined },
  ],
  [
    'mvn -q test',
    '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.1 s -- in A\n[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1\n',
    false,
    { runner: 'maven', outcome: 'passed', passed: 2, skipped: 1 },
  ],
  [
    'ctest --output-on-failure',
    '80% tests passed, 1 tests failed out of 5\n\nThe following tests FAILED:\n\t  3 - sums (Failed)\n',
    true,
    { runner: 'ctest', passed: 4, failed: 1, failing: ['sums'] },
  ],
  [
    'swift test',
    "Test Case '-[CartTests testAdds]' failed (0.1 seconds)\n\t Executed 5 tests, with 1 failure (0 unexpected) in 0.1 seconds\n",
    true,
    { runner: 'swift test', passed: 4, failed: 1, failing: ['CartTests testAdds'] },
  ],
  [
    'mix test',
    '  1) test adds (CartTest)\n\n5 tests, 1 failure\n',
    true,
    { runner: 'exunit', passed: 4, failed: 1, failing: ['adds (CartTest)'] },
  ],
  [
    'python -m unittest',
    'FAIL: test_adds (t.Cart)\n\nRan 5 tests in 0.1s\n\nFAILED (failures=1, skipped=1)\n',
    true,
    { runner: 'unittest', passed: 3, failed: 1, skipped: 1, failing: ['test_adds (t.Cart)'] },
  ],
  [
    'prove -v t',
    'TAP version 13\n1..2\nok 1 - one\nnot ok 2 - two\n',
    true,
    { runner: 'tap', passed: 1, failed: 1, failing: ['two'] },
  ],
  // What task runners put in front, and several runs in one.
  [
    'mise run test',
    '[test] $ go test ./...\n[test] ok  \tx/a\t0.1s\n',
    false,
    { runner: 'go test', outcome: 'passed' },
  ],
  [
    'pnpm -r test',
    'packages/a test:  Test Files  1 passed (1)\npackages/a test:       Tests  5 passed (5)\npackages/b test:  Test Files  1 passed (1)\npackages/b test:       Tests  7 passed (7)\n',
    false,
    { runner: 'vitest', passed: 12 },
  ],
  // The summary counts, not what came behind it.
  [
    'npm test && npm run lint',
    ' Test Files  1 passed (1)\n      Tests  5 passed (5)\nlint: 3 problems\n',
    true,
    { outcome: 'passed' },
  ],
  ['make all', '=== 5 passed in 0.12s ===\n', false, { runner: 'pytest', outcome: 'passed' }],
  ['docker compose exec -T web pytest', '=== 5 passed in 0.12s ===\n', false, { runner: 'pytest', outcome: 'passed' }],
  [
    'bash -lc "cd app && npm test"',
    'Tests:       6 passed, 6 total\nTest Suites: 1 passed, 1 total\n',
    false,
    { runner: 'jest', passed: 6 },
  ],
  // Nothing but the command and its exit code.
  ['npm test', '> app@1.0.0 test\n', false, { runner: 'tests', outcome: 'passed' }],
  ['make test', 'assertion failed at line 3\nmake: *** [test] Error 1\n', true, { runner: 'tests', outcome: 'failed' }],
  ['pnpm --filter web test', 'done', false, { runner: 'tests', outcome: 'passed' }],
  ['npm -w web run test:unit', 'done', false, { runner: 'tests', outcome: 'passed' }],
  ['make test | grep -c ok', '12\n', false, { runner: 'tests', outcome: 'unknown' }],
  ['npm test', 'Command running in background with ID: b1', false, { runner: 'tests', outcome: 'unknown' }],
  ['timeout 60 npm test', 'Exit code 124\n> app@1.0.0 test\n> vitest run\n', true, { outcome: 'unknown' }],
  ['pytest', 'Exit code 137\ncollecting ...', true, { runner: 'pytest', outcome: 'unknown' }],
  ['npx mocha 2>&1 | grep passing', '  5 passing (3ms)\n', false, { runner: 'mocha', outcome: 'unknown' }],
  ['npx mocha 2>&1 | grep -E "passing|failing"', '  5 passing (3ms)\n', false, { outcome: 'passed' }],
  ['pytest | grep passed', '=== 5 passed in 0.12s ===\n', false, { runner: 'pytest', outcome: 'passed' }],
  ['! npm test', '', false, { runner: 'tests', outcome: 'unknown' }],
  ['npm test && npm run deploy', 'Exit code 1\ndeploy: no credentials', true, { outcome: 'unknown' }],
  ['npm test && echo OK', 'Exit code 1\nno', true, { outcome: 'failed' }],
  // The script that a wrapper tells of runs something.
  ['npm test', '> app@1.0.0 test\n> node run.js\n\nbroken\n', true, { runner: 'tests', outcome: 'failed' }],
  ['npm test', '> app@1.0.0 test\n> echo start && node run.js\n\nstart\n', false, { outcome: 'passed' }],
]

describe('a run of tests', () => {
  test.each(CASES)('%s', (command, output, isError, read) => {
    expect(readTestRun(command, output, isError)).toMatchObject(read)
  })
})

describe('no tests ran', () => {
  const passed = '=== 5 passed in 0.12s ===\n'
  test.each([
    ['grep -rn "go test" .', 'Makefile:3:\tgo test ./...\nok  \tx/a\t0.1s\n'],
    ['git log --grep test --oneline', 'abc test: 5 passed in 0.1s\n'],
    ['cat foo.test.ts', "test('a', () => {})\n"],
    ['cat test-output.log', passed],
    ['tail -50 /tmp/pytest.log', passed],
    ['ls test/', 'a.test.ts\n'],
    ['mkdir -p test && touch test/a.test.ts', ''],
    ['npm install --save-dev jest vitest', 'added 12 packages\n'],
    ['npm view vitest version', '4.0.0\n'],
    ['echo "tests pass"', 'tests pass\n'],
    ['echo "5 passed in 0.1s" && true', '5 passed in 0.1s\n'],
    ['git commit -m "test: run npm test && go test"', '[main abc] test: run npm test\n'],
    ['git commit -m "$(cat <<\'EOF\' fix: x; npm test EOF )"', '[main abc] fix\n'],
    ["cat > run.sh << 'EOF' npm test; go test ./... EOF", ''],
    ['gh run view 12 --log', passed],
    ['gh pr checks', 'test\tpass\t1m\n'],
    ['npm run build', '> tsc\n'],
    ['cargo build', 'error: could not compile `x`\n'],
    ['pytest --collect-only -q', '205 tests collected in 0.40s\n'],
    ['npx vitest --version', 'vitest/4.0.0\n'],
    ['pytest -m unit', '=== 205 deselected in 0.58s ===\n'],
    ['go test ./cmd', '?   \tx/cmd\t[no test files]\n'],
    ['which pytest', '/usr/bin/pytest\n'],
    ['[ -f test.sh ] && test -d src', ''],
    ['python3 make_report.py', 'done\n'],
    ['npm --prefix tests run build', 'done\n'],
    ['yarn workspace test-utils build', 'done\n'],
    ['make -C tests clean', ''],
    ['make tests/a.o', ''],
    ['npm run test:types', ''],
    ['cargo check --tests', ''],
    ['cargo add test-log', ''],
    ['bazel build //test:all', ''],
    ['npx vitest list', 'a.test.ts > adds\n'],
    ['go test -c ./a', ''],
    ['docker build -t test .', ''],
    ['npm test', '> app@1.0.0 test\n> echo "nothing here yet"\n\nnothing here yet\n'],
    ['yarn test', 'yarn run v1.22.0\n$ echo later && exit 0\nlater\nDone in 0.05s.\n'],
    ['npm test --if-present', ''],
    ['npm test', 'ℹ tests 0\nℹ pass 0\nℹ fail 0\n'],
    ['make test', "make: Nothing to be done for 'test'.\n"],
    ['ctest', 'No tests were found!!!\n'],
    ['bundle exec rspec', 'No examples found.\n\n0 examples, 0 failures\n'],
    ['npx vitest run', 'No test files found, exiting with code 0\n'],
  ])('%s', (command, output) => {
    expect(readTestRun(command, output, false)).toBeUndefined()
  })

  test.each([
    ['pytest', 'Exit code 127\n/bin/bash: line 1: pytest: command not found'],
    ['npm test', 'npm error Missing script: "test"'],
    ['docker compose run app npm test', 'Exit code 1\nCannot connect to the Docker daemon at unix:///x.sock.'],
    ['just test', 'Exit code 1\nerror: Justfile does not contain recipe `test`.'],
    ['dotnet test', 'Exit code 1\nMSBUILD : error MSB1003: Specify a project or solution file.'],
    ['npm run lint && npm test', 'lint: 3 problems'],
    ['npm test', '> app@1.0.0 test\n> echo "Error: no test specified" && exit 1\n\nError: no test specified\n'],
    ['npm test', '> app@1.0.0 pretest\n> tsc -p .\n\nsrc/a.ts(1,1): error TS1005\n'],
    ['npm test', '> app@1.0.0 test\n> tsc -p . && vitest run\n\nsrc/a.ts(1,1): error TS1005\n'],
    ['npx jest nowhere', 'No tests found, exiting with code 1\n'],
    ['pytest -k nothing', 'collected 0 items\n\n=== no tests ran in 0.01s ===\n'],
    ['npm test', "The user doesn't want to proceed with this tool use."],
    ['go test ./...', 'Permission to use Bash with command go test has been denied.'],
  ])('%s, which failed', (command, output) => {
    expect(readTestRun(command, output, true)).toBeUndefined()
  })
})

test('names of failed tests are few and short', () => {
  const names = Array.from({ length: 9 }, (_, at) => `FAILED t.py::test_${at}_${'x'.repeat(200)}`)
  const read = readTestRun('pytest', `${names.join('\n')}\n=== 9 failed in 1.0s ===`, true)
  expect(read?.failing).toHaveLength(5)
  expect(Math.max(...(read?.failing ?? []).map(name => name.length))).toBeLessThanOrEqual(120)
})

describe('two runs are the same tests', () => {
  test.each([
    ['cd app && npm test 2>&1 | tail -20', 'npm test'],
    ['CI=1 npm run test', 'npm test'],
    ['uv run pytest test/a.py -xvs', 'pytest test/a.py'],
    ['npx vitest run src/a --reporter verbose > /tmp/out', './node_modules/.bin/vitest run src/a'],
    ['go test ./... -v -count=1 2>&1 | grep FAIL', 'go test ./...'],
    ['(source .venv/bin/activate && pytest)', 'python -m pytest -q --tb=short'],
    ['mise run fmt && mise run test', 'mise run test'],
    ['cd app npm test', 'export CI=1 npm test'],
    ['timeout 60 npm test', 'set -e npm test'],
    ['uv run python -m pytest a.py', 'coverage run -m pytest a.py'],
  ])('%s = %s', (one, other) => {
    expect(testKey(one)).toBe(testKey(other))
  })

  test.each([
    ['npm test', 'npm run test:e2e'],
    ['go test ./a', 'go test ./b'],
    ['pytest -k one', 'pytest -k two'],
  ])('but not %s and %s', (one, other) => {
    expect(testKey(one)).not.toBe(testKey(other))
  })
})

test('an output of hostile shape takes no longer than its length', () => {
  const started = processorMs()
  for (const piece of [
    'FAIL ',
    '● › ',
    '--- FAIL: ',
    ' 1 passed',
    'Tests: 1',
    'Failed: 1, ',
    '\x1b[',
    '\r',
    '1) ',
    '\n',
    ' \t',
  ])
    for (const command of ['npm test', 'make']) readTestRun(command, piece.repeat(200_000), true)
  for (const piece of ["'", '$(', '<< E ', '&& ', 'cd a ', 'npx ', '|head '])
    readTestRun(piece.repeat(20_000), 'FAIL', true)
  expect(processorMs() - started).toBeLessThan(5000)
})
