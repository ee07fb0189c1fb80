import { describe, expect, test } from 'vitest'
import { processorMs } from '../../test/processor-time.ts'
import type { Entry } from './entry.ts'
import type { Issue } from './issue.ts'
import { createParser, type ParserOptions } from './parser.ts'

const USER = '{"type":"user","uuid":"u1"}'
const SUMMARY = '{"type":"summary","summary":"Sums"}'

function parse(
  input: string | Uint8Array,
  options: Partial<ParserOptions> = {},
): { entries: Entry[]; issues: Issue[] } {
  const entries: Entry[] = []
  const issues: Issue[] = []
  const parser = createParser({
    onEntry: entry => entries.push(entry),
    onIssue: issue => issues.push(issue),
    ...options,
  })
  parser.push(typeof input === 'string' ? Buffer.from(input) : input)
  parser.finish()
  return { entries, issues }
}

/** Each entry as its kind and its own text, then the codes of the issues. */
function check(
  input: string | Uint8Array,
  expected: readonly [kind: string, text: string][],
  codes: string[] = [],
): void {
  const bytes = typeof input === 'string' ? Buffer.from(input) : Buffer.from(input)
  const { entries, issues } = parse(bytes)
  const seen = entries.map(entry => [entry.kind, bytes.toString('utf8', entry.start, entry.end)])
  expect(seen).toEqual(expected)
  expect(issues.map(issue => issue.code)).toEqual(codes)
}

describe('ordinary lines', () => {
  test('gives one entry per line, its ending included', () => {
    check(`${USER}\n${SUMMARY}\n`, [
      ['user', `${USER}\n`],
      ['summary', `${SUMMARY}\n`],
    ])
  })

  test('gives nothing for an empty file', () => check('', []))

  test('reads a last line without newline', () => {
    check(`${USER}\n${USER}`, [
      ['user', `${USER}\n`],
      ['user', USER],
    ])
  })

  test('keeps the carriage return with its line', () => {
    check(`${USER}\r\n\r\n`, [
      ['user', `${USER}\r\n`],
      ['blank', '\r\n'],
    ])
  })

  test('numbers physical lines from 1', () => {
    const { entries } = parse(`${USER}\n\n${USER}${SUMMARY}\n${USER}`)
    expect(entries.map(entry => entry.line)).toEqual([1, 2, 3, 3, 4])
  })

  test('calls blank and comment lines what they are', () => {
    check('\n \t\n// note\n  # {"type":"user"}\n', [
      ['blank', '\n'],
      ['blank', ' \t\n'],
      ['comment', '// note\n'],
      ['comment', '  # {"type":"user"}\n'],
    ])
  })
})

describe('two objects on one line', () => {
  test('ends the first at its closing brace and gives the rest of the line to the second', () => {
    check(
      `${USER}${SUMMARY} \r\n`,
      [
        ['user', USER],
        ['summary', `${SUMMARY} \r\n`],
      ],
      ['glued-line'],
    )
  })

  test('is not misled by braces and quotes in strings', () => {
    const tricky = String.raw`{"type":"user","text":"} { \" \\"}`
    check(
      `${tricky}${SUMMARY}`,
      [
        ['user', tricky],
        ['summary', SUMMARY],
      ],
      ['glued-line'],
    )
  })

  test('gives white space between objects to the next one', () => {
    check(
      `${USER}  ${USER}\0${SUMMARY}\n`,
      [
        ['user', USER],
        ['user', `  ${USER}`],
        ['summary', `\0${SUMMARY}\n`],
      ],
      ['glued-line'],
    )
  })

  test('keeps what follows an object and is none', () => {
    check(
      `${USER}rubbish\n`,
      [
        ['user', USER],
        ['unreadable', 'rubbish\n'],
      ],
      ['not-json', 'glued-line'],
    )
  })
})

