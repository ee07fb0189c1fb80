import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asObject, asObjects, asString, type JsonValue } from '../src/format/json.ts'
import type { Unit } from '../src/ingest/units/unit.ts'
import { createUnitTracker, type UnitTracker } from '../src/ingest/units/unit-tracker.ts'
import { agentKeys } from '../src/model/agent-keys.ts'
import { createSessionBuilder } from '../src/model/build-session.ts'
import { restoreSessionBuilder, saveSessionBuilder } from '../src/model/saved-session.ts'
import type { Session, Thread } from '../src/model/session.ts'
import type { OnEntry } from '../src/model/session-builder.ts'
import type { ToolCall } from '../src/model/tool-call.ts'
import { readResultText } from '../src/model/tools/read-result-text.ts'
import { stripContext } from '../src/model/user-role.ts'
import { isCjk } from '../src/text/split-name.ts'
import { listCorpusFiles } from './corpus.ts'
import { listCorpusSessions, listFixtureSessions, type SessionFiles } from './session-files.ts'

interface Folded {
  readonly units: ReadonlyMap<string, Unit>
  readonly leftOutBytes: number
  readonly session: Session
}

/** Units as they stand in the index at the end, of a fold that is stopped, written, saved and taken up at each cut. */
function foldUnits({ id, files }: SessionFiles, cuts: readonly number[]): Folded {
  let tracker: UnitTracker = createUnitTracker()
  const onEntry: OnEntry = (kept, entry, thread) => tracker.add(kept, entry, thread)
  let builder = createSessionBuilder({ id, onEntry })
  const units = new Map<string, Unit>()
  const done = files.map(() => 0)
  for (const cut of [...cuts, 100]) {
    files.forEach(({ agentId, entries }, file) => {
      const thread = builder.openThread({ file, agentId })
      const end = Math.floor((entries.length * cut) / 100)
      for (const entry of entries.slice(done[file], end)) thread.add(entry)
      done[file] = Math.max(done[file] ?? 0, end)
    })
    for (const unit of [...tracker.take(), ...tracker.provisional()]) {
      units.set(`${unit.file} ${unit.agentId} ${unit.kind} ${unit.number}`, unit)
    }
    if (cut === 100) break
    tracker = createUnitTracker(deserialize(serialize(tracker.save())))
    builder = restoreSessionBuilder(deserialize(serialize(saveSessionBuilder(builder))), { onEntry })
  }
  return { units, leftOutBytes: tracker.leftOutBytes, session: builder.build() }
}

function checkCuts(given: SessionFiles, cuts: readonly number[]): void {
  const whole = foldUnits(given, [])
  const cut = foldUnits(given, cuts)
  expect(sorted(cut.units), given.id).toEqual(sorted(whole.units))
  expect(cut.leftOutBytes).toBe(whole.leftOutBytes)
}

function sorted(units: ReadonlyMap<string, Unit>): readonly (readonly [string, Unit])[] {
  return [...units].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Units are where the model is: their numbers are those of its calls, their entries and turns are in its threads. */
function checkPlaces({ id, files }: SessionFiles): void {
  const { units, session } = foldUnits({ id, files }, [])
  const keys = agentKeys(session)
  const threads = new Map(
    [session.main, ...session.agents.map(agent => agent.thread)].map(thread => [keys.of(thread), thread]),
  )
  const wrong: Unit[] = []
  const windows = new Map<Thread, number[]>()
  for (const unit of units.values()) {
    const thread = threads.get(keys.of(unit)) as Thread
    const turns = thread.entries.slice(unit.firstEntry, unit.lastEntry + 1).map(entry => entry.turn)
    if (!turns.includes(unit.firstTurn) || !turns.includes(unit.lastTurn)) wrong.push(unit)
    if (unit.kind === 'prose') windows.set(thread, [...(windows.get(thread) ?? []), unit.number])
    else if (!isCall(unit, thread.toolCalls[unit.number])) wrong.push(unit)
  }
  expect(wrong, id).toEqual([])
  for (const numbers of windows.values()) {
    expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index))
  }
}

function isCall(unit: Unit, call: ToolCall | undefined): boolean {
  if (unit.texts.output !== undefined && call?.result?.index !== unit.lastEntry) return false
  return unit.firstEntry === (call?.use ?? call?.result)?.index
}

