import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineWithWords, nameError, showsError } from './error-name.ts'

function checkLine(message: string, line: string): void {
  expect(nameError(message).line).toBe(line)
}

test('the line that tells what went wrong is not the exit code, the call or a ruler', () => {
  checkLine('Exit code 1\n$ npm test\n=====\n  x failed\nmore', 'x failed')
  checkLine('Exit code 1\n[lint] $ run ./...\n[lint] ERROR task failed\n', '[lint] ERROR task failed')
  checkLine('Traceback (most recent call last):\n  File "a.py", line 1\nValueError: no beans', 'ValueError: no beans')
  checkLine('\x1b[31mcannot read\x1b[0m', 'cannot read')
})

test('what states an error goes before what only names one, and before what every run prints', () => {
  checkLine(
    'Exit code 1\n=== RUN   TestWalrus\nnot found\n--- FAIL: TestWalrus (0.00s)\nFAIL',
    '--- FAIL: TestWalrus (0.00s)',
  )
  checkLine('Exit code 1\nplatform linux -- Python 3.12\ntestpaths: test\na.py::b FAILED [ 5%]', 'a.py::b FAILED [ 5%]')
  checkLine(
    'Exit code 2\nWARN expect fatal errors\nerror[no-call]: x is no function',
    'error[no-call]: x is no function',
  )
  checkLine('Exit code 1\nassert "Error:" in out\nE   AssertionError: no', 'E   AssertionError: no')
  checkLine(
    'Exit code 1\n[lint] a/b.go:12:3: x is never used\n[lint] ERROR task failed',
    '[lint] a/b.go:12:3: x is never used',
  )
  checkLine('Exit code 1\nSIM115 Use a context manager\nFound 1 error.', 'SIM115 Use a context manager')
  checkLine(
    'Found 2 matches of the string to replace.\nString: throw new Error: x',
    'Found 2 matches of the string to replace.',
  )
})

test('an output shows an error that says what is wrong, whatever stands around its line', () => {
  const check = (message: string, output: string): boolean => showsError(output, nameError(message))
  expect(check('Exit code 1\nError: no beans in bed 12', '> npm test\n  x Error: no beans in bed 7')).toBe(true)
  expect(check('Exit code 1\nError: no beans in bed 12', 'all 12 beds have beans')).toBe(false)
  expect(check('Exit code 1\n3 tests failed', '0 tests failed')).toBe(false)
  expect(check('Exit code 1\ncollected 4 items', 'collected 4 items')).toBe(false)
})

test('where no line tells anything the first one stands for it', () => {
  checkLine('Exit code 1', 'Exit code 1')
  checkLine('\n\nsomething\nelse', 'something')
  checkLine('', '')
})

function checkSame(a: string, b: string, isSame: boolean): void {
  expect(nameError(a).key === nameError(b).key).toBe(isSame)
}

test('numbers, hashes, times, folders and quotes make no difference', () => {
  checkSame('error at line 12 of 90', 'error at line 3 of 4', true)
  checkSame('bad object 1f0c2d3e4', 'bad object abcdef0123456789', true)
  checkSame('no session 11111111-1111-4111-8111-111111111111', 'no session 2f2f2f2f-1111-4111-8111-111111111111', true)
  checkSame('2026-01-02T03:04:05.678Z failed', '2025-12-31 23:59:59,1 failed', true)
  checkSame("ENOENT: open '/home/dev/a/b.ts'", 'ENOENT: open "C:\\work\\b.ts"', true)
})

test('words and names of files do', () => {
  checkSame('cannot find a.ts', 'cannot find b.ts', false)
  checkSame("no module 'beans'", "no module 'peas'", false)
  checkSame('address decades', 'address facades', false)
})

test('the first line with most of the words is chosen before the telling one', () => {
  expect(lineWithWords('fatal error\nno water\nno water for beans', ['beans', 'water'])).toBe('no water for beans')
  expect(lineWithWords('one\nfatal error', ['beans'])).toBe('fatal error')
})

test('any message has a name that is one line of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), message => {
      const { line, key } = nameError(message)
      expect(line).not.toContain('\n')
      expect(key.length).toBeLessThanOrEqual(200)
      expect(lineWithWords(message, ['a', 'b'])).not.toContain('\n')
    }),
  )
})

test('a line of a million letters is named as fast as any', () => {
  expect(nameError('a'.repeat(1_000_000)).key).toHaveLength(200)
})
