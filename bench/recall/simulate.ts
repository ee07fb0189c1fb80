import { DEFAULT_RECALL_CHARS } from '../../src/query/recall/recall.ts'
import { recallPrompt } from '../../src/query/recall/recall-prompt.ts'
import { formatRecall } from '../../src/render/recall-text.ts'
import type { KeptFolder } from '../retrieval/keep-folder.ts'
import { contextOf } from './measure.ts'
import type { RecallCase } from './recall-case.ts'

/** A running session in which all prompts of a project are typed, each of them twice, with one compaction in the middle. */
export interface SimulatedSession {
  readonly prompts: number
  /** Items that were shown. */
  readonly shown: number
  /** Places that were shown a second time in one segment; must be none. */
  readonly repeats: number
  /** What is delivered to the model for each prompt typed, whether it fired or not, and for each that did. */
  readonly bytesAPrompt: number
  readonly bytesAFire: number
}

export function simulateSessions({ keep, now }: KeptFolder, cases: readonly RecallCase[]): SimulatedSession {
  const folders = [...new Set(cases.map(({ cwd }) => cwd))]
  let [prompts, fires, shown, repeats, bytes] = [0, 0, 0, 0, 0]
  for (const cwd of folders) {
    const own = cases.filter(one => one.cwd === cwd)
    for (const segment of [own, own]) {
      const seen = new Set<string>()
      const places = new Set<string>()
      for (const one of [...segment, ...segment]) {
        const { items } = recallPrompt(keep, { ...contextOf(one, now), seen, prompt: one.prompt })
        prompts++
        if (items.length > 0) fires++
        bytes += Buffer.byteLength(formatRecall({ items }, { maxChars: DEFAULT_RECALL_CHARS }) ?? '')
        for (const { key, sessionId, turn } of items) {
          const place = `${sessionId} ${turn}`
          if (places.has(place)) repeats++
          places.add(place)
          seen.add(key)
          shown++
        }
      }
    }
  }
  return { prompts, shown, repeats, bytesAPrompt: bytes / Math.max(1, prompts), bytesAFire: bytes / Math.max(1, fires) }
}