/** Every line that a person wrote or the model said stands in a unit of its thread. */
function checkProse(given: SessionFiles): number {
  const { units, session } = foldUnits(given, [])
  const lines = new Set<string>()
  for (const unit of units.values()) {
    for (const text of Object.values(unit.texts)) for (const line of text.split('\n')) lines.add(line.trim())
  }
  let checked = 0
  for (const thread of [session.main, ...session.agents.map(agent => agent.thread)]) {
    if (session.agents.some(agent => agent.thread === thread && agent.storedAs === 'progress-copies')) continue
    const { entries } = given.files[thread.file] ?? { entries: [] }
    const byStart = new Map(entries.map(entry => [entry.start, entry]))
    for (const kept of thread.entries) {
      if (kept.isRepeat) continue
      const content = asObject(byStart.get(kept.start)?.json?.message)?.content
      for (const line of linesOf(kept, content)) {
        checked++
        if (!lines.has(line)) expect(line, `${given.id} line ${kept.line}`).toBe('in some unit')
      }
    }
  }
  return checked
}

const SPOKEN = ['prompt', 'program-prompt', 'agent-prompt', 'teammate-message', 'compact-summary', 'plan-handover']

function linesOf(kept: { kind: string; role: string | undefined }, content: JsonValue | undefined): readonly string[] {
  const isSpoken = kept.kind === 'assistant' || SPOKEN.includes(kept.role ?? '')
  if (!isSpoken) return []
  const texts =
    typeof content === 'string'
      ? [content]
      : asObjects(content).map(block => asString(block.text) ?? asString(block.thinking) ?? '')
  const words = kept.kind === 'assistant' ? texts : [stripContext(texts.join('\n'))]
  return words
    .flatMap(text => text.split('\n'))
    .map(line => line.trim())
    .filter(line => line !== '' && line.length < 5000 && line !== 'No response requested.')
    .filter(line => ![...line].some(letter => isCjk(letter.codePointAt(0) ?? 0)))
}

/** Short outputs are searched whole, long ones at both ends. */
function checkOutputs(given: SessionFiles): number {
  const { units, session } = foldUnits(given, [])
  const outputs = new Map(
    [...units.values()].map(unit => [`${unit.file} ${unit.agentId} ${unit.number} ${unit.kind}`, unit.texts.output]),
  )
  let checked = 0
  const threads = [
    session.main,
    ...session.agents.filter(agent => agent.storedAs !== 'progress-copies').map(agent => agent.thread),
  ]
  for (const thread of threads) {
    const byStart = new Map((given.files[thread.file]?.entries ?? []).map(entry => [entry.start, entry]))
    thread.toolCalls.forEach((call, number) => {
      if (!call.result || thread.entries[call.result.index] !== call.result) return
      const message = asObject(byStart.get(call.result.start)?.json?.message)
      const block = asObjects(message?.content).find(item => item.tool_use_id === call.id)
      const text = readResultText(block?.content)
      const isPlain = /^[\x09\x0a\x20-\x7e]*$/.test(text) && !text.includes('<system-reminder>') && !/^\s*\d/.test(text)
      if (!isPlain || text.trim() === '') return
      const output = outputs.get(`${thread.file} ${thread.agentId} ${number} tool`) ?? ''
      if (text.length <= 10_000) expect(output.startsWith(text), `${given.id} ${call.id}`).toBe(true)
      else {
        expect(output.includes(text.slice(0, 8000)), `${given.id} ${call.id}`).toBe(true)
        expect(output.includes(text.slice(-2000)), `${given.id} ${call.id}`).toBe(true)
      }
      checked++
    })
  }
  return checked
}

const cuts = fc
  .array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 2 })
  .map(list => list.sort((a, b) => a - b))

test('stopped anywhere and taken up again, a session gives the same units, on every fixture', () => {
  for (const session of listFixtureSessions()) {
    fc.assert(
      fc.property(cuts, at => checkCuts(session, at)),
      { numRuns: 3 },
    )
  }
})

test('units stand where the model is, on every fixture', () => {
  for (const session of listFixtureSessions()) checkPlaces(session)
})

test('nothing that was said is lost, on every fixture', () => {
  let lines = 0
  let outputs = 0
  for (const session of listFixtureSessions()) {
    lines += checkProse(session)
    outputs += checkOutputs(session)
  }
  expect(lines).toBeGreaterThan(100)
  expect(outputs).toBeGreaterThan(20)
})

const corpus = listCorpusFiles()

test.runIf(corpus)('the same units, in the right places, on the corpus', { timeout: 60_000 }, () => {
  for (const session of listCorpusSessions()) {
    checkCuts(session, [57])
    checkPlaces(session)
  }
})

test.runIf(corpus)('nothing that was said is lost, on the corpus', { timeout: 60_000 }, () => {
  let lines = 0
  let outputs = 0
  for (const session of listCorpusSessions()) {
    lines += checkProse(session)
    outputs += checkOutputs(session)
  }
  expect(lines).toBeGreaterThan(5000)
  expect(outputs).toBeGreaterThan(500)
})
