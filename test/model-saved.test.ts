import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSessionBuilder } from '../src/model/build-session.ts'
import { restoreSessionBuilder, SAVED_LAYOUT, saveSessionBuilder } from '../src/model/saved-session.ts'
import type { Session } from '../src/model/session.ts'
import type { OnEntry, SessionBuilder } from '../src/model/session-builder.ts'
import type { ThreadEntry } from '../src/model/thread-entry.ts'
import type { ToolCall } from '../src/model/tool-call.ts'
import { anyFiles } from './any-files.ts'
import { listCorpusFiles, listFixtureFiles, REPOSITORY } from './corpus.ts'
import { dumpSession } from './dump-session.ts'
import { type EntryFile, readEntryFile, sessionIdOf } from './read-session.ts'

interface SessionFiles {
  readonly id: string
  readonly files: readonly EntryFile[]
  /** A summary from another file: its leaf is an entry of this session. */
  readonly summaries?: readonly (readonly [leaf: string, text: string])[]
}

/** How far each file is read, in percent, and what happens then. */
interface Step {
  readonly percents: readonly number[]
  readonly next: 'build' | 'save' | 'build and save' | 'nothing'
}

/** As it is done between two processes. */
function pass(builder: SessionBuilder, onEntry: OnEntry): SessionBuilder {
  return restoreSessionBuilder(deserialize(serialize(saveSessionBuilder(builder))), { onEntry })
}

/** Reads the files step by step; `heard` is what the listener was told. */
function readInSteps({ id, files, summaries = [] }: SessionFiles, steps: readonly Step[]) {
  const heard: unknown[] = []
  const onEntry: OnEntry = (kept, entry, { file, agentId, isCopy }) => {
    heard.push({ ...kept, start: entry.start, file, agentId, isCopy })
  }
  let builder = createSessionBuilder({ id, onEntry })
  for (const [leaf, text] of summaries) builder.addSummary(leaf, text)
  const done = files.map(() => 0)
  for (const { percents, next } of steps) {
    for (const [file, { agentId, entries }] of files.entries()) {
      const end = Math.floor((entries.length * (percents[file % percents.length] as number)) / 100)
      const thread = builder.openThread({ file, agentId })
      for (const entry of entries.slice(done[file], end)) thread.add(entry)
      done[file] = Math.max(end, done[file] as number)
    }
    if (next.startsWith('build')) void dumpSession(builder.build())
    if (next.endsWith('save')) builder = pass(builder, onEntry)
  }
  return { builder, heard }
}

const WHOLE: Step = { percents: [100], next: 'nothing' }

/** A session that was saved and restored on its way equals one that was read file by file and never stopped. */
function checkSteps(session: SessionFiles, steps: readonly Step[]): void {
  const straight = readInSteps(session, [...steps.map(step => ({ ...step, next: 'nothing' as const })), WHOLE])
  const { builder, heard } = readInSteps(session, [...steps, WHOLE])
  const built = builder.build()
  const dump = dumpSession(built)
  checkEqual(dump, dumpSession(readInSteps(session, [WHOLE]).builder.build()))
  checkEqual(heard, straight.heard)
  checkIdentity(built)
  const saved = saveSessionBuilder(builder)
  const again = restoreSessionBuilder(deserialize(serialize(saved)))
  checkEqual(saveSessionBuilder(again), saved)
  checkEqual(dumpSession(again.build()), dump)
}

/** `toEqual` tells what differs, but takes a hundred times as long to find that nothing does. */
function checkEqual(value: unknown, other: unknown): void {
  if (!isDeepStrictEqual(value, other)) expect(value).toEqual(other)
}

