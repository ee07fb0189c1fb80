import { expect, test } from 'vitest'
import { stripComments } from './strip-comments.ts'

test.each([
  ['# Build it\nnpm run build', '\nnpm run build'],
  ['npm run build # twice\nnpm test', 'npm run build \nnpm test'],
  ['bash -c "npx vitest run # x"', 'bash -c "npx vitest run"'],
  ["sh -lc '# first\nmake # then'; ls", "sh -lc '\nmake'; ls"],
  ['cd app && # go there\n  make', 'cd app && \n  make'],
])('%j loses its comments', (command, rest) => expect(stripComments(command)).toBe(rest))

test.each([
  'echo "# no comment" \'# nor this\'',
  'curl http://a/b#c',
  'bash -c "echo \\"a # b\\""',
  'bash -c "echo a#b"',
  'echo $# a#b',
  "cat > a.py <<'EOF'\n# of python\nEOF",
  '# nothing but this',
  'git commit -m "Fix #12\n\n# a heading"',
])('%j stays', command => expect(stripComments(command)).toBe(command))
