import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Extractor } from '../src/model/facts/extractor.ts'
import type { Facts } from '../src/model/facts/facts.ts'
import { EXTRACTORS } from '../src/model/facts/table.ts'
import { findPullRequest, mayOpenPullRequest } from '../src/model/tools/git-output.ts'
import { readPatch } from '../src/model/tools/read-patch.ts'
import { findTool, TOOLS } from '../src/model/tools/table.ts'
import { CORPUS, listCorpusFiles, listFixtureFiles } from './corpus.ts'
import { readEntries } from './read-session.ts'
import { runTools, type ToolRun } from './tool-runs.ts'

/** Names in the corpus that are no tools of the client: made up by fixtures, or cut away. */
const FOREIGN = ['bash', 'FailingTool', '[trimmed for fixture]']

/** No recorded case in the open corpus: other sources only. */
const NEVER_SEEN = [
  ...['PowerShell', 'NotebookEdit', 'NotebookRead', 'EnterPlanMode', 'SlashCommand', 'EnterWorktree', 'ExitWorktree'],
  ...['PushNotification', 'SendUserFile', 'Artifact', 'RemoteTrigger', 'ListMcpResources', 'ReadMcpResource'],
  ...['WaitForMcpServers', 'ReadMcpResourceDirTool', 'ListAgents', 'ReportFindings'],
]

test('fixtures hold no key we do not know', () => {
  const unknown = ['tools', 'facts']
    .flatMap(folder => listFixtureFiles(folder))
    .flatMap(path => runTools(readEntries(path)).runs)
  expect(unknown.length).toBeGreaterThan(30)
  expect(unknown.flatMap(listUnknownKeys)).toEqual([])
})

const corpus = listCorpusFiles()
if (corpus) describe('tools and facts over the corpus', () => checkCorpus(corpus))

