import { hash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkKept, keepSources, newArchiveFolder, SESSION } from '../../test/kept-archive.ts'
import { manifestPath, manifestSize } from './archive-folder.ts'
import { formatRecord, type ManifestRecord, parseRecord } from './manifest-record.ts'
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

/** A manifest of these lines; a record becomes its line. */
function read(...lines: readonly (ManifestRecord | string)[]): Manifest {
  const folder = newArchiveFolder()
  mkdirSync(folder, { recursive: true })
  const texts = lines.map(line => (typeof line === 'string' ? line : formatRecord(line)))
  writeFileSync(manifestPath(folder), texts.join(''))
  return readManifest(folder)
}

/** A line with a right sum, whatever it says. */
function withSum(json: object): string {
  const body = JSON.stringify(json)
  return `${body.slice(0, -1)},"sum":"${hash('sha256', body, 'hex').slice(0, 16)}"}\n`
}

describe('a line of the manifest', () => {
  test('is read as it was written, whatever text is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (path, name) => {
        const record: ManifestRecord = { t: 'project', session: 1, path, name: `${name}\n\ud800"`, remote: undefined }
        const text = formatRecord(record)
        expect(text.indexOf('\n')).toBe(text.length - 1)
        const through = Buffer.from(text).toString()
        expect(parseRecord(through.slice(0, -1))).toEqual({ is: 'record', record })
      }),
    )
  })

  test('is cut wherever it ends too early, and altered where a character is another', () => {
    const line = formatRecord(generation).slice(0, -1)
    for (let length = 0; length < line.length; length++) {
      expect(parseRecord(line.slice(0, length))).toEqual({ is: 'cut' })
    }
    for (let at = 0; at < line.length; at++) {
      const other = line[at] === 'x' ? 'y' : 'x'
      expect(parseRecord(line.slice(0, at) + other + line.slice(at + 1))).toEqual({ is: 'altered' })
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
      expect(parseRecord(withSum(json).slice(0, -1)), JSON.stringify(json)).toEqual({ is: 'altered' })
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
      formatRecord(generation).replace('/a.jsonl', '/b.jsonl'),
      generation,
      '{"t":"fra',
    )
    expect(manifest.files.get(1)?.generations).toHaveLength(1)
    expect(manifest.lines).toEqual({ good: 3, cut: 4, altered: 1, unknown: 0, stray: 0 })
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

  test('with a cut end is gone on with on a line of its own', async () => {
    const torn = formatRecord({ ...session, session: 50 })
    for (const length of [1, 40, torn.length - 1]) {
      const folder = newArchiveFolder()
      await keepSources(folder, { 'a.jsonl': 'one\n' })
      appendFileSync(manifestPath(folder), torn.slice(0, length))
      const before = readFileSync(manifestPath(folder))
      const { manifestBytes } = await keepSources(folder, { 'a.jsonl': 'one\n', 'b.jsonl': 'two\n' })
      expect(manifestBytes).toBe(manifestSize(folder))
      await checkKept(folder, { 'a.jsonl': 'one\n', 'b.jsonl': 'two\n' })
      expect(readFileSync(manifestPath(folder)).subarray(0, before.length).equals(before)).toBe(true)
    }
  })
})
