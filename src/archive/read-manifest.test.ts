import { hash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkKept, keepSources, newArchiveFolder, SESSION } from '../../test/kept-archive.ts'
import { manifestPath, manifestSize } from './archive-folder.ts'
import { EMPTY_END, formatCommit, parseLine, readManifestEnd } from './manifest-line.ts'
import type { ManifestRecord } from './manifest-record.ts'
import { type Manifest, readManifest } from './read-manifest.ts'

const SHA = 'a'.repeat(64)
const FRAME = { rawStart: 0, rawBytes: 10, fileStart: 0, fileBytes: 8, sha256: SHA }
const session: ManifestRecord = { t: 'session', session: 1, ...SESSION }
const file: ManifestRecord = {
  t: 'file',
  file: 1,
  session: 1,
  role: 'main',
  storage: 'stream',
  agentId: undefined,
  workflowId: undefined,
}
const generation: ManifestRecord = {
  t: 'generation',
  file: 1,
  generation: 1,
  path: '/a.jsonl',
  place: 'projects/a.jsonl',
  why: 'new',
  at: 5,
  frames: [FRAME],
}

/** A manifest of these lines; a record becomes its line, in a commit of its own after the record before. */
function read(...lines: readonly (ManifestRecord | string)[]): Manifest {
  let end = EMPTY_END
  const texts = lines.map(line => {
    if (typeof line === 'string') return line
    const commit = formatCommit([line], end)
    end = commit.end
    return commit.text
  })
  return readText(texts.join(''))
}

function readText(text: string): Manifest {
  const folder = newArchiveFolder()
  mkdirSync(folder, { recursive: true })
  writeFileSync(manifestPath(folder), text)
  return readManifest(folder)
}

/** The first line of a manifest. */
function formatLine(record: ManifestRecord): string {
  return formatCommit([record], EMPTY_END).text
}

/** A line with a right sum, whatever it says. */
function withSum(json: object): string {
  const body = JSON.stringify({ ...json, commit: 1, after: EMPTY_END.sum })
  return `${body.slice(0, -1)},"sum":"${hash('sha256', body, 'hex').slice(0, 16)}"}\n`
}

describe('a line of the manifest', () => {
  test('is read as it was written, whatever text is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (path, name) => {
        const record: ManifestRecord = { t: 'project', session: 1, path, name: `${name}\n\ud800"`, remote: undefined }
        const text = formatLine(record)
        expect(text.indexOf('\n')).toBe(text.length - 1)
        const through = Buffer.from(text).toString()
        expect(parseLine(through.slice(0, -1))).toEqual({ is: 'record', record, link: expect.anything() })
      }),
    )
  })

  test('is cut wherever it ends too early, and altered where a character is another', () => {
    const line = formatLine(generation).slice(0, -1)
    for (let length = 0; length < line.length; length++) {
      expect(parseLine(line.slice(0, length))).toEqual({ is: 'cut' })
      expect(parseLine(line.slice(0, length) + '\0'.repeat(9))).toEqual({ is: 'cut' })
    }
    for (let at = 0; at < line.length; at++) {
      const other = line[at] === 'x' ? 'y' : 'x'
      expect(parseLine(line.slice(0, at) + other + line.slice(at + 1))).toEqual({ is: 'altered' })
    }
  })

  test('is altered where nobody would have written it', () => {
    for (const line of ['garbage', '\t{"t":"file"', '{"t":"\u0001', '[1,2]', '{t:1']) {
      expect(parseLine(line), line).toEqual({ is: 'altered' })
    }
  })

  test('is not believed when a value has the wrong type, though its sum is right', () => {
    const wrong: readonly object[] = [
      { ...session, session: 0 },
      { ...session, session: '1' },
      { ...session, id: 7 },
      { ...file, file: 1.5 },
      { ...file, storage: 'disk' },
      { ...generation, frames: [{ ...FRAME, sha256: '../../etc/passwd' }] },
      { ...generation, blob: { sha256: `${SHA}0`, bytes: 1, fileBytes: 1, mtimeMs: 1 } },
      { ...generation, blob: null },
      { t: 'frames', file: 1, generation: 1, frames: {} },
      { t: 7 },
      [1, 2],
    ]
    for (const json of wrong)
      expect(parseLine(withSum(json).slice(0, -1)), JSON.stringify(json)).toEqual({ is: 'altered' })
  })
})