describe('cut lines', () => {
  test('calls a broken last line cut', () => {
    check(
      `${USER}\n{"type":"us`,
      [
        ['user', `${USER}\n`],
        ['unreadable', '{"type":"us'],
      ],
      ['cut-line'],
    )
  })

  test('calls a broken line in the middle not JSON', () => {
    check(
      `{"type":"us\n${USER}\n`,
      [
        ['unreadable', '{"type":"us\n'],
        ['user', `${USER}\n`],
      ],
      ['not-json'],
    )
  })

  test('finds the whole entry that was appended to a cut one', () => {
    check(
      `{"type":"user","text":"cut${USER}\n`,
      [
        ['unreadable', '{"type":"user","text":"cut'],
        ['user', `${USER}\n`],
      ],
      ['cut-line'],
    )
  })

  test('finds several whole entries behind a cut one', () => {
    check(
      `{"type":"user","te${USER}${SUMMARY}\n`,
      [
        ['unreadable', '{"type":"user","te'],
        ['user', USER],
        ['summary', `${SUMMARY}\n`],
      ],
      ['cut-line'],
    )
  })

  test('finds the whole entry behind broken UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from([0x7b, 0xff, 0xe2, 0x82]), Buffer.from(`${USER}\n`)])
    const { entries, issues } = parse(bytes)
    expect(entries.map(entry => [entry.kind, entry.start, entry.end])).toEqual([
      ['unreadable', 0, 4],
      ['user', 4, bytes.length],
    ])
    expect(issues.map(issue => issue.code)).toEqual(['cut-line', 'bad-utf8'])
  })

  test('takes no block of a broken entry for an entry', () => {
    const broken = '{"type":"assistant","content":[{"type":"text","text":"a"},{"type":"text","text":"REDACTED}]}\n'
    check(broken, [['unreadable', broken]], ['not-json'])
  })
})

describe('padding and odd bytes', () => {
  test('reads past a byte order mark', () => {
    check(`\uFEFF${USER}\n`, [['user', `\uFEFF${USER}\n`]], ['byte-order-mark'])
  })

  test('reads an object padded with NUL bytes', () => {
    check(`\0\0${USER}\0\n`, [['user', `\0\0${USER}\0\n`]], ['nul-bytes'])
  })

  test('calls a line of NUL bytes unreadable', () => check('\0\0\n', [['unreadable', '\0\0\n']], ['nul-bytes']))

  test('reads an entry with bytes that are not UTF-8 and says so', () => {
    const bytes = Buffer.concat([
      Buffer.from('{"type":"user","text":"'),
      Buffer.from([0xff, 0xc3]),
      Buffer.from('"}\n'),
    ])
    const { entries, issues } = parse(bytes)
    expect(entries[0]?.json?.text).toBe('\uFFFD\uFFFD')
    expect(issues.map(issue => issue.code)).toEqual(['bad-utf8'])
  })

  test('does not call a real U+FFFD broken', () => {
    expect(parse('{"type":"user","text":"\uFFFD"}\n').issues).toEqual([])
  })

  test('keeps lone surrogates', () => {
    expect(parse(String.raw`{"type":"user","text":"\ud83d"}`).entries[0]?.json?.text).toBe('\ud83d')
  })

  test('keeps JSON that is no object', () => {
    for (const text of ['null', '42', '"text"', '[1]', 'true', '[{"type":"user"}]']) {
      check(`${text}\n`, [['unreadable', `${text}\n`]], ['not-an-object'])
    }
  })

  test('takes the last of two equal keys, as JSON.parse does', () => {
    expect(parse('{"type":"user","uuid":"a","uuid":"b"}').entries[0]?.json?.uuid).toBe('b')
  })

  test('lets no key change what an object is', () => {
    const { entries } = parse('{"__proto__":{"type":"user"}}\n')
    expect(entries[0]?.kind).toBe('unknown')
    expect(Object.getPrototypeOf(entries[0]?.json)).toBe(Object.prototype)
  })
})

