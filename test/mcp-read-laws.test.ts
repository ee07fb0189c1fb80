import { describe, expect, test } from 'vitest'
import { LEVELS, type Level } from '../src/render/level.ts'
import { loadSession } from '../src/source/load-session.ts'
import type { SessionSource } from '../src/source/session-source.ts'
import { cutRows, type RowBlock } from '../src/surfaces/mcp/cut-rows.ts'
import { agentRows, entryRows, sessionRows } from '../src/surfaces/mcp/session-rows.ts'
import { CORPUS, FIXTURES, listCorpusFiles } from './corpus.ts'
import { listSources } from './draw-session.ts'

/** What stands in no answer: control characters, turned writing, bytes written as letters. */
const UNWANTED = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|[A-Za-z0-9+/]{40}={0,2}(?:[A-Za-z0-9+/]{400})/

/** Lines that name an entry, of which so many are opened in each session. */
const MAX_OPENED = 12

function checkSource(source: SessionSource): void {
  const loaded = loadSession(source)
  const reading = { loaded, isKeptOnly: false }
  const { session } = loaded
  const draw = (level: Level): readonly RowBlock[] => [
    ...cutRows(sessionRows(reading, { turns: undefined, level }), { session, headTurn: number => `@@${number}` }),
  ]
  for (const level of LEVELS) {
    const text = draw(level)
      .map(block => block.text)
      .join('\n')
    expect(UNWANTED.exec(text)?.[0]).toBeUndefined()
    const headed = new Set(Array.from(text.matchAll(/^@@(\d+)$/gm), ([, number]) => Number(number)))
    const active = session.main.turns.filter(turn => turn.number > 0 && !turn.isRewound)
    expect(active.filter(({ number }) => !headed.has(number)).map(({ number }) => number)).toEqual([])
  }
  const named = draw('tools').flatMap(({ text }) => / entry=(\S+)$/m.exec(text.split('\n')[0] ?? '')?.[1] ?? [])
  for (const entry of named.slice(0, MAX_OPENED)) {
    const rows = [...entryRows(reading, { entry, turns: undefined, agent: undefined })]
    expect(rows.some(row => row.kind !== 'turn')).toBe(true)
  }
  for (const agent of session.agents.slice(0, 3)) expect([...agentRows(reading, agent.id, 'answers')]).toBeDefined()
}

describe('what read gives', () => {
  const fixtures = listSources(FIXTURES)
  test('is harmless text with a heading for each turn, and opens what it names, in every fixture', () => {
    expect(fixtures.length).toBeGreaterThan(20)
    for (const source of fixtures) checkSource(source)
  })

  // All of it takes half a minute, and says the same.
  const some = listCorpusFiles() ? listSources(CORPUS).filter((_, at) => at % 5 === 0) : []
  test.runIf(some.length > 0)('is the same in the corpus', () => {
    for (const source of some) checkSource(source)
  })
})
