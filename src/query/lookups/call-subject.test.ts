import { expect, test } from 'vitest'
import { callSubject, commandHead } from './call-subject.ts'

test.each([
  ['npm test', 'npm test'],
  ['npm test -- -t beans', 'npm test'],
  ['cd app && CI=1 npm test 2>&1 | tail', 'npm test'],
  ['uv run pytest test/test_a.py -v', 'uv run pytest'],
  ['git commit -m "water the beans"', 'git commit'],
  ['(source .venv/bin/activate && ruff check src/)', 'ruff check'],
  ['sudo docker compose up', 'docker compose up'],
  ['ls -la /tmp/x', 'ls /tmp/x'],
  ['node scripts/a.js --all', 'node scripts/a.js'],
  ['python3 a.py', 'python3 a.py'],
  ['make', 'make'],
  ['', ''],
  ['cd /x &&', 'cd /x'],
])('the head of %j is %j', (command, head) => expect(commandHead(command)).toBe(head))

test('calls about one file are about the same thing, whatever part of it they read', () => {
  expect(callSubject('Read', '/a.ts from line 12')).toBe(callSubject('Read', '/a.ts'))
  expect(callSubject('Edit', '/a.ts')).toBe(callSubject('Write', '/a.ts'))
  expect(callSubject('Edit', '/a.ts')).not.toBe(callSubject('Read', '/a.ts'))
  expect(callSubject('Edit', '/a.ts')).not.toBe(callSubject('Edit', '/b.ts'))
})
