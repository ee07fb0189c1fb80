import { describe, expect, test } from 'vitest'
import { CORPUS, listCorpusFiles } from './corpus.ts'
import { runHere } from './keep-home.ts'
import { makeTree } from './temp-tree.ts'

interface DryRun {
  readonly documents: readonly {
    readonly bytes: number
    readonly document: { readonly passages: readonly { readonly turn: number; readonly text: string }[] }
  }[]
}

describe.runIf(listCorpusFiles())('recorded sessions', () => {
  test('make documents that fit, hold no secret that is known by its form, and quote what they show', async () => {
    const sessionBytes = 20_000
    const config = { roots: [CORPUS], enrichLimits: { sessions: 1000, sessionBytes } }
    const home = makeTree({ '.config/backscroll/config.json': JSON.stringify(config) })
    expect((await runHere(['sync'], { home })).code).toBeLessThan(3)
    const { out } = await runHere(['enrich', '--dry-run', '--json'], { home })
    const { documents } = JSON.parse(out) as DryRun
    expect(documents.length).toBeGreaterThan(50)
    for (const { bytes, document } of documents) {
      expect(bytes).toBeLessThanOrEqual(sessionBytes)
      const texts = document.passages.map(({ text }) => text)
      const text = JSON.stringify({ ...document, instructions: '' })
      expect(text).not.toMatch(/\bghp_[A-Za-z0-9]{36}|\bsk-ant-[\w-]{20}|\bAKIA[0-9A-Z]{16}\b|BEGIN [A-Z ]*PRIVATE KEY/)
      expect(text).not.toMatch(/<system-reminder|<command-name|\/(?:home|Users)\/[a-z]+\//)
      for (const each of texts) expect(each).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/)
    }
  }, 120_000)
})
