import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSessionBuilder } from '../src/model/build-session.ts'
import { createSummaryBuilder } from '../src/model/build-summary.ts'
import { isOfPerson } from '../src/model/turn-origin.ts'
import { anyFiles } from './any-files.ts'
import { listCorpusFiles, listFixtureFiles } from './corpus.ts'
import { dumpSession } from './dump-session.ts'
import { buildSession, type EntryFile, readEntryFile, sessionIdOf } from './read-session.ts'

/** Built piece by piece, asked for after each piece, equals built at once. */
function checkAppend(id: string, files: readonly EntryFile[], cuts: readonly number[]): void {
  const builder = createSessionBuilder({ id })
  const threads = files.map(({ agentId }, file) => builder.openThread({ file, agentId }))
  const done = files.map(() => 0)
  for (const cut of cuts) {
    files.forEach(({ entries }, file) => {
      const end = Math.floor((entries.length * cut) / 100)
      for (; (done[file] as number) < end; done[file] = (done[file] as number) + 1) {
        threads[file]?.add(entries[done[file] as number] as EntryFile['entries'][number])
      }
    })
    const session = builder.build()
    // Asking must not change what comes later.
    void [session.main.turns.length, session.main.forks.length, session.requests.length, session.links.length]
  }
  expect(dumpSession(builder.build())).toEqual(dumpSession(buildSession(id, files)))
}

/** The cheap summary and the whole model tell the same. */
function checkSummary(id: string, files: readonly EntryFile[]): void {
  const builder = createSummaryBuilder({ id })
  files.forEach(({ agentId, entries }, file) => {
    const thread = builder.openThread({ file, agentId })
    for (const entry of entries) thread.add(entry)
  })
  const session = buildSession(id, files)
  expect(session.summary).toEqual(builder.build())
  expect(session.foreignSummaries).toEqual(builder.leaves.foreign)
}

/** What a list shows equals what is found when the opened session is counted. */
function checkCounts(id: string, files: readonly EntryFile[]): void {
  const session = buildSession(id, files)
  const { summary, title, startedAt, endedAt, activeMs, usage, cwds, models } = session
  expect(summary).toMatchObject({ title, startedAt, endedAt, activeMs, usage, cwds, models })
  const begun = session.main.turns.filter(turn => turn.number > 0)
  expect(summary.turns).toBe(begun.filter(({ origin }) => isOfPerson(origin)).length)
  expect(summary.otherTurns).toBe(begun.filter(({ origin }) => !isOfPerson(origin)).length)
  expect(summary.compactions).toBe(session.main.segments.length - 1)
  expect(summary.agents).toBe(session.agents.length)
  const own = session.agents.filter(agent => agent.storedAs !== 'progress-copies')
  const threads = [session.main, ...own.map(agent => agent.thread)]
  expect(summary.entries).toBe(threads.flatMap(thread => thread.entries).length)
  const calls = threads.flatMap(thread => thread.toolCalls)
  expect(summary.toolCalls).toBe(calls.filter(call => call.use !== undefined).length)
}

function checkFile(path: string, check: (id: string, files: readonly EntryFile[]) => void): void {
  const file = readEntryFile(path)
  check(sessionIdOf(path, file.entries), [file])
}

const cuts = fc
  .array(fc.integer({ min: 0, max: 100 }), { maxLength: 6 })
  .map(list => [...list.sort((a, b) => a - b), 100])

test('append equals rebuild, on every fixture', () => {
  for (const path of listFixtureFiles()) {
    fc.assert(
      fc.property(cuts, at => checkFile(path, (id, files) => checkAppend(id, files, at))),
      { numRuns: 10 },
    )
  }
})

test('a summary equals the model, on every fixture', () => {
  for (const path of listFixtureFiles()) {
    checkFile(path, checkSummary)
    checkFile(path, checkCounts)
  }
})

test('append equals rebuild where several files grow together', () => {
  const files = listFixtureFiles('subagents/new-layout').map(readEntryFile)
  expect(files).toHaveLength(4)
  const main = files.filter(file => file.agentId === undefined)
  const ordered = [...main, ...files.filter(file => file.agentId !== undefined)]
  fc.assert(
    fc.property(cuts, at => checkAppend('11111111-aaaa-4aaa-8aaa-111111111111', ordered, at)),
    { numRuns: 20 },
  )
})

test('append equals rebuild and a summary equals the model, whatever lines there are', () => {
  fc.assert(
    fc.property(anyFiles, cuts, (files, at) => {
      checkAppend('s', files, at)
      checkSummary('s', files)
    }),
  )
})

const corpus = listCorpusFiles()

test.runIf(corpus)('append equals rebuild, on the corpus', () => {
  for (const path of corpus ?? []) checkFile(path, (id, files) => checkAppend(id, files, [13, 50, 77, 100]))
})

test.runIf(corpus)('append equals rebuild where the files of a recorded session grow together', () => {
  const id = 'ef958aa1-0e93-49f0-bb71-150f63befcd1'
  const paths = (corpus ?? []).filter(path => path.includes(id))
  const ordered = [
    ...paths.filter(path => !path.includes('subagents')),
    ...paths.filter(path => path.includes('subagents')),
  ]
  expect(ordered.length).toBeGreaterThan(3)
  checkAppend(id, ordered.map(readEntryFile), [10, 35, 60, 90, 100])
})

test.runIf(corpus)('a summary equals the model, on the corpus', () => {
  for (const path of corpus ?? []) {
    checkFile(path, checkSummary)
    checkFile(path, checkCounts)
  }
})
