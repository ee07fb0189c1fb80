import { expect, test } from 'vitest'
import { COMMANDS } from './command-table.ts'
import { GLOBAL_OPTIONS } from './rows/global.ts'
import { protectText } from './text-arguments.ts'

function check(typed: string, expected: string): void {
  expect(protectText(typed.split(' '), COMMANDS, GLOBAL_OPTIONS).join(' ')).toBe(expected)
}

test('words that begin with a dash are text', () => {
  check('search lock -stale', 'search -- lock -stale')
  check('search -node', 'search -- -node')
  check('search rm -rf --force dist', 'search -- rm -rf --force dist')
})

test('options of the command and of all commands stay options, wherever they stand', () => {
  check('search a -n 5 b', 'search -n 5 -- a b')
  check('search a -n5 --json', 'search -n5 --json -- a')
  check('--root /x search a --project api b', '--root /x search --project api -- a b')
  check('search --project=api a', 'search --project=api -- a')
  check('search --help', 'search --help')
})

test('behind two dashes everything is text', () => {
  check('search a -- --json', 'search -- a --json')
})

test('other commands are left as typed', () => {
  check('ls --since 7d -x', 'ls --since 7d -x')
  check('--root search ls', '--root search ls')
})
