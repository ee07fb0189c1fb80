import type {
  AgentSpawn,
  BackgroundTask,
  CommandRun,
  FileTouch,
  HookRun,
  HumanInput,
  PlanVersion,
  Question,
  TaskChange,
} from '../../model/facts/facts.ts'
import type { Agent, Segment, Session, Thread } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { ToolCall } from '../../model/tool-call.ts'

/** What the model knows about an entry or a call of one thread, found from the entry or the call. */
export interface ThreadIndex {
  readonly callsByUse: ReadonlyMap<ThreadEntry, readonly ToolCall[]>
  readonly callsByResult: ReadonlyMap<ThreadEntry, readonly ToolCall[]>
  readonly inputsByEntry: ReadonlyMap<ThreadEntry, readonly HumanInput[]>
  readonly hooksByEntry: ReadonlyMap<ThreadEntry, readonly HookRun[]>
  /** Only hooks whose call stands in the thread. */
  readonly hooksByCall: ReadonlyMap<ToolCall, readonly HookRun[]>
  readonly filesByCall: ReadonlyMap<ToolCall, readonly FileTouch[]>
  readonly commandsByCall: ReadonlyMap<ToolCall, readonly CommandRun[]>
  readonly questionsByCall: ReadonlyMap<ToolCall, readonly Question[]>
  readonly plansByCall: ReadonlyMap<ToolCall, readonly PlanVersion[]>
  readonly tasksByCall: ReadonlyMap<ToolCall, readonly TaskChange[]>
  /** Items of lists that were closed, by list and words or id, in order. */
  readonly closings: ReadonlyMap<string, readonly TaskChange[]>
  readonly backgroundByCall: ReadonlyMap<ToolCall, readonly BackgroundTask[]>
  readonly spawnsByCall: ReadonlyMap<ToolCall, readonly AgentSpawn[]>
  readonly segmentsByEntry: ReadonlyMap<ThreadEntry, readonly Segment[]>
  /** Entries that set turns off. */
  readonly starts: ReadonlySet<ThreadEntry>
  /** Last texts of turns. */
  readonly answers: ReadonlySet<ThreadEntry>
}

export function indexThread(thread: Thread): ThreadIndex {
  const { facts } = thread
  const answers = new Set<ThreadEntry>()
  const starts = new Set<ThreadEntry>()
  for (const turn of thread.turns) {
    if (turn.answer) answers.add(turn.answer)
    for (const { uuid } of turn.starts) {
      const entry = thread.findEntry(uuid ?? '')
      if (entry) starts.add(entry)
    }
  }
  return {
    callsByUse: groupBy(thread.toolCalls, call => call.use),
    callsByResult: groupBy(thread.toolCalls, call => call.result),
    inputsByEntry: groupBy(facts.humanInputs, input => input.entry),
    hooksByEntry: groupBy(facts.hooks, hook => hook.entry),
    hooksByCall: groupBy(facts.hooks, hook => (hook.toolUseId ? thread.findToolCall(hook.toolUseId) : undefined)),
    filesByCall: groupBy(facts.files, file => file.call),
    commandsByCall: groupBy(facts.commands, command => command.call),
    questionsByCall: groupBy(facts.questions, question => question.call),
    plansByCall: groupBy(facts.plans, plan => plan.call),
    tasksByCall: groupBy(facts.tasks, task => task.call),
    closings: groupBy(facts.tasks, closedKey),
    backgroundByCall: groupBy(facts.backgroundTasks, task => task.call),
    spawnsByCall: groupBy(facts.spawns, spawn => spawn.call),
    segmentsByEntry: groupBy(thread.segments, segment => segment.boundary ?? segment.summary),
    starts,
    answers,
  }
}

/** Todos are known by their words, tasks by their id. */
function closedKey({ list, id, subject, to }: TaskChange): string | undefined {
  return to === 'completed' ? `${list} ${list === 'todos' ? subject : id}` : undefined
}

/** Agents by the call that started or resumed them. */
export function indexAgents(session: Session): ReadonlyMap<ToolCall, readonly Agent[]> {
  return groupBy(session.agents, agent => agent.call)
}

function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key | undefined): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    if (key === undefined) continue
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