/** Entries and calls in facts, messages and turns are the very objects of the thread's own lists. */
function checkIdentity(session: Session): void {
  for (const thread of [session.main, ...session.agents.map(agent => agent.thread)]) {
    const facts = Object.values(thread.facts).flat() as { entry?: ThreadEntry; call?: ToolCall }[]
    const calls = new Set<unknown>(thread.toolCalls)
    expect(facts.filter(({ call }) => call && !calls.has(call))).toEqual([])
    const held = [
      ...facts.map(({ entry }) => entry),
      ...thread.messages.flatMap(({ entries }) => entries),
      ...thread.toolCalls.map(({ use }) => use),
      ...thread.turns.flatMap(({ prompt, answer }) => [prompt, answer]),
    ]
    expect(held.filter(entry => entry && thread.entries[entry.index] !== entry)).toEqual([])
  }
}

const steps = fc
  .array(
    fc.record({
      percents: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 3 }),
      next: fc.constantFrom('build', 'save', 'build and save', 'nothing'),
    }),
    { maxLength: 5 },
  )
  .map(list => list as Step[])

const SAVE_OFTEN: readonly Step[] = [7, 30, 50, 51, 80, 100].map((percent, at) => ({
  percents: [percent],
  next: at % 2 === 0 ? 'save' : 'build and save',
}))

function oneFile(path: string): SessionFiles {
  const file = readEntryFile(path)
  return { id: sessionIdOf(path, file.entries), files: [file] }
}

function severalFiles(id: string, paths: readonly string[]): SessionFiles {
  const files = paths.map(readEntryFile)
  return { id, files: [...files.filter(file => !file.agentId), ...files.filter(file => file.agentId)] }
}

describe('saved, restored and gone on with, a session is the same', () => {
  test('on every fixture, stopped anywhere', () => {
    for (const path of listFixtureFiles()) {
      const session = oneFile(path)
      fc.assert(
        fc.property(steps, at => checkSteps(session, at)),
        { numRuns: 5 },
      )
    }
  })

  test('where it is stopped after each single entry', () => {
    for (const path of [...listFixtureFiles('sessions'), ...listFixtureFiles('tools'), ...listFixtureFiles('facts')]) {
      const session = oneFile(path)
      const count = session.files[0]?.entries.length ?? 0
      const each = Array.from({ length: count }, (_, at) => ({
        percents: [((at + 1) * 100) / count],
        next: 'save' as const,
      }))
      checkSteps(session, each)
    }
  })

  test('whatever lines there are', () => {
    fc.assert(
      fc.property(anyFiles, steps, (files, at) => checkSteps({ id: 's', files, summaries: [['u1', 'Elsewhere']] }, at)),
      { numRuns: 100 },
    )
  })

  test('where several files grow together', () => {
    const id = '11111111-aaaa-4aaa-8aaa-111111111111'
    for (const layout of ['new-layout', 'old-layout', 'in-file']) {
      const session = severalFiles(id, listFixtureFiles(`subagents/${layout}`))
      fc.assert(
        fc.property(steps, at => checkSteps(session, at)),
        { numRuns: 20 },
      )
    }
  })

  test('where a result stands in another file than its call', () => {
    const session = oneFile(join(REPOSITORY, 'fixtures/tools/shell.jsonl'))
    const entries = session.files[0]?.entries ?? []
    const isResult = (entry: EntryFile['entries'][number]) => JSON.stringify(entry.json).includes('"tool_result"')
    const split = [
      { agentId: undefined, entries: entries.filter(entry => !isResult(entry)) },
      { agentId: 'other', entries: entries.filter(isResult) },
      { agentId: 'again', entries: entries.filter(isResult) },
    ]
    const adopted = readInSteps({ ...session, files: split }, [WHOLE]).builder.build().main.toolCalls
    expect(adopted.some(call => call.result !== undefined)).toBe(true)
    fc.assert(
      fc.property(steps, at => checkSteps({ ...session, files: split }, at)),
      { numRuns: 20 },
    )
  })

  test('where its title stands in another file', () => {
    const session = oneFile(join(REPOSITORY, 'fixtures/sessions/talking.jsonl'))
    const leaf = session.files[0]?.entries.find(entry => typeof entry.json?.uuid === 'string')?.json?.uuid as string
    const titled = { ...session, summaries: [[leaf, 'Told elsewhere']] as const }
    expect(readInSteps(titled, [WHOLE]).builder.build().title).toEqual({ text: 'Told elsewhere', from: 'summary' })
    fc.assert(
      fc.property(steps, at => checkSteps(titled, at)),
      { numRuns: 20 },
    )
  })

  const corpus = listCorpusFiles()
  test.runIf(corpus)('on the corpus', () => {
    for (const path of corpus ?? []) checkSteps(oneFile(path), SAVE_OFTEN.slice(1, 3))
  })

  test.runIf(corpus)('where the files of a recorded session grow together', () => {
    const id = 'ef958aa1-0e93-49f0-bb71-150f63befcd1'
    const session = severalFiles(
      id,
      (corpus ?? []).filter(path => path.includes(id)),
    )
    expect(session.files.length).toBeGreaterThan(3)
    checkSteps(session, SAVE_OFTEN)
  })
})