describe('sizes', () => {
  test('reads a hundred thousand levels of nesting', () => {
    const depth = 100_000
    const nested = `{"type":"user","x":${'['.repeat(depth)}${']'.repeat(depth)}}`
    expect(parse(`${nested}\n${USER}`).entries.map(entry => entry.kind)).toEqual(['user', 'user'])
    expect(parse(`${nested}${USER}`).entries.map(entry => entry.kind)).toEqual(['user', 'user'])
    expect(parse(`${'{"a":'.repeat(depth)}\n`).entries.map(entry => entry.kind)).toEqual(['unreadable'])
  })

  test('reads a line of 12 MB that comes in small chunks', () => {
    const line = Buffer.from(`{"type":"user","text":"${'x'.repeat(12 * 1024 * 1024)}"}\n`)
    const entries: Entry[] = []
    const parser = createParser({ onEntry: entry => entries.push(entry) })
    for (let at = 0; at < line.length; at += 65_536) parser.push(line.subarray(at, at + 65_536))
    expect(parser.pendingBytes).toBe(0)
    expect(entries.map(entry => [entry.kind, entry.start, entry.end])).toEqual([['user', 0, line.length]])
  })

  test('does not hold a line that is too long', () => {
    const line = `{"type":"user","text":"${'x'.repeat(100)}"}\n`
    for (const chunkSize of [1000, 7]) {
      const entries: Entry[] = []
      const issues: Issue[] = []
      const parser = createParser({ onEntry: e => entries.push(e), onIssue: i => issues.push(i), maxLineBytes: 64 })
      const bytes = Buffer.from(`${USER}\n${line}${USER}\n`)
      for (let at = 0; at < bytes.length; at += chunkSize) parser.push(bytes.subarray(at, at + chunkSize))
      parser.finish()
      expect(entries.map(entry => entry.kind)).toEqual(['user', 'unreadable', 'user'])
      expect(entries[1]).toMatchObject({ start: 28, end: 28 + line.length, line: 2 })
      expect(issues.map(issue => issue.code)).toEqual(['too-long'])
    }
  })

  test('reads hostile lines in time that grows with their length only', () => {
    const hostile = [
      ' '.repeat(1_000_000),
      `${' '.repeat(1_000_000)}x`,
      `{"a":1}${' '.repeat(1_000_000)}{`,
      '{"type":'.repeat(100_000),
      `"${'{"type":"user"}'.repeat(50_000)}]`,
      '{}'.repeat(200_000),
      'x\n'.repeat(200_000),
      '}'.repeat(1_000_000),
      '\\"{"uuid"'.repeat(100_000),
    ]
    for (const text of hostile) {
      const started = processorMs()
      const { entries } = parse(`${text}\n`)
      expect(entries.at(-1)?.end).toBe(text.length + 1)
      // Square time would take minutes here; the bound leaves room for a slow machine.
      expect(processorMs() - started).toBeLessThan(5000)
    }
  })

  test('counts offsets beyond 2 GiB', () => {
    const offset = 5 * 2 ** 30
    const { entries, issues } = parse(`${USER}\n${USER}${SUMMARY}\n{"cut`, { from: { offset, line: 9_000_000 } })
    expect(entries.map(entry => [entry.start - offset, entry.end - offset, entry.line])).toEqual([
      [0, 28, 9_000_000],
      [28, 55, 9_000_001],
      [55, 91, 9_000_001],
      [91, 96, 9_000_002],
    ])
    expect(issues.map(issue => issue.start - offset)).toEqual([28, 91])
  })
})

describe('position', () => {
  test('stands at the start of the line that is not complete', () => {
    const parser = createParser({ onEntry: () => {} })
    parser.push(Buffer.from(`${USER}\n{"type"`))
    expect(parser.position).toEqual({ offset: 28, line: 2 })
    expect(parser.pendingBytes).toBe(7)
    parser.push(Buffer.from(':"user"}\n'))
    expect(parser.position).toEqual({ offset: 44, line: 3 })
  })
})
