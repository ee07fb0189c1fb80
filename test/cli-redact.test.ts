import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeHome, runCli } from './cli-runner.ts'
import { makeLines, ONE, type TreeItem, writeItem } from './temp-tree.ts'

/** Put together here, so that none stands in the repository. */
const TOKEN = ['ghp', 'x7Kq2mZ9pL4vT8wR1nB6cY3sD5fG0hJ2kA9e'].join('_')
const FOLDER = '.claude/projects/-srv-app'
const MAIN = `${FOLDER}/${ONE}.jsonl`
const AGENT = `${FOLDER}/${ONE}/subagents/agent-a1.jsonl`

let homes = 0

function makeWorld(files: { readonly [path: string]: TreeItem }): string {
  const home = makeHome(`redact-${++homes}`)
  for (const [path, item] of Object.entries(files)) writeItem(join(home, path), item)
  return home
}

const cwd = '/srv/app'
/** Without the ids of requests, which count as findings. */
function clean(prompt: string, more: { isSidechain?: boolean; agentId?: string } = {}): readonly object[] {
  return makeLines(ONE, { prompt, cwd, ...more }).map(line => ({ ...line, requestId: undefined }))
}

const withSecret = {
  [MAIN]: clean(`Push with ${TOKEN}, not with ${TOKEN}`),
  [AGENT]: clean(`Use ${TOKEN}`, { isSidechain: true, agentId: 'a1' }),
}

describe('redact --check', () => {
  test('lists what was found by category, with its kind, placeholder, count and places, but not its value', () => {
    const { code, out } = runCli(['redact', ONE, '--check'], { home: makeWorld(withSecret) })
    expect(code).toBe(1)
    expect(out).toMatch(/^Secrets \(1\)\n/)
    expect(out).toMatch(/github-token +‹github-token-1› .* 3 +turn 1 \(line 1\).*agent a1 line 1/)
    expect(out).not.toContain(TOKEN)
  })
  test('says so where nothing was found', () => {
    const { code, out } = runCli(['redact', ONE, '--check'], { home: makeWorld({ [MAIN]: clean('Add a test') }) })
    expect([code, out]).toEqual([0, 'Nothing was found that an export would take out. Images are not looked at.\n'])
  })
  test('gives the same as JSON, without the values', () => {
    const { code, out } = runCli(['redact', ONE, '--check', '--json'], { home: makeWorld(withSecret) })
    const report = JSON.parse(out)
    expect([code, report.schema, report.values, report.occurrences]).toEqual([1, 'backscroll.redact/1', 1, 3])
    expect(report.hits[0]).toMatchObject({ category: 'secret', kind: 'github-token', count: 3 })
    expect(report.hits[0].places[0]).toEqual({ turn: 1, line: 1 })
    expect(out).not.toContain(TOKEN)
  })
  test('puts secrets before words, and words before people', () => {
    const home = makeWorld({
      [MAIN]: clean(`${TOKEN} for Nachtigall, ask ada.byron@inkwell-tides.org`),
      'words.txt': 'nachtigall\n',
    })
    const { out } = runCli(['redact', ONE, '--check', '--redact-words', join(home, 'words.txt'), '--json'], { home })
    expect(JSON.parse(out).hits.map((hit: { category: string }) => hit.category)).toEqual(['secret', 'word', 'person'])
  })
  test('lists telephone numbers and public addresses only with --redact people', () => {
    const home = makeWorld({ [MAIN]: clean('Ring +49 170 5412987 from 93.184.117.34') })
    expect(runCli(['redact', ONE, '--check'], { home }).code).toBe(0)
    const { code, out } = runCli(['redact', ONE, '--check', '--redact', 'people'], { home })
    expect(code).toBe(1)
    expect(out).toContain('‹phone-1›')
    expect(out).toContain('‹ip-address-1›')
  })
  test('writes nothing, so that it refuses a place to write to', () => {
    const { code, err } = runCli(['redact', ONE, '--check', '-o', 'x'], { home: makeWorld(withSecret) })
    expect(code).toBe(2)
    expect(err).toContain('nothing for -o to hold')
  })
})

