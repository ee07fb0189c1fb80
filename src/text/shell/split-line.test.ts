import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { processorMs } from '../../../test/processor-time.ts'
import type { ShellPart } from './line-reader.ts'
import { readPipelines } from './read-pipelines.ts'
import { type SplitOptions, splitLine } from './split-line.ts'

/** `a b>file {inner} &&`: words with a stroke between them, files written to, commands inside, what follows. */
function show({ words, writesTo, inner, after }: ShellPart): string {
  const files = writesTo.map(file => ` >${file}`).join('')
  const nested = inner.length > 0 ? ` {${inner.map(show).join(' ')}}` : ''
  return `${words.join('|')}${files}${nested}${after === '' ? '' : ` ${after}`}`
}

function split(line: string, options?: SplitOptions): readonly string[] {
  return splitLine(line, options).map(show)
}

describe('a line', () => {
  test.each([
    ['npm test', ['npm|test']],
    ['a && b || c; d & e | f', ['a &&', 'b ||', 'c ;', 'd &', 'e |', 'f']],
    ['a |& b\nc', ['a |', 'b ;', 'c']],
    ['a &&\n  b |\n  c', ['a &&', 'b |', 'c']],
    ['make \\\n  all', ['make|all']],
    ['', []],
    [' ; ', []],
    ['(cd a && b) ; { c; }', ['cd|a &&', 'b ;', '{|c ;', '}']],
  ])('%j ends where a shell ends a command', (line, parts) => expect(split(line)).toEqual(parts))

  test('says in how many brackets a command stands', () => {
    const list = (line: string) =>
      splitLine(line).map(({ words, level, sharedLevel }) => `${words[0]} ${level} ${sharedLevel}`)
    expect(list('a; (b && (c) ; d "(") | e); f')).toEqual(['a 0 0', 'b 1 0', 'c 2 1', 'd 1 1', 'e 0 0', 'f 0 0'])
    expect(list('(a && b) && (c)')).toEqual(['a 1 0', 'b 1 1', 'c 1 0'])
  })

  test.each([
    [`echo 'a b' "c d" e\\ f g"h"'i'`, ['echo|a b|c d|e f|ghi']],
    [`echo "say \\"hi\\" \\n \\$x" ''`, ['echo|say "hi" \\n $x|']],
    ['echo "a && b; c | d # e" && f', ['echo|a && b; c | d # e &&', 'f']],
    ["grep 'it' a # it's over\nls", ['grep|it|a ;', 'ls']],
    ['a#b c', ['a#b|c']],
    ['C:\\tools\\run.exe \\rm \\*.ts', ['C:\\tools\\run.exe|rm|*.ts']],
    ["echo 'never closed && b", ['echo|never closed && b']],
  ])('%j has words without quotes', (line, parts) => expect(split(line)).toEqual(parts))

  test.each([
    ['a > x 2>&1 >>y', ['a >x >y']],
    ['a &> "b c" <in 2>/dev/null', ['a >b c >/dev/null']],
    ['a >& log; b >&2 2>&-; c 3<&0', ['a >log ;', 'b ;', 'c']],
    ['> a', [' >a']],
    ['echo 2 >a2 b2>c', ['echo|2|b2 >a2 >c']],
    ['a <<< "b; c" d', ['a|d']],
    ['a > >(tee b) | c', ['a {tee|b} |', 'c']],
  ])('%j writes to files', (line, parts) => expect(split(line)).toEqual(parts))

  test.each([
    ['a $(b c | d) e', ['a|$(b c | d)|e {b|c | d}']],
    ['a "x $(b "c d") `e f`"', ['a|x $(b "c d") `e f` {b|c d e|f}']],
    ['a $(b $(c > d))', ['a|$(b $(c > d)) {b|$(c > d) {c >d}}']],
    ["a '$(b)' \\$(c)", ['a|$(b)|$|c']],
    ['a $((1 << 2)) && b', ['a|$((1 << 2)) &&', 'b']],
    ['diff <(sort a) <(sort b)', ['diff|<(sort a)|<(sort b) {sort|a sort|b}']],
    ['a $(b (c) d) e', ['a|$(b (c) d)|e {b|c|d}']],
    ['a $(b', ['a|$(b {b}']],
  ])('%j has commands inside', (line, parts) => expect(split(line)).toEqual(parts))

  test.each([
    ["cat > a <<'EOF'\nb; c 'd\nEOF\ne", ['cat >a ;', 'e']],
    ['cat <<-A <<B > c && d\nx\n\tA\ny\nB\ne', ['cat >c &&', 'd ;', 'e']],
    ['cat <<EOF\nnever closed; b', ['cat ;']],
    ['cat <<EOF\nEOFX\nEOF', ['cat ;']],
  ])('%j holds a document', (line, parts) => expect(split(line)).toEqual(parts))

  test('in brackets may hold a document with quotes and brackets', () => {
    const [part, next] = splitLine(`git commit -m "$(cat <<'EOF'\nit's "a) b" (c\nEOF\n)" && d`)
    expect(part?.words.slice(0, 3)).toEqual(['git', 'commit', '-m'])
    expect(part?.inner.map(show)).toEqual(['cat ;'])
    expect(next?.words).toEqual(['d'])
  })
})