function checkCorpus(paths: readonly string[]): void {
  const files = paths.map(path => ({ path, ...runTools(readEntries(path)) }))
  const recordedPaths = listRecorded()
  const recorded = files.filter(({ path }) => recordedPaths.has(relative(CORPUS, path)))
  const runs = files.flatMap(file => file.runs)

  function listFacts<Name extends keyof Facts>(name: Name): readonly Facts[Name][number][] {
    return recorded.flatMap(({ facts }) => facts[name] as Facts[Name][number][])
  }

  test('every tool is recognised', () => {
    const unknown = runs.map(({ call }) => call.name).filter(name => findTool(name).names[0] === '*')
    expect([...new Set(unknown)].sort()).toEqual([...FOREIGN].sort())
  })

  test('the list of tools without a case is right', () => {
    const seen = new Set(runs.map(({ call }) => findTool(call.name)))
    const unseen = TOOLS.filter(tool => !seen.has(tool)).map(tool => tool.names[0])
    expect(unseen.sort()).toEqual([...NEVER_SEEN].sort())
  })

  test('recorded inputs and results hold no key we do not know', () => {
    expect([...new Set(recorded.flatMap(file => file.runs.flatMap(listUnknownKeys)))]).toEqual([])
  })

  test('every headline is one short line', () => {
    for (const { call } of runs) {
      expect(call.headline).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/)
      expect(call.headline.length).toBeLessThanOrEqual(300)
    }
  })

  test('every extractor finds something in recorded data', () => {
    const fired = new Map<Extractor, number>()
    for (const file of recorded) {
      for (const [extractor, count] of file.fired) fired.set(extractor, (fired.get(extractor) ?? 0) + count)
    }
    // Reports mostly change tasks that are known already; they are looked at below.
    const silent = EXTRACTORS.filter(extractor => !fired.get(extractor)).map(({ name }) => name)
    expect(silent.filter(name => name !== 'task reports')).toEqual([])
  })

  test('every kind of fact has recorded cases', () => {
    const names = Object.keys(files[0]?.facts ?? {}) as (keyof Facts)[]
    expect(names.filter(name => listFacts(name).length === 0)).toEqual([])
  })

  test('recorded patches are counted as they read', () => {
    let patches = 0
    for (const { facts, runs: own } of recorded) {
      const byCall = new Map(own.map(run => [run.call, run]))
      for (const touch of facts.files) {
        const lines = readPatch(byCall.get(touch.call)?.structured).flatMap(hunk => hunk.lines)
        if (lines.length === 0) continue
        patches++
        expect(touch.added).toBe(lines.filter(line => line.startsWith('+')).length)
        expect(touch.removed).toBe(lines.filter(line => line.startsWith('-')).length)
      }
    }
    expect(patches).toBeGreaterThan(300)
  })

  test('edits without a structured result count from the call', () => {
    const bare = recorded.flatMap(file => {
      const absent = new Set(file.runs.filter(run => run.structured === undefined).map(run => run.call))
      return file.facts.files.filter(touch => touch.action === 'edit' && absent.has(touch.call))
    })
    expect(bare.filter(touch => touch.added + touch.removed > 0).length).toBeGreaterThan(5)
  })

  test('rejections come with and without words of the user', () => {
    const rejected = recorded.flatMap(file => file.runs).filter(({ call }) => call.status === 'rejected')
    expect(rejected.filter(({ call }) => call.rejection).length).toBeGreaterThan(10)
    expect(rejected.filter(({ call }) => !call.rejection).length).toBeGreaterThan(5)
    for (const status of ['denied', 'interrupted', 'error'] as const) {
      expect(runs.filter(({ call }) => call.status === status).length, status).toBeGreaterThan(2)
    }
  })

  test('background tasks of each kind are joined with polls and reports', () => {
    const tasks = listFacts('backgroundTasks')
    expect(tasks.filter(task => task.kind === 'shell' && task.polls.length > 0).length).toBeGreaterThan(3)
    expect(tasks.filter(task => task.kind === 'agent' && task.reports.length > 0).length).toBeGreaterThan(3)
    expect(tasks.filter(task => task.reports.some(({ kind }) => kind === 'user')).length).toBeGreaterThan(2)
    expect(tasks.filter(task => task.reports.some(({ kind }) => kind === 'queue-operation')).length).toBeGreaterThan(3)
  })

  test('queued input ends in every way', () => {
    const queued = listFacts('humanInputs').filter(input => input.source === 'queued')
    expect(new Set(queued.map(input => input.state))).toEqual(new Set(['sent', 'taken-up', 'dropped', 'waiting']))
  })

  test('human input is found in every place but memory and programs', () => {
    const sources = new Set(files.flatMap(({ facts }) => facts.humanInputs).map(input => input.source))
    const places = ['prompt', 'queued', 'answer', 'rejection', 'plan-feedback', 'command', 'shell']
    expect([...sources].sort()).toEqual(places.sort())
  })

  test('plans are approved, rejected with words and rejected without', () => {
    const plans = listFacts('plans')
    expect(plans.filter(plan => plan.verdict === 'approved').length).toBeGreaterThan(5)
    expect(plans.filter(plan => plan.verdict === 'rejected' && plan.feedback).length).toBeGreaterThan(2)
    expect(plans.filter(plan => plan.verdict === 'rejected' && !plan.feedback).length).toBeGreaterThan(2)
  })

  test('agents end in several ways, and all that were started are told by id', () => {
    const spawns = listFacts('spawns')
    for (const status of ['completed', 'async', 'failed'] as const) {
      expect(spawns.filter(spawn => spawn.status === status).length, status).toBeGreaterThan(1)
    }
    for (const spawn of spawns) if (spawn.status === 'async') expect(spawn.agentId ?? spawn.workflowId).toBeTruthy()
  })

  test('commands end with a code, without one, and in the background', () => {
    const commands = listFacts('commands')
    expect(commands.filter(command => command.exitCode === 0).length).toBeGreaterThan(500)
    expect(commands.filter(command => (command.exitCode ?? 0) > 0).length).toBeGreaterThan(20)
    expect(commands.filter(command => command.backgroundTaskId).length).toBeGreaterThan(3)
  })

  test('a pull request is found in what the command line tool printed', () => {
    const opened = recorded.flatMap(file => file.runs).filter(isPullRequestOpened)
    expect(opened.length).toBeGreaterThan(1)
    for (const { text } of opened) expect(findPullRequest(text)?.number).toBeGreaterThan(0)
  })

  test('large outputs are found where they were put', () => {
    const persisted = recorded.flatMap(file => file.runs).filter(({ call }) => call.persistedPath)
    expect(persisted.length).toBeGreaterThan(2)
    for (const { call } of persisted) expect(call.persistedPath).toMatch(/^\S+\.txt$/)
  })
}

function listUnknownKeys({ call, input, structured }: ToolRun): readonly string[] {
  const tool = findTool(call.name)
  if (tool.isOpen) return []
  const isObject = typeof structured === 'object' && structured !== null && !Array.isArray(structured)
  return [
    ...Object.keys(input)
      .filter(key => !Object.hasOwn(tool.input, key))
      .map(key => `${call.name} input ${key}`),
    ...Object.keys(isObject ? structured : {})
      .filter(key => !Object.hasOwn(tool.result, key))
      .map(key => `${call.name} result ${key}`),
  ]
}

function isPullRequestOpened({ call, input }: ToolRun): boolean {
  return call.status === 'ok' && typeof input.command === 'string' && mayOpenPullRequest(input.command)
}

/** Files the corpus lists as written by the client; the others are made by hand or trimmed. */
function listRecorded(): ReadonlySet<string> {
  const rows = readFileSync(join(CORPUS, 'README.md'), 'utf8').split('\n')
  const cells = rows.map(row => row.split('|').map(cell => cell.trim()))
  return new Set(cells.filter(cell => cell[8]?.startsWith('recorded')).map(cell => cell[1] as string))
}
