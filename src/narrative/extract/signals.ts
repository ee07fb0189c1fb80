import type { ToolCall } from '../../model/tool-call.ts'
import { clip } from '../../text/clip.ts'
import type { Scene } from '../scene.ts'
import { firstPlaces } from '../scene.ts'
import type { Interruption, Measures, Place, Results, Signal, SignalKind } from '../story.ts'
import { findAcceptedPlans } from './accepted-plans.ts'
import type { Loops, Struggle } from './loops.ts'

/** What made the work harder, each with its evidence; what did not happen is left out. */
export function listSignals(scene: Scene, results: Results, loops: Loops): readonly Signal[] {
  const { main } = scene
  const open = results.errors.filter(({ ending }) => ending === 'open')
  const failed = results.tests.filter(({ outcome }) => outcome === 'failed')
  const boundaries = main.thread.segments.flatMap(({ index, boundary, summary }) => {
    const entry = boundary ?? summary
    return index > 0 && entry ? [main.placeOf(entry)] : []
  })
  const rewinds = results.corrections.filter(({ by }) => by === 'rewind')
  const said = results.corrections.filter(({ by }) => by !== 'rewind')
  return [
    ...signal('corrections', said, ({ text }) => `Corrected: ${text}`),
    ...signal(
      'interruptions',
      listStops(scene, results),
      ({ during, next }) =>
        `Interrupted${during ? ` during ${during}` : ''}${next ? `; then: ${clip(next, MAX_CALL)}` : ''}`,
    ),
    ...signal('refusals', listRefusals(scene), ({ call }) => `Refused: ${nameCall(call)}`),
    ...loops.retries.map(loop => struggle('retries', loop, 'was changed again after a failure')),
    ...loops.cycles.map(loop => struggle('read-edit-cycles', loop, 'was edited, read again and edited again')),
    ...signal('open-errors', open, ({ message }) => `Never resolved: ${message}`),
    ...signal(
      'failed-tests',
      failed,
      ({ command, failed: count }) => `Tests failed: ${command}${count === undefined ? '' : ` (${count})`}`,
    ),
    ...counted('compactions', boundaries, count => `The context was compacted ${times(count)}`),
    ...signal('rewinds', rewinds, ({ text }) => `Taken back and asked anew: ${text}`),
  ]
}

const MAX_CALL = 160

function nameCall({ name, headline }: ToolCall): string {
  return name === '' ? 'a call that is not in the file' : clip(`${name} ${headline}`, MAX_CALL)
}

interface Refusal {
  readonly call: ToolCall
  readonly places: readonly Place[]
}

/**
 * Calls the person said no to, without a word: with words it is a correction and told as one. A question that is not
 * answered is no refusal.
 */
function listRefusals(scene: Scene): readonly Refusal[] {
  const accepted = findAcceptedPlans(scene)
  return scene.threads.flatMap(({ thread, placeOfCall }) => {
    const answered = new Set(
      thread.facts.humanInputs.flatMap(({ source, text, call }) => (isNo(source) && text.trim() !== '' ? [call] : [])),
    )
    return thread.toolCalls.flatMap(call => {
      if (call.status !== 'rejected' || call.name === 'AskUserQuestion' || answered.has(call)) return []
      if (accepted.has(call)) return []
      const places = firstPlaces([placeOfCall(call)])
      return places.length === 0 ? [] : [{ call, places }]
    })
  })
}

function isNo(source: string): boolean {
  return source === 'rejection' || source === 'plan-feedback'
}

/** Without those that only say that a call was refused: the client writes such a line behind each refusal. */
function listStops({ main: { thread } }: Scene, { interruptions }: Results): readonly Interruption[] {
  const byResult = new Map(thread.toolCalls.map(call => [call.result?.index, call]))
  return interruptions.filter(({ places }) => {
    for (let at = (places[0]?.entry ?? 0) - 1; at >= 0; at--) {
      const call = byResult.get(at)
      if (call) return call.status !== 'rejected'
      if (thread.entries[at]?.kind === 'assistant') return true
    }
    return true
  })
}

function signal<Item extends { readonly places: readonly Place[] }>(
  kind: SignalKind,
  items: readonly Item[],
  textOf: (item: Item) => string,
): readonly Signal[] {
  return items.map(item => ({ kind, count: 1, text: textOf(item), places: item.places }))
}

function counted(
  kind: SignalKind,
  places: readonly (Place | undefined)[],
  textOf: (count: number) => string,
): readonly Signal[] {
  return places.length === 0
    ? []
    : [{ kind, count: places.length, text: textOf(places.length), places: firstPlaces(places) }]
}

function struggle(kind: SignalKind, { path, turn, count, places }: Struggle, what: string): Signal {
  return { kind, count, text: `${path} ${what} in turn ${turn}${count === 1 ? '' : `, ${times(count)}`}`, places }
}

function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
}

export function measure(scene: Scene, results: Results, loops: Loops): Measures {
  const { session } = scene
  const { usage } = session
  const sum = (list: readonly Struggle[]): number => list.reduce((total, { count }) => total + count, 0)
  return {
    turns: session.summary.turns + session.summary.otherTurns,
    toolCalls: session.summary.toolCalls,
    activeMs: session.activeMs,
    corrections: results.corrections.filter(({ by }) => by !== 'rewind').length,
    interruptions: listStops(scene, results).length,
    refusals: listRefusals(scene).length,
    retries: sum(loops.retries),
    errors: results.errors.reduce((total, { count }) => total + count, 0),
    openErrors: results.errors.filter(({ ending }) => ending === 'open').length,
    readEditCycles: sum(loops.cycles),
    testRuns: results.tests.length,
    failedTestRuns: results.tests.filter(({ outcome }) => outcome === 'failed').length,
    compactions: session.summary.compactions,
    rewinds: results.corrections.filter(({ by }) => by === 'rewind').length,
    filesChanged: results.files.length,
    linesAdded: results.files.reduce((total, { added }) => total + added, 0),
    linesRemoved: results.files.reduce((total, { removed }) => total + removed, 0),
    tokens: usage.input + usage.output + usage.cacheWrite5m + usage.cacheWrite1h,
    commits: results.commits.length,
    pullRequests: results.pullRequests.length,
    agents: session.summary.agents,
  }
}
