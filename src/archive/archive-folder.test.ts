import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { REPOSITORY } from '../../test/corpus.ts'
import { checkSame, keepSources, makeText, newArchiveFolder, requireGeneration } from '../../test/kept-archive.ts'
import { parseTailName, streamFolder } from './archive-folder.ts'
import { RECORD_KINDS } from './manifest-record.ts'

const hasZstd = (() => {
  try {
    execFileSync('zstd', ['--version'])
    return true
  } catch {
    return false
  }
})()
const DOCS = readFileSync(join(REPOSITORY, 'docs', 'archive.md'), 'utf8')

/** Seven files, so that there is one with the number of the examples. */
async function keepSeven(): Promise<{ folder: string; seventh: string }> {
  const folder = newArchiveFolder()
  const seventh = makeText(2_500_000)
  const others = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`${index}.jsonl`, 'x\n']))
  await keepSources(folder, { ...others, 'blobs:b': 'content', 'the-session-id.jsonl': seventh })
  return { folder, seventh }
}

describe('unpacking by hand', () => {
  test.runIf(hasZstd)('works as README.txt says', async () => {
    const { folder, seventh } = await keepSeven()
    const readme = readFileSync(join(folder, 'README.txt'), 'utf8')
    const [stream, blob] = readme.split('\n').filter(line => /^ {4}\S/.test(line))
    const sha256 = requireGeneration(folder, 'blobs:b').blob?.sha256 ?? ''
    const blobCommand = (blob ?? '').replace('ab/ab12....zst', `${sha256.slice(0, 2)}/${sha256}.zst`)
    execFileSync('sh', ['-ec', `${stream}\n${blobCommand}`], { cwd: folder })
    checkSame(readFileSync(join(folder, 'transcript.jsonl')), Buffer.from(seventh))
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('content')
  })

  test.runIf(hasZstd)('works as docs/archive.md says', async () => {
    const { folder, seventh } = await keepSeven()
    const [, script] = /```sh\n([\s\S]*?)```/.exec(DOCS) ?? []
    const output = execFileSync('sh', ['-ec', script ?? 'false'], { cwd: dirname(folder), encoding: 'utf8' })
    expect(output).toContain('"file":7')
    checkSame(readFileSync(join(folder, 'transcript.jsonl')), Buffer.from(seventh))
  })
})

test('docs/archive.md explains every kind of line of the manifest', () => {
  const explained = Array.from(DOCS.matchAll(/^\| `(\w+)` \|/gm), ([, kind]) => kind)
  expect(explained).toEqual(['t', ...RECORD_KINDS])
})

test('README.txt comes back where it was lost, and is not touched where somebody wrote into it', async () => {
  const folder = newArchiveFolder()
  mkdirSync(join(folder, 'streams'), { recursive: true })
  await keepSources(folder, {})
  expect(readFileSync(join(folder, 'README.txt'), 'utf8')).toContain('zstd -d')
  writeFileSync(join(folder, 'README.txt'), 'mine')
  await keepSources(folder, {})
  expect(readFileSync(join(folder, 'README.txt'), 'utf8')).toBe('mine')
})

test('names of tails are told from everything else', () => {
  expect(parseTailName('7-1.tail.zst')).toEqual({ file: 7, generation: 1 })
  for (const name of [
    '7-1.zst',
    '7-1.tail.zst.new',
    '0-1.tail.zst',
    '../7-1.tail.zst',
    '7-.tail.zst',
    '07-1.tail.zst',
  ]) {
    expect(parseTailName(name)).toBeUndefined()
  }
  expect(streamFolder('/a', 263)).toBe(join('/a', 'streams', '07'))
})