describe('a manifest', () => {
  test('that does not exist reads as an empty one', () => {
    expect(readManifest('/nowhere/at/all')).toMatchObject({ bytes: 0, nextSession: 1, nextFile: 1 })
  })

  test('tells sessions, files, generations and how far they are sealed', () => {
    const more = { rawStart: 10, rawBytes: 5, fileStart: 8, fileBytes: 4, sha256: SHA }
    const manifest = read(session, file, generation, { t: 'frames', file: 1, generation: 1, frames: [more] })
    expect(manifest.sessions.get(1)).toMatchObject({ ...SESSION, session: 1, project: undefined })
    expect(manifest.files.get(1)?.generations).toMatchObject([
      { generation: 1, path: '/a.jsonl', frames: [FRAME, more], sealedRawBytes: 15, sealedFileBytes: 12 },
    ])
    expect(manifest).toMatchObject({ nextSession: 2, nextFile: 2, lines: { good: 4, cut: 0, altered: 0, stray: 0 } })
  })

  test('passes over garbage and goes on after it', () => {
    const manifest = read(
      session,
      '\0\0\0\0\n',
      '{"t":"file","fi\n',
      'x'.repeat(3_000_000),
      '\n',
      '\n\n',
      file,
      formatLine(generation).replace('/a.jsonl', '/b.jsonl'),
      generation,
      '{"t":"fra',
    )
    expect(manifest.files.get(1)?.generations).toHaveLength(1)
    expect(manifest.lines).toEqual({ good: 3, cut: 3, altered: 2, unknown: 0, stray: 0, gaps: 0 })
  })

  test('keeps lines of a newer version and skips them', () => {
    const manifest = read(session, withSum({ t: 'sealed-by-moonlight', session: 1 }), file)
    expect(manifest.lines).toMatchObject({ good: 2, unknown: 1 })
  })

  test('believes the first of two lines with one number, and counts what speaks of nothing', () => {
    const manifest = read(
      session,
      { ...session, id: 'another' },
      file,
      { ...file, role: 'another' },
      generation,
      { ...generation, path: '/another' },
      { ...generation, file: 9 },
      { t: 'frames', file: 1, generation: 7, frames: [FRAME] },
      { t: 'project', session: 8, path: '/', name: '', remote: undefined },
    )
    expect(manifest.sessions.get(1)?.id).toBe(SESSION.id)
    expect(manifest.files.get(1)).toMatchObject({ role: 'main', generations: [{ path: '/a.jsonl' }] })
    expect(manifest.lines).toMatchObject({ good: 3, stray: 6 })
  })

  test('never gives a number twice, also not one that was removed', () => {
    expect(read({ t: 'numbers', nextSession: 7, nextFile: 9 }, session)).toMatchObject({ nextSession: 7, nextFile: 9 })
  })

  test('never gives a number twice that any line names, whichever line is lost', () => {
    const naming: readonly ManifestRecord[] = [
      { ...session, t: 'moved', session: 7 },
      { t: 'project', session: 7, path: '/', name: '', remote: undefined },
      { ...file, file: 1, session: 7 },
      { t: 'removed', session: 7 },
    ]
    for (const record of naming) expect(read(record), record.t).toMatchObject({ nextSession: 8 })
    const files: readonly ManifestRecord[] = [
      { ...file, file: 9 },
      { ...generation, file: 9 },
      { t: 'frames', file: 9, generation: 1, frames: [FRAME] },
      { t: 'removed', file: 9 },
    ]
    for (const record of files) expect(read(record), record.t).toMatchObject({ nextFile: 10 })
  })

  test('shows every place where lines are missing, whatever they said', () => {
    const records: readonly ManifestRecord[] = [
      session,
      { t: 'forgotten', id: 'x', at: 1 },
      file,
      { t: 'project', session: 1, path: '/', name: '', remote: undefined },
      generation,
      { t: 'frames', file: 1, generation: 1, frames: [FRAME] },
    ]
    const lines = formatCommit(records, EMPTY_END).text.split(/(?<=\n)/)
    expect(readText(lines.join('')).lines).toMatchObject({ good: 6, gaps: 0 })
    for (let at = 0; at < lines.length - 1; at++) {
      expect(readText(lines.toSpliced(at, 1).join('')).lines.gaps, lines[at]).toBe(1)
      expect(readText(lines.toSpliced(at, 1, '{"t":"garb\n').join('')).lines.gaps, lines[at]).toBe(1)
      // Half a line that a crash left between two good ones is none.
      expect(readText(lines.toSpliced(at, 0, '{"t":"garb\n').join('')).lines).toMatchObject({ gaps: 0, cut: 1 })
    }
  })

  test('tells its last line that can be read from its end alone', () => {
    const folder = newArchiveFolder()
    mkdirSync(folder, { recursive: true })
    const path = manifestPath(folder)
    const frames = Array.from({ length: 500 }, () => FRAME)
    const { text, end } = formatCommit([session, file, { ...generation, frames }], EMPTY_END)
    const check = (text: string, expected: object) => {
      writeFileSync(path, text)
      expect(readManifestEnd(path, manifestSize(folder))).toEqual(expected)
    }
    expect(text.length).toBeGreaterThan(50_000)
    check(text, end)
    check(text.slice(0, -1), { ...end, needsLineEnd: true })
    check(`${text}{"t":"fi`, { ...end, needsLineEnd: true })
    check(`${text}${'x'.repeat(200_000)}\n\n\n`, end)
    check('x'.repeat(200_000), { ...EMPTY_END, needsLineEnd: true })
    check('', EMPTY_END)
  })

  test('with a cut end is gone on with on a line of its own', async () => {
    for (const part of [0.01, 0.4, 1]) {
      const folder = newArchiveFolder()
      await keepSources(folder, { 'a.jsonl': 'one\n' })
      const path = manifestPath(folder)
      const { text } = formatCommit([{ ...session, session: 50 }], readManifestEnd(path, manifestSize(folder)))
      appendFileSync(path, text.slice(0, Math.ceil(part * (text.length - 1))))
      const before = readFileSync(manifestPath(folder))
      const { manifestBytes } = await keepSources(folder, { 'a.jsonl': 'one\n', 'b.jsonl': 'two\n' })
      expect(manifestBytes).toBe(manifestSize(folder))
      await checkKept(folder, { 'a.jsonl': 'one\n', 'b.jsonl': 'two\n' })
      expect(readFileSync(manifestPath(folder)).subarray(0, before.length).equals(before)).toBe(true)
    }
  })
})
