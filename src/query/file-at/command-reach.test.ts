import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandReach } from './command-reach.ts'

const FILE = '/home/dev/app/src/a.ts'

function check(expected: 'names' | 'any' | 'none', ...lines: readonly string[]): void {
  for (const line of lines)
    expect({ line, reach: commandReach(line, FILE)?.reach ?? 'none' }).toEqual({ line, reach: expected })
}

test('knows what only reads', () => {
  check(
    'none',
    'cat src/a.ts',
    'grep -rn one src | head -5',
    'ls -la && pwd; wc -l src/a.ts 2>/dev/null',
    'git status && git diff src/a.ts 2>&1 | cat',
    'git log --oneline -5; git add -A; git push',
    'git -C /home/dev/app reset HEAD src/a.ts',
    'sed -n 1,20p src/a.ts',
    'npx tsc --noEmit && npm test',
    'npx prettier --check . && npx eslint src',
    'go test ./... && go vet ./...',
    'uv run pytest -q',
    'echo done > /dev/null',
    'echo "sed -i x src/a.ts"',
    'for f in *.ts; do cat "$f"; done',
    "bash -c 'grep one src/a.ts'",
    'black --check src',
  )
})

test('knows what is given its files, or what to run, by something else', () => {
  check(
    'any',
    "grep -rl one . | xargs sed -i 's/one/1/'",
    'git diff --name-only | xargs -n1 git checkout --',
    'ls *.bak | /usr/bin/xargs rm',
    'fd -e ts -x sed -i s/a/b/',
    'gh pr checkout 12',
    'gh pr merge 12 --squash --delete-branch',
    'git commit -m x',
    'glab mr checkout 3',
    "claude -p 'mend the test'",
    "tmux send-keys -t one 'make fmt' Enter",
    'source ./release.sh',
    '. ./release.sh',
    "osascript -e 'tell application x'",
    'npx playwright test --update-snapshots',
    'pytest --snapshot-update',
  )
  check(
    'none',
    'grep -rl one . | xargs grep two',
    'fd -e ts one',
    'gh pr view 12 && gh pr diff 12',
    'git commit --no-verify -m x',
    'claude mcp list && claude --version',
    'tmux capture-pane -p -t one; tmux kill-session -t one',
    'source .venv/bin/activate && pytest -q',
    '. ~/.bashrc',
    "yq '.a' src/b.yml",
  )
  check('names', "yq -i '.a = 1' src/a.ts", 'dd if=/dev/zero of=src/a.ts', 'rm ~/app/src/a.ts', 'rm lib/../src/a.ts')
})

test('knows what changes the files it is given', () => {
  check(
    'names',
    "sed -i 's/a/b/' src/a.ts",
    'cd src && mv a.ts b.ts',
    'rm -f ./src/a.ts',
    'cp /tmp/x /home/dev/app/src/a.ts',
    'echo hi > src/a.ts',
    'echo hi | tee -a src/a.ts',
    "cat > src/a.ts <<'EOF'\nhello\nEOF",
    'git checkout -- src/a.ts',
    'git restore src/a.ts',
    'npx prettier --write src/a.ts',
    "python3 - <<'EOF'\nopen('src/a.ts', 'w')\nEOF",
    "bash -c 'rm src/a.ts'",
  )
  check(
    'none',
    "sed -i 's/a/b/' src/b.ts",
    'mv src/b.ts src/c.ts',
    'rm other/a.ts',
    'echo hi > src/aa.ts',
    'git checkout -- src/b.ts',
    'git restore --staged src/a.ts',
    'rm -rf dist',
  )
  check('any', 'rm -rf src', "sed -i 's/a/b/' src/*.ts", 'git checkout -- .', 'find . -name x | xargs sed -i s/a/b/ *')
})

test('knows what may change any file', () => {
  check(
    'any',
    'git checkout main',
    'git stash && git pull --rebase',
    'git reset --hard HEAD~1',
    'git merge topic',
    'patch -p1 < x.diff',
    'npx prettier --write .',
    'uv run ruff format',
    'ruff check --fix .',
    'gofmt -w .',
    'cargo fmt',
    'npx biome check --write',
    'mise run fmt && mise run lint',
    'npx vitest run -u',
  )
})

test('takes a program it does not know for one that may do anything', () => {
  check('any', './generate.sh', 'python gen.py', 'npm run build', 'git commit -m "x"', `echo ${'x'.repeat(2000)}`)
  check('names', './generate.sh src/a.ts', 'node fix.js --file a.ts')
  check('any', 'git add src/a.ts && git commit -m "x"')
  expect(commandReach('./generate.sh', FILE)?.isKnown).toBe(false)
  expect(commandReach('cargo fmt', FILE)?.isKnown).toBe(true)
})

test('knows which files package managers write', () => {
  expect(commandReach('npm install left-pad', '/home/dev/app/package-lock.json')?.reach).toBe('names')
  expect(commandReach('cargo build', '/x/Cargo.lock')?.reach).toBe('names')
  check('none', 'npm install left-pad', 'cargo build', 'go mod tidy')
})

test('takes any text', () => {
  const unit = fc.constantFrom(
    'sed -i ',
    'git ',
    'a.ts',
    ' ',
    "'",
    '"',
    '\\',
    '\n',
    '&&',
    ';',
    '<<EOF',
    '>',
    '$(',
    ')',
    '`',
  )
  fc.assert(
    fc.property(fc.string({ unit }), fc.string({ unit }), (line, path) => {
      const found = commandReach(line, path)
      expect(found === undefined || found.reach === 'names' || found.reach === 'any').toBe(true)
    }),
  )
})