test('what was saved is not changed by what is added afterwards', () => {
  const { id, files } = oneFile(join(REPOSITORY, 'fixtures/sessions/working.jsonl'))
  const builder = createSessionBuilder({ id })
  const thread = builder.openThread({ file: 0, agentId: undefined })
  const entries = files[0]?.entries ?? []
  for (const entry of entries.slice(0, 10)) thread.add(entry)
  const before = dumpSession(builder.build())
  const saved = saveSessionBuilder(builder)
  for (const entry of entries.slice(10)) thread.add(entry)
  void dumpSession(builder.build())
  expect(dumpSession(restoreSessionBuilder(saved).build())).toEqual(before)
})

test('an agent file that is opened again may bring its description late', () => {
  const builder = createSessionBuilder({ id: 's' })
  builder.openThread({ file: 1, agentId: 'a1' })
  const restored = restoreSessionBuilder(deserialize(serialize(saveSessionBuilder(builder))))
  restored.openThread({ file: 1, agentId: 'a1', meta: { agentType: 'Explore', ['__proto__']: 1 }, workflowId: 'wf_1' })
  restored.openThread({ file: 1, agentId: undefined })
  expect(restored.build().agents).toMatchObject([{ id: 'a1', agentType: 'Explore', workflowId: 'wf_1' }])
})

test('a value of another layout is refused', () => {
  const saved = saveSessionBuilder(createSessionBuilder({ id: 's' })) as object
  expect(() => restoreSessionBuilder({ ...saved, layout: 0 })).toThrow('layout 0 cannot be restored')
})

/** Whoever changes what is saved must say so: what an older version saved cannot be restored then. */
test('the layout of what is saved has the number it was given (UPDATE=1 after raising SAVED_LAYOUT)', () => {
  const page = join(REPOSITORY, 'test/saved-layout.json')
  const shapes = listShapes()
  const known = JSON.parse(readFileSync(page, 'utf8')) as { layout: number; shapes: readonly string[] }
  if (process.env.UPDATE && known.layout !== SAVED_LAYOUT) {
    writeFileSync(page, `${JSON.stringify({ layout: SAVED_LAYOUT, shapes }, null, 2)}\n`)
    return
  }
  expect(shapes, 'what is saved has changed: raise SAVED_LAYOUT').toEqual(known.shapes)
  expect(SAVED_LAYOUT, 'SAVED_LAYOUT was raised: run with UPDATE=1').toBe(known.layout)
})

/** Classes and keys of everything that any fixture makes a builder keep. */
function listShapes(): readonly string[] {
  const found = new Set<string>()
  for (const path of listFixtureFiles()) {
    const { builder } = readInSteps(oneFile(path), [WHOLE])
    void dumpSession(builder.build())
    for (const entry of builder.build().main.entries) found.add(`entry(${Object.keys(entry).join(' ')})`)
    const { graph } = saveSessionBuilder(builder) as { graph: { shapes: readonly (readonly string[] | 0)[] } }
    for (const shape of graph.shapes) if (shape !== 0) found.add(`${shape[0]}(${shape.slice(1).join(' ')})`)
  }
  return [...found].sort()
}