describe('redact', () => {
  test('prints the transcript with placeholders, and names what it leaves out', () => {
    const { code, out, err } = runCli(['redact', ONE], { home: makeWorld(withSecret) })
    expect(code).toBe(0)
    expect(
      out
        .trim()
        .split('\n')
        .map(line => JSON.parse(line).type),
    ).toEqual(['user', 'assistant'])
    expect(out).toContain('Push with ‹github-token-1›, not with ‹github-token-1›')
    expect(out).not.toContain(TOKEN)
    expect(err).toMatch(/left out: subagent in .*agent-a1\.jsonl/)
  })
  test('keeps lines that are no JSON as lines, without secrets', () => {
    const lines = clean('hi').map(line => JSON.stringify(line))
    const text = `${lines[0]}\r\n\n{"cut": "${TOKEN}\n${lines[1]}`
    const { out } = runCli(['redact', ONE], { home: makeWorld({ [MAIN]: text }) })
    expect(out.split('\n')).toHaveLength(4)
    expect(out.split('\n')[0]).toMatch(/\}\r$/)
    expect(out.split('\n')[2]).toBe('{"cut": "‹github-token-1›')
  })
  test('writes a file in one step, or a folder with the subagents as they were laid out', () => {
    const home = makeWorld(withSecret)
    const file = join(home, 'clean.jsonl')
    expect(runCli(['redact', ONE, '-o', file], { home }).err).toMatch(/wrote ~\/clean\.jsonl, 1 value taken out/)
    expect(readFileSync(file, 'utf8')).toContain('‹github-token-1›')
    const folder = join(home, 'out/')
    const { out } = runCli(['redact', ONE, '-o', folder, '--json'], { home })
    expect(JSON.parse(out).files).toHaveLength(2)
    const written = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.jsonl'))
    expect(written.sort()).toEqual([`${ONE}.jsonl`, join(ONE, 'subagents', 'agent-a1.jsonl')].sort())
    expect(runCli(['redact', ONE, '--check', '--root', folder], { home }).code).toBe(0)
    expect(readdirSync(home).filter(name => name.startsWith('.backscroll-'))).toEqual([])
  })
  test('writes nothing where transcripts are, also through a link', () => {
    const home = makeWorld(withSecret)
    symlinkSync(join(home, '.claude'), join(home, 'link'))
    const before = readdirSync(join(home, '.claude'), { recursive: true })
    for (const path of [`.claude/x.jsonl`, `${FOLDER}/x.jsonl`, 'link/x.jsonl', '.claude/new/'])
      expect(runCli(['redact', ONE, '-o', join(home, path)], { home }).code, path).toBe(2)
    expect(readdirSync(join(home, '.claude'), { recursive: true })).toEqual(before)
  })
  test('refuses JSON in the middle of a transcript', () => {
    expect(runCli(['redact', ONE, '--json'], { home: makeWorld(withSecret) }).err).toContain('-o FILE')
  })
  test('refuses a turn, an unknown session, and a file that is no transcript', () => {
    const home = makeWorld(withSecret)
    for (const id of [`${ONE}:1`, 'ffff', join(home, 'none.jsonl')]) {
      const { code, err, out } = runCli(['redact', id], { home })
      expect([id, code, out]).toEqual([id, 2, ''])
      expect(err.trim().split('\n')).toHaveLength(2)
    }
  })
})

describe('--redact-words', () => {
  function redactWith(words: string | Uint8Array, prompt: string) {
    const home = makeWorld({ [MAIN]: clean(prompt) })
    writeFileSync(join(home, 'words.txt'), words)
    return runCli(['redact', ONE, '--redact-words', 'words.txt'], { home, cwd: home })
  }

  test('takes words and phrases, comments, a byte order mark and Windows line ends', () => {
    const { out } = redactWith(
      '\ufeff# ours\r\nNachtigall\r\n\r\n  blue harbour  \r\n',
      'Nachtigall meets nachtigall at Blue Harbour',
    )
    expect(out).not.toMatch(/nachtigall|blue harbour/i)
    expect(out).toContain('‹word-1› meets')
  })
  test.each([
    ['no words', '', 'holds no words'],
    ['comments alone', '# only a comment\n', 'holds no words'],
    ['a letter', 'good word\nx\n', 'line 2'],
    ['a word of the format', 'user\n', 'word of the transcript format'],
    ['a NUL', 'a\0b\n', 'is not a text file'],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x41, 0x00]), 'is not a text file'],
    ['too much', 'word\n'.repeat(300_000), 'too large'],
  ] as const)('refuses %s', (_name, words, sentence) => {
    const { code, out, err } = redactWith(words, 'hi')
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(sentence)
  })
  test('refuses a file that is missing, and a folder', () => {
    const home = makeWorld(withSecret)
    mkdirSync(join(home, 'folder'))
    for (const [name, why] of [
      ['none.txt', 'does not exist'],
      ['folder', 'is not a file'],
    ] as const)
      expect(runCli(['redact', ONE, '--redact-words', name], { home, cwd: home }).err).toContain(why)
    expect(existsSync(join(home, 'none.txt'))).toBe(false)
  })
})

test('a line nested deeper than it can be written by itself is written, and what it holds is taken out', () => {
  const deep = `{"a":${'['.repeat(5000)}"${TOKEN}"${']'.repeat(5000)}}`
  const [first = {}, ...others] = clean('Hello')
  const home = makeWorld({ [MAIN]: [first, ...others] })
  writeFileSync(join(home, MAIN), `${JSON.stringify(first)}\n{"type":"odd","value":${deep}}\n`)
  const { code, out } = runCli(['redact', ONE], { home })
  expect(code).toBe(0)
  expect(out.split('\n')[1]).toBe(`{"type":"odd","value":${deep.replace(TOKEN, '‹github-token-1›')}}`)
  const raw = runCli(['export', ONE, '-f', 'json', '--level', 'raw', '-o', '-'], { home })
  expect(raw.code).toBe(0)
  expect(raw.out).toContain('‹github-token-1›')
  expect(raw.out).not.toContain(TOKEN)
})
