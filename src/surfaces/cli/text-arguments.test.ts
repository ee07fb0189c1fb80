import { expect, test } from 'vitest'
import { COMMANDS } from './command-table.ts'
import { GLOBAL_OPTIONS } from './rows/global.ts'
import { protectText, splitPairs } from './text-arguments.ts'

function check(typed: string, expected: string): void {
  expect(protectText(typed.split(' '), COMMANDS, GLOBAL_OPTIONS).argv.join(' ')).toBe(expected)
}

function checkNotes(typed: string, ...expected: readonly string[]): void {
  expect(protectText(typed.split(' '), COMMANDS, GLOBAL_OPTIONS).notes).toEqual(expected)
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

test('what is nearly an option is told of', () => {
  checkNotes('search a --sesions', '"--sesions" was taken as text; the option is --sessions')
  checkNotes('search a --no-pagr', '"--no-pagr" was taken as text; the option is --no-pager')
  checkNotes('search a --plain=yes', '"--plain=yes" was taken as text; the option is --plain')
  checkNotes('errors --projct', '"--projct" was taken as text; the option is --project')
})

test('options, text behind two dashes and options of other programs are not', () => {
  checkNotes('search a --no-pager --json')
  checkNotes('search a -- --sesions --no-pagr')
  checkNotes('search npm run --workspaces --if-present --on-fire')
  checkNotes('ls --sinc')
})

test('an option with two values becomes the same option twice', () => {
  const checkPairs = (typed: string, expected: string): void => {
    expect(splitPairs(typed.split(' '), COMMANDS, GLOBAL_OPTIONS).join(' ')).toBe(expected)
  }
  checkPairs('files a.ts --diff 2d now', 'files a.ts --diff 2d --diff now')
  checkPairs('files --diff 2d now a.ts --json', 'files --diff 2d --diff now a.ts --json')
  checkPairs('files a.ts --diff=2d now', 'files a.ts --diff=2d --diff now')
  checkPairs('files a.ts --diff 2d', 'files a.ts --diff 2d')
  checkPairs('files a.ts --diff 2d --json', 'files a.ts --diff 2d --json')
  checkPairs('files --at 2d -- --diff a b', 'files --at 2d -- --diff a b')
  checkPairs('ls --diff a b', 'ls --diff a b')
})
