import { asNumber, asObject, asString, type JsonObject } from '../../format/json.ts'
import { startBackgroundTask } from '../facts/background-tasks.ts'
import type { AgentSpawn } from '../facts/facts.ts'
import { ownHead } from '../facts/own-head.ts'
import { createCallNotes } from './call-notes.ts'
import { defineTool, type ToolOutcome, type ToolUse } from './define.ts'
import { oneLine } from './one-line.ts'

const MAX_TEXT = 500
const MAX_ID = 200

const spawns = createCallNotes<AgentSpawn>()

export const agent = defineTool({
  names: ['Agent', 'Task'],
  about: 'Starts a subagent with a prompt of its own, or goes on with one. `Task` until 2.1.6x, `Agent` since 2.1.63.',
  seen: '1.0.17 and later; 173 recorded files',
  input: {
    description: ['string', 'The task in a few words.'],
    prompt: ['string', 'What the agent is told.'],
    subagent_type: ['string', 'Which kind of agent.'],
    model: ['string', 'Model instead of the usual one.'],
    run_in_background: ['boolean', 'Return at once and report later.'],
    resume: ['string', 'Go on with the agent of this id.'],
    max_turns: ['number', 'Stop after so many turns.'],
    name: ['string', 'Name within a team.'],
    team_name: ['string', 'The team.'],
    effort: ['string', 'Reasoning effort. Since 2.1.327, schema only.'],
    mode: ['string', 'Permission mode of a teammate.'],
    isolation: ['string', '`worktree`: work in a copy of the repository.'],
    cwd: ['string', 'Working directory of the agent. Code only.'],
  },
  result: {
    status: ['string', '`completed`, `async_launched` or `teammate_spawned`; absent in 1.0.x.'],
    prompt: ['string', 'As in the input.'],
    agentId: ['string', 'Names the file `agent-<agentId>.jsonl`.'],
    agentType: ['string', 'Which kind of agent.'],
    content: ['array', 'Its last message.'],
    totalDurationMs: ['number', 'Time it took.'],
    totalTokens: ['number', 'Tokens of its last request only, not of all.'],
    totalToolUseCount: ['number', 'Tools it used.'],
    usage: ['object', 'Usage of its last request.'],
    toolStats: ['object', 'Its tools by kind.'],
    worktreePath: ['string', 'Where it worked, with `isolation`.'],
    worktreeBranch: ['string', 'Branch of that worktree.'],
    wasInterrupted: ['boolean', 'Stopped by the user; 1.0.x.'],
    isAsync: ['boolean', 'It goes on in the background.'],
    description: ['string', 'As in the input.'],
    outputFile: ['string', 'Where its output goes, in the background.'],
    canReadOutputFile: ['boolean', 'The model may read that file.'],
    canContinueAgent: ['boolean', 'It can be given more to do. Since 2.1.327.'],
    resolvedModel: ['string', 'Model it runs on.'],
    teammate_id: ['string', 'Teammate: `name@team`.'],
    agent_id: ['string', 'Teammate: the same.'],
    agent_type: ['string', 'Teammate: which kind of agent.'],
    name: ['string', 'Teammate: its name.'],
    team_name: ['string', 'Teammate: its team.'],
    color: ['string', 'Teammate: its colour.'],
    model: ['string', 'Teammate: its model.'],
    plan_mode_required: ['boolean', 'Teammate: must plan first.'],
    is_splitpane: ['boolean', 'Teammate: shown in a pane.'],
    tmux_session_name: ['string', 'Teammate: its terminal.'],
    tmux_window_name: ['string', 'Teammate: its terminal.'],
    tmux_pane_id: ['string', 'Teammate: its terminal.'],
    handback: ['string', 'How the report was handed over. Code only.'],
    handbackReport: ['object', 'The report. Code only.'],
    harnessNoteCount: ['number', 'Counter of the client. Code only.'],
    harnessTailCount: ['number', 'Counter of the client. Code only.'],
    harnessSectionHash: ['string', 'Hash kept by the client. Code only.'],
  },
  headline: input => {
    const type = oneLine(input.subagent_type)
    return oneLine(type && `${type}:`, oneLine(input.description) || oneLine(input.prompt))
  },
  onUse: recordSpawn,
  onResult: recordOutcome,
})

function recordSpawn({ call, input, facts }: ToolUse): void {
  const resume = asString(input.resume)
  const spawn: AgentSpawn = {
    call,
    agentType: shortText(input.subagent_type),
    description: shortText(input.description),
    promptHead: ownHead(asString(input.prompt) ?? '', MAX_TEXT),
    agentId: resume ? ownHead(resume, MAX_ID) : undefined,
    status: 'running',
    isResume: resume !== undefined,
    resultTokens: undefined,
    workflowId: undefined,
  }
  facts.spawns.push(spawn)
  spawns.put(call, spawn)
}

function recordOutcome(outcome: ToolOutcome): void {
  const { call, structured, text, facts } = outcome
  const result = asObject(structured)
  const status = statusOf(outcome, result)
  const id =
    asString(result?.agentId) ?? asString(result?.agent_id) ?? (call.status === 'ok' ? idInText(text) : undefined)
  const spawn = spawns.take(call)
  if (spawn) {
    spawn.status = status
    spawn.resultTokens = asNumber(result?.totalTokens)
    if (id) spawn.agentId = ownHead(id, MAX_ID)
  }
  if (status === 'async' && id) startBackgroundTask(facts, { id, kind: 'agent', call })
}

function statusOf({ call, text }: ToolOutcome, result: JsonObject | undefined): AgentSpawn['status'] {
  if (call.status === 'interrupted' || result?.wasInterrupted === true) return 'interrupted'
  if (call.status !== 'ok') return 'failed'
  const told = result?.status
  if (told === 'async_launched' || result?.isAsync === true) return 'async'
  if (told === 'teammate_spawned') return 'teammate'
  if (!result && /^(?:Async agent launched|Fork started)/.test(text)) return 'async'
  if (!result && text.startsWith('Spawned successfully')) return 'teammate'
  return 'completed'
}

/** `agentId: …` stands near the start of a launch and in the last lines of a report. */
function idInText(text: string): string | undefined {
  const ends = text.length > 4000 ? `${text.slice(0, 2000)}\n${text.slice(-2000)}` : text
  return /^(?:agentId|agent_id): ([\w@.-]{1,200})/m.exec(ends)?.[1]
}

function shortText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? ownHead(value, MAX_TEXT) : undefined
}
