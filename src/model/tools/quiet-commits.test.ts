import { describe, expect, test } from 'vitest'
import { findQuietCommits, readCommitLine } from './quiet-commits.ts'

/** As `hash subject`, with `?` for a hash that nothing shows. */
function commitsOf(command: string, output: string, isOk = true): readonly string[] {
  return findQuietCommits(readCommitLine(command), { output, isOk, announced: 0 }).map(
    ({ sha, subject, branch }) => `${sha || '?'} ${subject ?? '?'}${branch === undefined ? '' : ` on ${branch}`}`,
  )
}

describe('a quiet commit', () => {
  test.each([
    ['git commit -q -m "Fix it" && git log --oneline -1', 'abc1234 Fix it', ['abc1234 Fix it']],
    [
      'git add -A && git commit -qm "Fix it" && git log --oneline -3',
      'abc1234 Fix it\n1234567 Old',
      ['abc1234 Fix it'],
    ],
    [
      'git commit --quiet -m "Fix it"; git log -1 --oneline',
      'abc1234 (HEAD -> main) Fix it',
      ['abc1234 Fix it on main'],
    ],
    ["cd app\ngit commit -q -am 'Fix it'\ngit log --oneline -1", 'abc1234 Fix it', ['abc1234 Fix it']],
    ['git -C app commit -q -m "Fix it" && git -C app rev-parse --short HEAD', 'abc1234', ['abc1234 Fix it']],
    ['git commit -q --amend --no-edit && git log --oneline -1', 'abc1234 Fix it', ['abc1234 Fix it']],
    [
      'git commit -q -m "Fix it" && git show --stat',
      `commit ${'ab'.repeat(20)} (HEAD -> main)\nAuthor: A <a@b>\nDate:   now\n\n    Fix it\n\n a | 1 +\n`,
      [`${'ab'.repeat(20)} Fix it on main`],
    ],
    [
      'git commit -q -m "Fix it" && git push',
      'To github.com:a/b.git\n   1234567..abc1234  main -> main',
      ['abc1234 Fix it on main'],
    ],
    ['git commit -q -m "Fix it"', '', ['? Fix it']],
    ['git commit -q -m "Fix it" && git status', 'On branch main\nnothing to commit, working tree clean', ['? Fix it']],
    ['git commit -q -m "Fix it"; git status', 'On branch main\nnothing to commit, working tree clean', ['? Fix it']],
    ['git commit -m "Fix it" > /dev/null 2>&1 && echo ok', 'ok', ['? Fix it']],
    ['git commit -m "Fix it" 2>&1 | tail -1', ' 1 file changed, 2 insertions(+)', ['? Fix it']],
    [
      'git commit -m "Fix it" | tail -3 && git log --oneline -1',
      ' create mode 100644 a\nabc1234 Fix it',
      ['abc1234 Fix it'],
    ],
    [
      'git commit -q -m "$(cat <<\'EOF\'\nFix it\n\nIt was broken.\nEOF\n)" && git log --oneline -1',
      'abc1234 Fix it',
      ['abc1234 Fix it'],
    ],
    [
      "git commit -q -F - <<'EOF'\nFix it\n\nIt was broken.\nEOF\ngit log --oneline -1",
      'abc1234 Fix it',
      ['abc1234 Fix it'],
    ],
    [
      "cat > /tmp/message <<'EOF'\nFix it\nEOF\ngit commit -q -F /tmp/message && git rev-parse HEAD",
      'ab'.repeat(20),
      [`${'ab'.repeat(20)} Fix it`],
    ],
    [
      'git commit -qm One && git commit -qm Two && git log --oneline -2',
      'abc1234 Two\n1234abc One',
      ['1234abc One', 'abc1234 Two'],
    ],
  ])('%s', (command, output, expected) => expect(commitsOf(command, output)).toEqual(expected))
  test('is one also where what came behind it failed, if that is shown', () => {
    expect(commitsOf('git commit -qm "Fix it" && git log --oneline -1 && make', 'abc1234 Fix it\nno', false)).toEqual([
      'abc1234 Fix it',
    ])
  })
})

describe('no commit', () => {
  test.each([
    ['nothing was there to commit', 'git commit -qm x; git log --oneline -1', 'nothing to commit\nabc1234 Old'],
    ['the newest is another', 'git commit -qm x 2>/dev/null; git log --oneline -1', 'abc1234 Old'],
    ['a hook said no', 'git commit -qm x; true', 'husky - pre-commit script failed (code 1)'],
    ['git speaks and did not announce it', 'git commit -m x; git log --oneline -1', 'abc1234 Old'],
    ['it may not have run', 'git diff --cached --quiet || git commit -qm x', ''],
    ['it may not have run', 'if true; then git commit -qm x; fi', ''],
    ['it went through a pipe that tells nothing', 'git commit -qm x | cat', ''],
    ['it only tried', 'git commit -q --dry-run -m x', ''],
    ['it is only spoken of', 'echo "git commit -q -m x" && git log --oneline -1', 'abc1234 x'],
    ['it is another command', 'git commit-tree -m x HEAD^{tree}', 'abc1234'],
  ])('where %s: %s', (_, command, output) => expect(commitsOf(command, output)).toEqual([]))
  test('where the line failed', () => expect(commitsOf('git commit -q -m x', 'error', false)).toEqual([]))
  test('where git announced it', () =>
    expect(
      findQuietCommits(readCommitLine('git commit -m x'), { output: '[main abc1234] x', isOk: true, announced: 1 }),
    ).toEqual([]))
})
