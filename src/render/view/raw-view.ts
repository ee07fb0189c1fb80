import type { Agent, Session, Thread } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import { printJson } from './content.ts'
import { sessionRow } from './header.ts'
import { agentSection } from './only-agents.ts'
import type { RawRow, Row } from './row.ts'
import { createScene, createView, placeOf, type Scene, type View } from './scene.ts'
import { agentTurn, isInRange } from './turn-range.ts'
import { countTurns, turnRow } from './turn-row.ts'
import type { ViewOptions } from './view-options.ts'

/**
 * A session as it is recorded: one row per entry in the order of the file, rewound and repeated ones too, with the turns
 * where they begin; then each agent's entries in a section of their own. What is left out is counted last.
 */
export function* buildRawView(session: Session, options: ViewOptions): Iterable<Row> {
  const view = createView({ session, options, drawThread: () => [], isLive: false })
  const left = session.main.turns.filter(turn => !isInRange(turn.number, options))
  yield sessionRow(session, options)
  if (options.agents === 'only') view.losses.add('main', shownEntries(session.main, options).length)
  else yield* mainRows(view)
  yield* allAgentRows(view)
  yield view.losses.toRow('all', {
    otherTurns: left.filter(turn => turn.number > 0).length,
    isStartLeftOut: left.some(turn => turn.number === 0),
  })
}

function* mainRows(view: View): Iterable<Row> {
  const { session, options } = view
  const scene = createScene(view, session.main, 0)
  const numbers = countTurns(session, options)
  const turnsByPrompt = new Map(session.main.turns.map(turn => [turn.prompt, turn]))
  for (const entry of shownEntries(session.main, options)) {
    const turn = turnsByPrompt.get(entry)
    const isRewound = !entry.isRepeat && !session.main.isActive(entry)
    const placed = isRewound ? { ...scene, isRewound } : scene
    if (turn && turn.number > 0) yield turnRow(placed, turn, numbers)
    yield* entryRows(placed, entry)
  }
}

/** Agents of the turns asked for, in the order they began. */
function* allAgentRows(view: View): Iterable<Row> {
  const { session, options, losses } = view
  for (const agent of session.agents) {
    const turn = agentTurn(agent)
    if (turn === undefined ? options.turns : !isInRange(turn, options)) continue
    if (options.agents === 'none') losses.add('agent-inside')
    else yield* agentEntryRows(view, agent)
  }
}

function* agentEntryRows(view: View, agent: Agent): Iterable<Row> {
  if (agent.storedAs === 'result-only') return
  // The copies stand in progress lines of another file, which are rows already.
  if (agent.storedAs === 'progress-copies' && view.options.agents !== 'only') return
  yield agentSection(createScene(view, agent.thread, 0), agent)
  const scene = createScene(view, agent.thread, 1)
  for (const entry of agent.thread.entries) yield* entryRows(scene, entry)
}

function shownEntries(thread: Thread, options: ViewOptions): readonly ThreadEntry[] {
  return thread.entries.filter(entry => isInRange(entry.turn, options))
}

/** An entry as it is recorded; nothing for a line that says nothing. */
export function* entryRows(scene: Scene, entry: ThreadEntry): Iterable<RawRow> {
  scene.view.atEntry?.(scene.thread, entry)
  const { losses } = scene.view
  if (entry.kind === 'blank' || entry.kind === 'comment') return losses.add('empty')
  if (entry.kind === 'unreadable') losses.unreadable++
  if (entry.kind === 'unknown' || entry.kind.endsWith('/unknown')) losses.unknown++
  const json = jsonOf(scene, entry)
  yield { ...placeOf(scene, entry, 'all'), kind: 'raw', name: entry.kind, line: entry.line, json }
}

function jsonOf({ view, thread }: Scene, entry: ThreadEntry): string {
  const json = view.options.read(thread, entry)
  const printed = json && printJson(json)
  return printed ?? view.options.readText?.(thread, entry)?.trimEnd() ?? ''
}
