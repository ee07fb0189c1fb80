import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSessionBuilder } from '../src/model/build-session.ts'
import { buildStory } from '../src/narrative/build-story.ts'
import { FINDINGS } from '../src/narrative/extractors.ts'
import type { Place, Story } from '../src/narrative/story.ts'
import { createTold } from '../src/narrative/told/told.ts'
import { listCorpusFiles } from './corpus.ts'
import { asks, CASES, type Case, GO_FAILS } from './narrative-cases.ts'
import { listCorpusSessions, listFixtureSessions, type SessionFiles } from './session-files.ts'
import { startStory, tellLines } from './story-lines.ts'
import { tellSession } from './tell-session.ts'

describe('each thing a story can find', () => {
  test('has its case', () => {
    expect(Object.keys(CASES).sort()).toEqual(FINDINGS.map(({ name }) => name).sort())
  })
  test.each(FINDINGS.map(finding => [finding.name, finding] as const))(
    '%s: found where it is, silent where it only looks so',
    (name, finding) => {
      const { found, silent } = CASES[name] as Case
      expect(finding.count(tellLines(found(startStory()))), 'found').toBeGreaterThan(0)
      expect(finding.count(tellLines(silent(startStory()))), 'silent').toBe(0)
    },
  )
})

/** Every place names an entry that is there, in the turn it says. */
function checkPlaces({ id, files }: SessionFiles): Story {
  const { session, story } = tellSession(id, files)
  const threads = new Map([['', session.main], ...session.agents.map(agent => [agent.id, agent.thread] as const)])
  for (const place of listPlaces(story)) {
    const thread = threads.get(place.agent) ?? threads.get(place.agent.replace(/~\d+$/, ''))
    const entry = thread?.entries[place.entry]
    expect(entry, `${id} ${JSON.stringify(place)}`).toBeDefined()
    if (!place.agent.includes('~')) expect(entry?.uuid).toBe(place.uuid)
    if (place.agent === '') expect(entry?.turn).toBe(place.turn)
  }
  return story
}

function listPlaces(value: unknown): readonly Place[] {
  if (Array.isArray(value)) return value.flatMap(listPlaces)
  if (typeof value !== 'object' || value === null) return []
  if ('entry' in value && 'segment' in value && 'agent' in value) return [value as Place]
  return Object.values(value).flatMap(listPlaces)
}

/** Whatever is said names what backs it. */
function checkBacked(story: Story): void {
  const lists = [
    story.summary,
    story.activities,
    story.files,
    story.commits,
    story.pullRequests,
    story.tests,
    story.errors,
  ]
  const more = [
    story.questions,
    story.plans,
    story.decisions,
    story.threads,
    story.corrections,
    story.interruptions,
    story.signals,
  ]
  for (const item of [...lists, ...more].flat()) expect(item.places.length, JSON.stringify(item)).toBeGreaterThan(0)
}

/** What was told in parts, saved and gone on with, is what is told at once. */
function checkParts({ id, files }: SessionFiles, cuts: readonly number[]): void {
  let told = createTold()
  const builder = createSessionBuilder({ id, onEntry: (kept, entry, thread) => told.add(kept, entry, thread) })
  const threads = files.map(({ agentId }, file) => builder.openThread({ file, agentId }))
  let from = 0
  for (const cut of [...cuts, 1]) {
    files.forEach(({ entries }, file) => {
      for (const entry of entries.slice(Math.floor(entries.length * from), Math.floor(entries.length * cut)))
        threads[file]?.add(entry)
    })
    buildStory(builder.build(), told)
    told = createTold(told.save())
    from = cut
  }
  expect(buildStory(builder.build(), told)).toEqual(tellSession(id, files).story)
}

describe('a story', () => {
  test('names entries that are there, on every fixture', () => {
    for (const session of listFixtureSessions()) checkBacked(checkPlaces(session))
  })
  test('is the same told in parts or at once, on every fixture', () => {
    const sessions = [...listFixtureSessions()]
    fc.assert(
      fc.property(
        fc.nat(sessions.length - 1),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
        (at, cuts) => {
          checkParts(
            sessions[at] as SessionFiles,
            cuts.toSorted((a, b) => a - b),
          )
        },
      ),
      { numRuns: 200 },
    )
  })
  test('comes back from JSON as it was', () => {
    for (const { id, files } of listFixtureSessions()) {
      const { story } = tellSession(id, files)
      const back = JSON.parse(JSON.stringify(story)) as Story
      expect(JSON.stringify(back)).toBe(JSON.stringify(story))
    }
  })
  test('of parts tells in each part what happened there, and together all of it', () => {
    const boundary = {
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      compactMetadata: { trigger: 'auto', preTokens: 9 },
    }
    const lines = asks(startStory())
      .edit('/home/dev/app/a.ts')
      .line(boundary)
      .person('Now the writer')
      .edit('/home/dev/app/a.ts')
      .edit('/home/dev/app/b.ts')
    const { segments, files } = tellLines(lines)
    expect(segments.map(({ results }) => results?.files.map(({ path }) => path))).toEqual([
      ['/home/dev/app/a.ts'],
      ['/home/dev/app/a.ts', '/home/dev/app/b.ts'],
    ])
    expect(files.map(({ path, edits }) => [path, edits])).toEqual([
      ['/home/dev/app/a.ts', 2],
      ['/home/dev/app/b.ts', 1],
    ])
    expect(segments.map(({ request }) => request?.text)).toEqual(['Make the parser faster', 'Now the writer'])
  })
  test('tells an error with what ended it', () => {
    const { errors } = tellLines(asks(startStory()).run('make all', 'error: no rule', 'failed').run('make all', 'done'))
    expect(errors).toMatchObject([{ message: 'error: no rule', ending: 'resolved', endedAt: { entry: 3 } }])
  })
  test('that ends with failing tests leaves one thread open, not two', () => {
    const { threads } = tellLines(asks(startStory()).run('go test ./...', GO_FAILS, 'failed'))
    expect(threads.map(({ kind }) => kind)).toEqual(['tests'])
  })
  test('tells what took a decision back', () => {
    const lines = asks(startStory())
      .says('Done.')
      .person('Always use postgres for storage.')
      .says('Done.')
      .person('On second thought, no postgres: use sqlite for the storage.')
    const [first] = tellLines(lines).decisions
    expect(first?.takenBack?.text).toContain('sqlite')
  })
})

const corpus = listCorpusFiles()

describe.runIf(corpus)('over recorded transcripts', () => {
  const stories = new Map<string, Story[]>()
  test('a story names entries that are there, and backs what it says', { timeout: 120_000 }, () => {
    for (const session of listCorpusSessions()) {
      const story = checkPlaces(session)
      checkBacked(story)
      stories.set(session.id, [...(stories.get(session.id) ?? []), story])
    }
  })
  test.each(FINDINGS.map(finding => [finding.name, finding] as const))('%s is found', (name, finding) => {
    const { recorded } = CASES[name] as Case
    const named = [...stories].filter(([id]) => id.startsWith(recorded)).flatMap(([, list]) => list)
    expect(
      named.some(story => finding.count(story) > 0),
      `in ${recorded}`,
    ).toBe(true)
  })
})