describe('a line that lost its line ends', () => {
  const LOST = { mayLackLineEnds: true }

  test.each([
    ['cd app npm test', ['cd|app ;', 'npm|test']],
    ['cd a export B=1 C=2 source d make | tail', ['cd|a ;', 'export|B=1|C=2 ;', 'source|d ;', 'make |', 'tail']],
    ['set -euo pipefail make', ['set|-euo|pipefail ;', 'make']],
    ['cd app && make', ['cd|app &&', 'make']],
    ['export A', ['export|A']],
    ["cat > a << 'EOF' b; c EOF d", ['cat >a ;', 'd']],
    ['git commit -m "$(cat <<\'EOF\' it\'s "a"; b EOF )" && c', 2],
    ['make \\ all', ['make|all']],
    ['make my\\ file', ['make|my file']],
  ])('%j', (line, parts) => {
    if (typeof parts === 'number') expect(split(line, LOST)).toHaveLength(parts)
    else expect(split(line, LOST)).toEqual(parts)
  })

  test('is told from one that has some, and from one that was typed so', () => {
    expect(split('cd app npm\nb', LOST)).toEqual(['cd|app|npm ;', 'b'])
    expect(split('source env.sh prod')).toEqual(['source|env.sh|prod'])
  })

  test('may keep its comments', () => {
    expect(split('# all of them npm test', LOST)).toEqual([])
    expect(split('# all npm test', { ...LOST, keepsComments: true })).toEqual(['#|all|npm|test'])
    expect(split('# all\nnpm test', { ...LOST, keepsComments: true })).toEqual(['npm|test'])
  })
})

describe('laws of any line', () => {
  const PIECES =
    "\" ' $( $(( ` ) ( <( <<a <<'a' <<< a \n \\ \\\n | || && & ; > >> >& 2> < # cd set export 🦀 -m = A=1 { } npx sh -c"
      .split(' ')
      .concat(' ')
  const line = fc.array(fc.constantFrom(...PIECES), { maxLength: 200 }).map(pieces => pieces.join(''))
  const options = fc.record({ mayLackLineEnds: fc.boolean(), keepsComments: fc.boolean() })

  test('its words come from it, in order', () => {
    fc.assert(
      fc.property(fc.oneof(line, fc.string({ unit: 'binary' })), options, (text, chosen) => {
        const parts = splitLine(text, chosen)
        expect(isWithin(parts.flatMap(({ words }) => words).join(''), text)).toBe(true)
        for (const part of parts) checkPart(part, text)
        for (const { words } of readPipelines(text, chosen)) expect(isWithin(words.join(''), text)).toBe(true)
      }),
    )
  })

  test('it takes a time that grows with its length alone', () => {
    const started = processorMs()
    for (const piece of [
      ...PIECES,
      'a ',
      '$(a ',
      '"$(',
      '<<a ',
      '<<a\n',
      'cd a ',
      'a|',
      'a&&',
      'npx ',
      'mise x ',
      '>a ',
    ]) {
      const text = piece.repeat(30_000)
      splitLine(text)
      readPipelines(text, { mayLackLineEnds: true, keepsComments: true })
    }
    expect(processorMs() - started).toBeLessThan(10_000)
  }, 60_000)
})

function checkPart(part: ShellPart, text: string): void {
  expect(part.words.length + part.writesTo.length + part.inner.length).toBeGreaterThan(0)
  for (const word of [...part.words, ...part.writesTo]) expect(isWithin(word, text)).toBe(true)
  for (const inner of part.inner) checkPart(inner, text)
}

/** Whether its characters stand in the text in this order. */
function isWithin(word: string, text: string): boolean {
  let at = 0
  for (const char of word) {
    const found = text.indexOf(char, at)
    if (found < 0) return false
    at = found + char.length
  }
  return true
}
