import { describe, expect, test } from 'vitest'
import { findCommits } from './git-output.ts'
import { findLineCommits, readCommitLine } from './quiet-commits.ts'

/** As `hash subject`, with `?` for a hash that nothing shows. */
function commitsOf(command: string, output: string, isOk = true, known = ''): readonly string[] {
  const isKnown = (sha: string): boolean => sha === known
  return findLineCommits(readCommitLine(command), { output, isOk, announced: findCommits(output), isKnown }).map(
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

describe('of several steps of a line each is judged by itself', () => {
  const nothing = 'On branch main\nnothing to commit, working tree clean'
  test.each([
    ['git commit -m x', '[main abc1234] x', true, ['abc1234 x on main']],
    [
      'git commit -qam one; git commit -am two',
      '[main abc1234] two\n 1 file changed, 1 insertion(+)',
      true,
      ['? one', 'abc1234 two on main'],
    ],
    [
      'git commit -am one && git commit -qam two && git log --oneline -1',
      '[main abc1234] one\n 1 file changed, 1 insertion(+)\nbcd1234 two',
      true,
      ['abc1234 one on main', 'bcd1234 two'],
    ],
    [
      "git commit -qam c1 && git log --format='%h %s' -1 && git commit -qm nope",
      `abc1234 c1\n${nothing}`,
      false,
      ['abc1234 c1'],
    ],
    [
      'git commit -qam c1 && git log --format=%h -1 && git commit -qm nope',
      `abc1234\n${nothing}`,
      false,
      ['abc1234 c1'],
    ],
    [
      'git commit -qam z && git push -q origin main',
      "fatal: 'origin' does not appear to be a git repository",
      false,
      ['? z'],
    ],
    [
      'git commit -qam z && git push',
      'To x\n ! [rejected] main -> main (fetch first)\nerror: failed to push some refs',
      false,
      ['? z'],
    ],
    ['git commit -qam z && git push', `${nothing}`, false, []],
    ['git commit -qam z && git push', 'fatal: not a git repository', false, []],
    ['for i in 1 2; do echo $i>>f; git commit -qam "loop $i"; done', '', true, ['? loop 1', '? loop 2']],
    [
      'for i in 1 2; do git commit -qam "loop $i"; done; git log --oneline -2',
      'abc1234 loop 2\nbcd1234 loop 1',
      true,
      ['bcd1234 loop 1', 'abc1234 loop 2'],
    ],
    ['for i in *.ts; do git commit -qam "loop $i"; done', '', true, []],
    ['while read i; do git commit -qam "loop $i"; done', '', true, []],
    ['git commit -qm "Then do it"', '', true, ['? Then do it']],
    ['git merge -q --no-ff -m mrg b2; git log --oneline -1', 'abc1234 mrg', true, ['abc1234 mrg']],
    ['git merge -q --no-ff -m mrg b2', '', true, []],
    ['git merge --no-ff -m mrg b2; git log --oneline -1', 'Already up to date.\nabc1234 mrg', true, []],
  ])('%s: %s', (command, output, isOk, expected) => expect(commitsOf(command, output, isOk)).toEqual(expected))
})

describe('no commit', () => {
  test.each([
    [
      'the short status says nothing of it',
      'git commit -qm x; git status --short',
      'nothing to commit, working tree clean',
    ],
    [
      'the short status says nothing of it',
      'git commit -qm x; git status -sb',
      'nothing to commit, working tree clean',
    ],
    [
      'the short status says nothing of it',
      'git commit -qm x; git status --porcelain=v1',
      'nothing to commit, working tree clean',
    ],
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
  test('where a commit that was made before is all that is shown', () => {
    const quiet = "git commit -qam 'Same' >/dev/null 2>&1; git log --oneline -1"
    expect(commitsOf(quiet, 'abc1234 Same', true, 'abc1234')).toEqual([])
    expect(commitsOf(quiet, 'abc1234 Same')).toEqual(['abc1234 Same'])
  })
  test('where the line failed', () => expect(commitsOf('git commit -q -m x', 'error', false)).toEqual([]))
})
