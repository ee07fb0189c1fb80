import { describe, expect, test } from 'vitest'
import type { Entry } from '../src/format/entry.ts'
import type { Session, Thread } from '../src/model/session.ts'
import type { ThreadEntry } from '../src/model/thread-entry.ts'
import { listClientFiles, listCorpusFiles, listFixtureFiles } from './corpus.ts'
import { buildSession, readEntries } from './read-session.ts'

/** Roles of entries that hand the model something to do. */
const SETS_OFF = /^(?:(?:program-|scheduled-)?prompt|plan-handover|task-notification|teammate-message)$/

const IS_AGENT = /agent-[^/]*\.jsonl$|\/subagents\//

describe.each([
  ['fixtures', listFixtureFiles()],
  ['the corpus', listCorpusFiles() ?? []],
  ['client transcripts', listClientFiles() ?? []],
])('over %s', (_name, files) => {
  const sessions = files
    .filter(file => !IS_AGENT.test(file))
    .map(file => {
      const entries = readEntries(file)
      return { file, entries, session: build(entries) }
    })

  test('no request of the main thread stands in turn 0 if anything set it off', () => {
    for (const { file, session } of sessions) {
      const { main } = session
      const early = main.messages.filter(({ turn, isSynthetic }) => turn === 0 && !isSynthetic)
      const claimed = early.filter(({ entries }) => findStart(main, entries[0]))
      expect(claimed, file).toEqual([])
    }
  })

  test('every start is an entry of its turn, and of one turn only', () => {
    for (const { file, session } of sessions) {
      const { main, requests } = session
      const prompts = main.turns.flatMap(({ prompt }) => prompt ?? [])
      expect(new Set(prompts).size, file).toBe(prompts.length)
      expect(
        prompts.map(({ turn }) => turn),
        file,
      ).toEqual(main.turns.flatMap(({ number }) => (number > 0 ? number : [])))
      for (const { number, starts, prompt } of main.turns) {
        expect(starts.length > 0, file).toBe(number > 0)
        expect(starts[0]?.uuid, file).toBe(prompt?.uuid)
      }
      const numbers = new Set(main.turns.map(({ number }) => number))
      expect(
        requests.filter(({ at }) => at.turn !== 0 && !numbers.has(at.turn)),
        file,
      ).toEqual([])
    }
  })

  test('numbers and origins do not change when lines are appended', () => {
    for (const { file, entries, session } of sessions) {
      for (const part of [0.3, 0.7]) {
        const begun = listBegun(build(entries.slice(0, Math.floor(entries.length * part))))
        expect(listBegun(session).slice(0, begun.length), file).toEqual(begun)
      }
    }
  })
})

function findStart(main: Thread, work: ThreadEntry | undefined): ThreadEntry | undefined {
  const isStart = ({ role }: ThreadEntry): boolean => role !== undefined && SETS_OFF.test(role)
  return main.entries.find(entry => entry.index < (work?.index ?? 0) && !entry.isRepeat && isStart(entry))
}

function listBegun({ main }: Session): readonly string[] {
  return main.turns.filter(({ number }) => number > 0).map(({ number, origin, text }) => `${number} ${origin} ${text}`)
}

function build(entries: readonly Entry[]): Session {
  return buildSession('law', [{ agentId: undefined, entries }])
}
