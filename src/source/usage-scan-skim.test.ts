import { expect, test } from 'vitest'
import { createUsageSkim, NOT_PARSED } from './usage-scan-skim.ts'

/** Which of the lines must be parsed. */
function listParsed(lines: readonly string[], wantsFolder = false): readonly string[] {
  const usage = createUsageSkim()
  usage.wantsFolder = wantsFolder
  const bytes = Buffer.from(lines.join(''))
  let start = 0
  return lines.filter(line => {
    const end = start + Buffer.byteLength(line)
    const skimmed = usage.skim(bytes, start, end)
    start = end
    expect(skimmed === undefined || skimmed === NOT_PARSED).toBe(true)
    return skimmed === undefined
  })
}

test('only lines that may hold usage are parsed', () => {
  const lines = ['{"type":"user"}\n', '{"message":{"usage":{"output_tokens":1}}}\n', '{"usage":3}\n', '{"a":"usage"}\n']
  expect(listParsed(lines)).toEqual([lines[1]])
})

test('R18: white space around the colon does not hide usage', () => {
  const lines = ['{"usage" : {}}\n', '{"usage":\t{}}\r\n', '{"a":1, "usage":  {}}']
  expect(listParsed(lines)).toEqual(lines)
})

test('a word that ends like it is not it', () => {
  expect(listParsed(['{"disk_usage":{}}\n', '{"text":"usage\\":{"}\n'])).toEqual([])
})

test('usage of the next line does not count for this one', () => {
  const lines = ['{"type":"user"}\n', '{"usage":{}}\n', '{"type":"user"}\n', '{"usage":null,"b":{"usage":{}}}\n']
  expect(listParsed(lines)).toEqual([lines[1], lines[3]])
})

test('what does not look whole is parsed: cut, padded, blank and foreign lines', () => {
  const lines = [
    '{"type":"us\n',
    ' {"type":"user"}\n',
    '\n',
    'text\n',
    '{"type":"user"}x\n',
    '}\n',
    '{\n',
    '\uFEFF{}\n',
  ]
  expect(listParsed(lines)).toEqual(lines)
  expect(listParsed(['{}\r\n', '{}'])).toEqual([])
})

test('while the folder is not known, lines that name one are parsed', () => {
  const lines = ['{"cwd":"/home/ada"}\n', '{"type":"summary"}\n']
  expect(listParsed(lines, true)).toEqual([lines[0]])
  expect(listParsed(lines)).toEqual([])
})
