import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { listTranscripts, makeCorpus, readManifest } from './corpus.ts'

const home = mkdtempSync(join(tmpdir(), 'backscroll-corpus-'))
afterAll(() => rmSync(home, { recursive: true }))

function checkCorpus(name: string, seed: number): { folder: string; digest: string } {
  const folder = makeCorpus({ bytes: 3e6, files: 24, seed, out: join(home, name) })
  const hash = createHash('sha256')
  for (const path of listTranscripts(folder)) hash.update(relative(folder, path)).update(readFileSync(path))
  return { folder, digest: hash.digest('hex') }
}

test('the same seed gives the same bytes, another seed others', () => {
  expect(checkCorpus('again', 7).digest).toBe(checkCorpus('first', 7).digest)
  expect(checkCorpus('other', 8).digest).not.toBe(checkCorpus('first', 7).digest)
})

test('a corpus has the files and about the bytes that were asked for', () => {
  const { folder } = checkCorpus('first', 7)
  expect(listTranscripts(folder)).toHaveLength(24)
  const { bytes } = readManifest(folder)
  expect(bytes).toBeGreaterThan(2.7e6)
  expect(bytes).toBeLessThan(3.9e6)
})

test('every line is one JSON object, and parents stand in the same file', () => {
  const { folder } = checkCorpus('first', 7)
  for (const path of listTranscripts(folder)) {
    const ids = new Set<string>()
    const text = readFileSync(path, 'utf8')
    expect(text.endsWith('\n')).toBe(true)
    for (const line of text.slice(0, -1).split('\n')) {
      const { uuid, parentUuid } = JSON.parse(line) as { uuid?: string; parentUuid?: string | null }
      if (parentUuid) expect(ids).toContain(parentUuid)
      if (uuid) ids.add(uuid)
    }
  }
})

test('keys stand in the order in which the client writes them', () => {
  const { folder } = checkCorpus('first', 7)
  const orders = new Set<string>()
  for (const path of listTranscripts(folder)) {
    for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
      const json = JSON.parse(line) as { type: string; slug?: string; agentId?: string }
      if (json.type === 'assistant' && json.slug && !json.agentId) orders.add(Object.keys(json).join())
    }
  }
  expect(orders).toContain(
    'parentUuid,isSidechain,userType,cwd,sessionId,version,gitBranch,slug,message,requestId,type,uuid,timestamp',
  )
})
