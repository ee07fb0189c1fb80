import { describe, expect, test } from 'vitest'
import type { Story } from '../src/narrative/story.ts'
import { buildTimeline, type SessionTimeline } from '../src/query/story/session-timeline.ts'
import { layTimeline } from '../src/surfaces/web/app/timeline/timeline-layout.ts'
import { listCorpusFiles, listFixtureFiles } from './corpus.ts'
import { tellFiles } from './tell-session.ts'

function drawOver(story: Story): SessionTimeline {
  const session = { sessionId: 's', shortId: 's', cwds: [], branch: undefined, models: [], activeMs: 0 }
  return buildTimeline({ ...session, schema: 'backscroll.story/1', startedAt: undefined, endedAt: undefined, story })
}

function check(path: string): number {
  const story = tellFiles(path)
  const timeline = drawOver(story)
  const numbers = timeline.turns.map(({ number }) => number)
  expect(numbers, path).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  const known = new Set(numbers)
  expect(
    timeline.marks.filter(({ turn }) => !known.has(turn)),
    path,
  ).toEqual([])
  expect(timeline.marks.filter(({ kind }) => kind === 'compaction').length, path).toBe(
    numbers.length === 0 ? 0 : story.segments.length - 1,
  )
  const { blocks, marks } = layTimeline(timeline, 300)
  expect(
    blocks.flatMap(({ turns }) => turns),
    path,
  ).toEqual(timeline.turns)
  expect(
    marks.filter(({ x }) => !(x >= 0 && x <= 300.001)),
    path,
  ).toEqual([])
  expect(marks.length, path).toBe(timeline.marks.length)
  return marks.length
}

/** Agents' own files are no sessions. */
function isSession(path: string): boolean {
  return !/(^|\/)agent-[^/]*$/.test(path)
}

describe('a timeline has every turn once, in order, and every mark in one of them', () => {
  test('of the fixtures', () => {
    const counts = listFixtureFiles('sessions').filter(isSession).map(check)
    expect(counts.some(count => count > 0)).toBe(true)
  })

  const corpus = listCorpusFiles()?.filter(isSession)
  test.runIf(corpus)('of the recorded corpus', { timeout: 120_000 }, () => {
    const counts = (corpus ?? []).map(check)
    expect(counts.filter(count => count > 0).length).toBeGreaterThan(50)
  })
})
