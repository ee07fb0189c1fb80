import type { ToolCall } from '../../model/tool-call.ts'
import { firstPlaces } from '../scene.ts'
import { coversRun, readShellLine } from '../shell/shell-line.ts'
import type { Place, TestResult } from '../story.ts'
import type { CallDone } from './activities.ts'
import { pathOf } from './path-of.ts'

/** A file that was worked at over and over within one turn. */
export interface Struggle {
  readonly path: string
  readonly turn: number
  readonly count: number
  readonly places: readonly Place[]
}

export interface Loops {
  /** Edits of a file again because something failed. */
  readonly retries: readonly Struggle[]
  /** Edited, read again as a whole and edited again. */
  readonly cycles: readonly Struggle[]
}

/** Looks at each thread's calls in order, turn by turn. `done` has the calls of a thread behind each other. */
export function findLoops(done: readonly CallDone[], tests: readonly TestResult[]): Loops {
  const outcomes = new Map(tests.flatMap(({ places, outcome }) => places.map(place => [nameOf(place), outcome])))
  const files = new Map<string, FileWork>()
  let watch = startWatch('')
  for (const { call, kind, place } of done) {
    if (place.agent !== watch.agent) watch = startWatch(place.agent)
    if (ASKS.has(call.name)) watch.talks++
    else if (RUNS.has(kind)) noteRun(watch, { call, kind, hasFailed: isFailed(call, place, outcomes) })
    else if (EDITS.has(call.name) || call.name === 'Read') {
      const path = pathOf(call)
      const key = `${place.agent} ${place.turn} ${watch.talks} ${path}`
      const work = files.get(key) ?? startWork(path, place)
      files.set(key, work)
      if (call.name === 'Read') noteRead(work, call)
      else noteEdit(work, { call, place, watch })
    }
  }
  const list = [...files.values()]
  return {
    retries: list.flatMap(work => describe(work, work.retries)),
    cycles: list.flatMap(work => describe(work, work.cycles)),
  }
}

const EDITS: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit'])
const RUNS: ReadonlySet<string> = new Set(['tested', 'ran', 'built', 'committed'])
/** The person speaks there: what is edited after it is another wish, not another try. */
const ASKS: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode', 'exit_plan_mode'])

/** What is known of the runs of a thread so far. */
interface Watch {
  readonly agent: string
  /** Runs that failed. */
  failures: number
  /** The last that failed, until it works. */
  failing: Run | undefined
  talks: number
}

interface Run extends Pick<CallDone, 'call' | 'kind'> {
  readonly hasFailed: boolean
}

function startWatch(agent: string): Watch {
  return { agent, failures: 0, failing: undefined, talks: 0 }
}

function noteRun(watch: Watch, run: Run): void {
  if (run.hasFailed) {
    watch.failures++
    watch.failing = run
  } else if (watch.failing && isAnswered(watch.failing, run)) watch.failing = undefined
}

/**
 * Tests that pass answer those that failed; of builds and checks the same one, perhaps among more. Of any other command it
 * is not known that its failure says something about the files: the next that works ends it.
 */
function isAnswered(failed: Run, worked: Run): boolean {
  if (failed.kind === 'ran' || (failed.kind === 'tested' && worked.kind === 'tested')) return true
  return coversRun(readShellLine(worked.call.headline), readShellLine(failed.call.headline))
}

/** Tests in a pipe end well whatever they found: their output tells. */
function isFailed(call: ToolCall, { agent }: Place, outcomes: ReadonlyMap<string, TestResult['outcome']>): boolean {
  const outcome = call.result && outcomes.get(nameOf({ agent, entry: call.result.index }))
  return outcome === undefined || outcome === 'unknown' ? call.status === 'error' : outcome === 'failed'
}

function nameOf({ agent, entry }: Pick<Place, 'agent' | 'entry'>): string {
  return `${agent} ${entry}`
}

interface FileWork {
  readonly path: string
  readonly turn: number
  edits: number
  failuresBefore: number
  /** The last try to edit it did not fit. */
  isMissed: boolean
  isReadAgain: boolean
  readonly retries: Place[]
  readonly cycles: Place[]
}

function startWork(path: string, { turn }: Place): FileWork {
  return { path, turn, edits: 0, failuresBefore: 0, isMissed: false, isReadAgain: false, retries: [], cycles: [] }
}

/** Who reads another part of a long file goes on in it; who reads all of it again starts over. */
function noteRead(work: FileWork, call: ToolCall): void {
  if (work.edits > 0 && call.status === 'ok' && pathOf(call) === call.headline) work.isReadAgain = true
}

interface EditDone {
  readonly call: ToolCall
  readonly place: Place
  readonly watch: Watch
}

/** Each failure makes one retry of a file, however many edits mend it; what works again is no reason any more. */
function noteEdit(work: FileWork, { call, place, watch }: EditDone): void {
  if (call.status !== 'ok' && call.status !== 'error') return
  const isMending = work.edits > 0 && watch.failing !== undefined && watch.failures > work.failuresBefore
  if (work.isMissed || isMending) work.retries.push(place)
  work.isMissed = call.status === 'error' && !isFormality(call)
  work.failuresBefore = watch.failures
  if (call.status === 'error') return
  if (work.isReadAgain) work.cycles.push(place)
  work.isReadAgain = false
  work.edits++
}

/** The client wants a file to be read before it is written: a rule that is met with one more call, not a try that failed. */
function isFormality({ error = '' }: ToolCall): boolean {
  return /^(?:<tool_use_error>)?(?:File has not been read yet|File has been (?:unexpectedly )?modified since|No changes to make)/.test(
    error,
  )
}

function describe({ path, turn }: FileWork, places: readonly Place[]): readonly Struggle[] {
  return places.length === 0 ? [] : [{ path, turn, count: places.length, places: firstPlaces(places) }]
}
