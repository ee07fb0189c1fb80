import { recallPrompt } from '../../src/query/recall/recall-prompt.ts'
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
  /** Characters of items for each prompt typed, whether it fired or not. */
  readonly charsAPrompt: number
}

export function simulateSessions({ keep, now }: KeptFolder, cases: readonly RecallCase[]): SimulatedSession {
  const folders = [...new Set(cases.map(({ cwd }) => cwd))]
  let [prompts, shown, repeats, chars] = [0, 0, 0, 0]
  for (const cwd of folders) {
    const own = cases.filter(one => one.cwd === cwd)
    for (const segment of [own, own]) {
      const seen = new Set<string>()
      const places = new Set<string>()
      for (const one of [...segment, ...segment]) {
        const { items } = recallPrompt(keep, { ...contextOf(one, now), seen, prompt: one.prompt })
        prompts++
        for (const { key, sessionId, turn, text } of items) {
          const place = `${sessionId} ${turn}`
          if (places.has(place)) repeats++
          places.add(place)
          seen.add(key)
          shown++
          chars += text.length
        }
      }
    }
  }
  return { prompts, shown, repeats, charsAPrompt: prompts === 0 ? 0 : chars / prompts }
}
