import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMoves } from './path-moves.ts'

/** Renames as `from > to`; those that only hold if the target is a folder are left out. */
function checkMoves(command: string, ...expected: readonly string[]): void {
  const found = parseMoves(command).map(({ from, to }) => `${from} > ${to}`)
  expect(found.filter(move => !expected.some(known => move.startsWith(`${known}/`)))).toEqual(expected)
}

test('finds renames by mv and git mv', () => {
  checkMoves('mv a.ts b.ts', 'a.ts > b.ts')
  checkMoves('git mv -f src/a.ts src/b.ts && npm test', 'src/a.ts > src/b.ts')
  checkMoves('git -C /repo mv a.ts b.ts', '/repo/a.ts > /repo/b.ts')
  checkMoves('npm test; mv ./a.ts lib/b.ts | cat\nmv c d', 'a.ts > lib/b.ts', 'c > d')
})

test('finds files moved into a folder', () => {
  checkMoves('mv a.ts b.ts lib/', 'a.ts > lib/a.ts', 'b.ts > lib/b.ts')
  expect(parseMoves('mv src/a.ts lib')).toContainEqual({ from: 'src/a.ts', to: 'lib/a.ts' })
})

test('follows cd, quotes and the slashes of Windows', () => {
  checkMoves('cd src && mv "a b.ts" c\\ d.ts', 'src/a b.ts > src/c d.ts')
  checkMoves("cd /x\nmv 'a' b", '/x/a > /x/b')
  checkMoves('mv src\\a.ts src\\b.ts', 'src/a.ts > src/b.ts')
})

test('passes over what else stands in the line', () => {
  checkMoves('sudo mv a b 2>/dev/null # an old name', 'a > b')
  checkMoves('(cd src && mv a b); if mv c d; then npm test; fi', 'src/a > src/b', 'c > d')
  checkMoves('(cd src && mv a b) && (mv c d)', 'src/a > src/b', 'c > d')
  checkMoves('(cd "$HOME" && mv a b) && mv c d', 'c > d')
})

test('takes no text for a command', () => {
  checkMoves("cat > notes.md <<'EOF'\nmv a b\nEOF\necho done")
  checkMoves('echo "mv a b"')
  checkMoves('grep -r mv src')
  checkMoves("mv 'a b")
  checkMoves('mv *.ts lib/')
  checkMoves('cd "$HOME" && mv a b')
})

test('takes any text', () => {
  const text = fc.string({
    unit: fc.constantFrom('mv ', 'git ', 'a', ' ', "'", '"', '\\', '\n', '&&', ';', '<<', 'cd '),
  })
  fc.assert(
    fc.property(text, command => {
      for (const { from, to } of parseMoves(`mv ${command}`))
        expect(Math.min(from.length, to.length)).toBeGreaterThan(0)
    }),
  )
})
