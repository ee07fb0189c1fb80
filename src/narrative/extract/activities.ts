import type { ToolCall } from '../../model/tool-call.ts'
import { clip } from '../../text/clip.ts'
import { ACTIVITY_KINDS, type ActivityKind } from '../activity-kinds.ts'
import { classifyFile } from '../classify-file.ts'
import { firstPlaces, type Scene, type ThreadScene, type Within } from '../scene.ts'
import { classifyCommand } from '../shell/classify-command.ts'
import type { Activity, Place } from '../story.ts'
import type { TestTold } from '../told/told.ts'
import { pathOf } from './path-of.ts'

/** One call, and what it was to the work. */
export interface CallDone {
  readonly call: ToolCall
  readonly kind: ActivityKind
  readonly place: Place
  readonly about: string
  /** By what its output says where it ran tests, whose exit code a pipe may hide; else by its status. */
  readonly hasFailed: boolean
}

/** Every call of every thread in its order, the main thread first. Calls that never ran are no activity. */
export function listCallsDone(scene: Scene): readonly CallDone[] {
  return scene.threads.flatMap(listOfThread)
}

function listOfThread(threadScene: ThreadScene): readonly CallDone[] {
  const { thread, told } = threadScene
  const tests = new Map(told.tests.map(test => [test.call, test]))
  const commits = new Set(thread.facts.commits.map(({ call }) => call.id))
  const creates = new Set(thread.facts.files.filter(({ action }) => action === 'create').map(({ call }) => call.id))
  const done: CallDone[] = []
  // Changes after something failed and before it worked again are the search for what is wrong.
  let failing: { readonly turn: number } | undefined
  for (const call of thread.toolCalls) {
    const place = threadScene.placeOfCall(call)
    if (!place || call.name === '' || !RAN.has(call.status)) continue
    const plain = kindOf(call, { tests, commits, creates })
    const isRun = RUNS.has(plain)
    if (failing?.turn !== place.turn) failing = undefined
    const kind = failing && CHANGES.has(plain) ? 'debugged' : plain
    if (isRun) failing = isFailed(call, tests) ? { turn: place.turn } : undefined
    const hasFailed = plain === 'tested' ? isFailed(call, tests) : call.status === 'error'
    done.push({ call, kind, place, about: aboutOf(call, plain), hasFailed })
  }
  return done
}

const RAN: ReadonlySet<ToolCall['status']> = new Set(['ok', 'error', 'interrupted', 'pending'])
const RUNS: ReadonlySet<ActivityKind> = new Set(['tested', 'built', 'ran'])
const CHANGES: ReadonlySet<ActivityKind> = new Set(['edited', 'wrote', 'configured', 'documented'])

function isFailed(call: ToolCall, tests: Known['tests']): boolean {
  const test = tests.get(call.id)
  return test ? test.outcome === 'failed' : call.status === 'error'
}

interface Known {
  readonly tests: ReadonlyMap<string, TestTold>
  readonly commits: ReadonlySet<string>
  readonly creates: ReadonlySet<string>
}

function kindOf(call: ToolCall, { tests, commits, creates }: Known): ActivityKind {
  const kind = BY_TOOL.get(call.name)
  if (kind === 'ran') {
    if (tests.has(call.id)) return 'tested'
    return commits.has(call.id) ? 'committed' : classifyCommand(call.headline)
  }
  if (kind === 'edited' || kind === 'wrote') {
    const about = classifyFile(call.headline)
    if (about !== 'code') return about
    return kind === 'wrote' && creates.has(call.id) ? 'wrote' : 'edited'
  }
  return kind ?? 'used-tools'
}

const TOOLS: { readonly [kind in ActivityKind]?: readonly string[] } = {
  ran: ['Bash', 'PowerShell'],
  explored: ['Read', 'Grep', 'Glob', 'LS', 'LSP', 'NotebookRead', 'ListMcpResources', 'ReadMcpResource', 'ToolSearch'],
  edited: ['Edit', 'MultiEdit', 'NotebookEdit'],
  wrote: ['Write'],
  planned: ['EnterPlanMode', 'ExitPlanMode', 'exit_plan_mode'],
  delegated: ['Task', 'Agent', 'Workflow', 'SendMessage', 'TeamCreate', 'TeamDelete'],
  researched: ['WebFetch', 'WebSearch'],
  asked: ['AskUserQuestion'],
  tracked: ['TodoWrite', 'TaskCreate', 'TaskUpdate', 'TaskList', 'TaskGet'],
}

const BY_TOOL: ReadonlyMap<string, ActivityKind> = new Map(
  ACTIVITY_KINDS.flatMap(kind => (TOOLS[kind] ?? []).map(name => [name, kind] as const)),
)

const MAX_ABOUT = 60

function aboutOf(call: ToolCall, kind: ActivityKind): string {
  if (kind === 'used-tools' || call.headline === '') return clip(call.name, MAX_ABOUT)
  const isFile = BY_TOOL.get(call.name) === 'edited' || BY_TOOL.get(call.name) === 'wrote' || call.name === 'Read'
  return clip(isFile ? baseNameOf(pathOf(call)) : call.headline.replace(GOES_THERE, ''), MAX_ABOUT)
}

/** Where a command line goes first says little of what it is about. */
const GOES_THERE = /^(?:cd\s+(?:"[^"]*"|'[^']*'|[^\s;&|]+)\s*(?:&&|;)\s*)+(?=\S)/

function baseNameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

const MAX_SUBJECTS = 3

/** Each kind once, the most frequent first; of equally frequent ones the one that came first. */
export function sumActivities(done: readonly CallDone[], within: Within): readonly Activity[] {
  return groupByKind(done.filter(({ place }) => within(place))).sort((a, b) => b.count - a.count)
}

/** Each kind once, in the order in which they began. */
export function groupByKind(done: readonly CallDone[]): Activity[] {
  const groups = new Map<ActivityKind, CallDone[]>()
  for (const one of done) {
    const group = groups.get(one.kind)
    if (group) group.push(one)
    else groups.set(one.kind, [one])
  }
  return [...groups].map(([kind, list]) => ({
    kind,
    count: list.length,
    failed: list.filter(({ hasFailed }) => hasFailed).length,
    about: listSubjects(list),
    places: firstPlaces(list.map(({ place }) => place)),
  }))
}

/** What came up most often, up to three. */
function listSubjects(list: readonly CallDone[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { about } of list) if (about !== '') counts.set(about, (counts.get(about) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_SUBJECTS)
    .map(([about]) => about)
}
