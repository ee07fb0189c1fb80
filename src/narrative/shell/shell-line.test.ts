import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coversRun, readShellLine, type ShellStep } from './shell-line.ts'

/** Commands as words; those whose failure the exit code would hide in brackets. */
function words({ program, names, values, targets, isMasked }: ShellStep): string {
  const text = [program, ...names, ...values, ...targets].join(' ')
  return isMasked ? `(${text})` : text
}

test.each([
  ['npm test', ['npm test']],
  ['cd app && CI=1 npm test -- -t beans', ['npm test beans']],
  ['npm test 2>&1 | tail -20', ['(npm test)']],
  ['set -o pipefail; npm test | tail', ['npm test']],
  ['npm test || true', ['(npm test)']],
  ['npm run lint && npm test; echo done', ['(npm run lint)', '(npm test)']],
  ['npm run lint && npm test', ['npm run lint', 'npm test']],
  ['npm run test:unit', ['npm run test:unit']],
  ['uv run pytest test/test_a.py -v > out.txt 2>/dev/null', ['uv run pytest test/test_a.py']],
  ['python3 -m pytest -q', ['pytest']],
  ['timeout 60 ./node_modules/.bin/vitest run', ['vitest run']],
  ['git add -A && git commit -m "water the beans"', ['git commit']],
  ['git commit -m "$(cat <<\'EOF\'\nWater (the) "beans"\n\nrm it\'s\nEOF\n)" && git push', ['git commit', 'git push']],
  ['cat > a.txt <<EOF\nnpm test\nEOF\nnode a.js', ['(cat)', 'node a.js']],
  ['(source .venv/bin/activate && ruff check src/)', ['ruff check src']],
  ['sudo docker compose up &', ['(docker compose up)']],
  ['head -n 20 a.txt # the start', ['head a.txt']],
  ['make \\\n  all', ['make all']],
  ['cd /x &&', ['cd /x']],
  ['', []],
  ['A=1', []],
])('%j is %j', (line, expected) => expect(readShellLine(line).map(words)).toEqual(expected))

function covers(later: string, failed: string): boolean {
  return coversRun(readShellLine(later), readShellLine(failed))
}

describe('a later run', () => {
  test.each([
    ['npm test', 'npm test'],
    ['npm test', 'cd app && npm test -- a.ts 2>&1 | tail'],
    ['npm run lint --fix', 'npm run lint'],
    ['go test ./...', 'go test ./walrus'],
    ['go test -v ./walrus ./otter', 'go test ./walrus'],
    ['go test -run TestWalrus ./...', 'go test ./... -run TestWalrus_Swims'],
    ['pytest tests/', 'pytest -x tests/a.py::test_b'],
    ['git commit -m "two words"', 'git add . && git commit -m one'],
    ['npm run lint && npm test', 'npm test'],
    ['cd /home/dev/app && make', 'cd app && make'],
    ['pytest /home/dev/app/tests/test_otter.py', 'pytest tests/test_otter.py -v'],
    ['pytest tests/test_otter.py', 'pytest /home/dev/app/tests/test_otter.py'],
    ['pytest /home/dev/app/tests/test_otter.py', 'pytest tests/test_otter.py::test_swims'],
    ['uv run python -c "import otter, sea"', 'uv run python -c "import otter, sea"'],
  ])('%j did what %j was to do', (later, failed) => expect(covers(later, failed)).toBe(true))

  test.each([
    ['npm run lint:fix', 'npm run test:unit'],
    ['go test ./otter', 'go test ./walrus'],
    ['go test ./otter', 'go test ./...'],
    ['pytest -k otter', 'pytest -k walrus'],
    ['pytest a.py', 'pytest'],
    ['pytest a.py', 'pytest -k walrus'],
    ['npm test', 'npm run lint && npm test'],
    ['ls', 'ls nosuch'],
    ['cat a', 'cat a/b'],
    ['cat b.txt', 'cat a.txt'],
    ['make', 'make test'],
    ['cd otter && make', 'cd walrus && make'],
    ['npm test', ''],
    ['pytest /home/dev/app/tests/test_walrus.py', 'pytest tests/test_otter.py'],
    ['pytest /home/dev/app/old/test_otter.py', 'pytest test_otter.py'],
    ['pytest /home/dev/app/other_tests/test_otter.py', 'pytest tests/test_otter.py'],
    ['uv run python -c "import walrus, sea"', 'uv run python -c "import otter, sea"'],
    ['node -e "console.log(1 + 1)"', 'node -e "throw new Error(1)"'],
    ['python3 - <<EOF\nimport walrus\nEOF', 'python3 - <<EOF\nimport otter\nEOF'],
  ])('%j did not what %j was to do', (later, failed) => expect(covers(later, failed)).toBe(false))
})

test('any line is read, in a time that grows with its length alone', () => {
  const part = fc.constantFrom(
    '"',
    "'",
    '$(',
    '`',
    ')',
    '<<a',
    '\n',
    '\\',
    '|',
    '&',
    ';',
    '>',
    ' ',
    'a',
    '#',
    '🦀',
    '-m',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 400 }), parts => {
      const line = parts.join('')
      for (const { program } of readShellLine(line)) expect(program).not.toBe('')
      expect(coversRun(readShellLine(line), readShellLine(line))).toBe(readShellLine(line).length > 0)
    }),
    { numRuns: 50 },
  )
})
