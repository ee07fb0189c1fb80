import { blob, defineTable, flag, int, maybeInt, maybeReal, maybeText, maybeTime, text } from '../define-table.ts'
import { SETTLED } from './settled-requests.ts'

/** The conversation itself. `agent` is empty for the main thread; entries are named by their number in their thread. */

const SESSION = int('session')
const AGENT = text('agent whose thread it stands in; empty: the main thread')

export const agents = defineTable({
  name: 'agents',
  says: 'Subagents of a session.',
  columns: {
    session: SESSION,
    agent: text('agent id'),
    file: maybeInt('kept file with its transcript'),
    agent_type: maybeText('type, e.g. Explore'),
    description: maybeText('what the call says it is for'),
    prompt: text('head of its first prompt'),
    stored_as: text('file, in-main-file, progress-copies or result-only'),
    purpose: text('task, teammate, workflow, compaction, warmup, unknown'),
    status: text('how it ended'),
    joined_by: text('how agent and call were joined'),
    call_agent: maybeText('thread of the call that started it'),
    call_number: maybeInt('number of that call'),
    parent: maybeText('agent that started it; empty: the main thread'),
    depth: int('1 for agents of the main thread'),
    models: text('JSON list of models'),
    started_at: maybeTime('first entry'),
    ended_at: maybeTime('last entry'),
    workflow_id: maybeText('workflow run'),
    worktree_path: maybeText('worktree it worked in'),
    requests: int('paid API responses'),
    input_tokens: int('of those'),
    output_tokens: int('of those'),
    cache_read_tokens: int('of those'),
    cache_write_tokens: int('of those'),
    result_tokens: maybeInt('tokens of its last request, as the result of its call says; in no total'),
  },
  key: ['session', 'agent'],
})

export const lineage = defineTable({
  name: 'lineage',
  says: 'Links from a session to others: resumed, forked, continued …',
  columns: {
    session: SESSION,
    number: int('from 0'),
    kind: text('kind of link'),
    other_id: maybeText('id of the other session'),
    entry_uuid: maybeText('entry in that session'),
    known_by: text('how it is known'),
  },
  key: ['session', 'number'],
  indexes: [{ on: ['other_id'] }],
})

export const clientTotals = defineTable({
  name: 'client_totals',
  says: 'What the client itself counted for a session (`cost-state`), cumulative; the last one counts. In no total of ours.',
  columns: {
    session: SESSION,
    number: int('from 0 in file order'),
    cost_usd: maybeReal('US dollars so far'),
    process_at: maybeTime('start of the first process; a fork that carries the total of its origin has the origin’s'),
    has_unknown_prices: flag('the client knew no price for some model'),
    models: text('JSON list: tokens, searches and cost of each model'),
    line: int('line of the main file'),
    at: maybeTime('last time above it'),
    next_at: maybeTime('first time below it'),
  },
  key: ['session', 'number'],
})

export const foreignSummaries = defineTable({
  name: 'foreign_summaries',
  says: 'Titles that old clients wrote into the file of another session; leaf_uuid names an entry of the session meant.',
  columns: { session: SESSION, leaf_uuid: text('an entry'), text: text('the title') },
  key: ['session', 'leaf_uuid'],
  indexes: [{ on: ['leaf_uuid'] }],
})

export const segments = defineTable({
  name: 'segments',
  says: 'Parts of a thread between compactions.',
  columns: {
    session: SESSION,
    agent: AGENT,
    number: int('from 0'),
    first_entry: int('its first entry'),
    boundary_entry: maybeInt('the compaction that begins it'),
    summary_entry: maybeInt('the summary it begins with'),
    trigger: maybeText('manual or auto'),
    pre_tokens: maybeInt('context before'),
    post_tokens: maybeInt('context after'),
    known_by: text('how the border is known'),
  },
  key: ['session', 'agent', 'number'],
})

export const turns = defineTable({
  name: 'turns',
  says: 'From what set the model to work to the next that did; 0 is what stands before the first.',
  columns: {
    session: SESSION,
    agent: AGENT,
    number: int('from 1 in file order'),
    origin: text(
      'what set it off: typed, queued, command, shell, plan, program, teammate, scheduled, notification, agent',
    ),
    prompt_entry: maybeInt('the entry that set it off'),
    text: text('head of its words'),
    first_entry: int('first entry'),
    last_entry: int('last entry'),
    answer_entry: maybeInt('entry with the last answer text'),
    started_at: maybeTime('first entry'),
    ended_at: maybeTime('last entry'),
    active_ms: int('time of work'),
    tool_calls: int('calls'),
    messages: int('API responses'),
    is_interrupted: flag('stopped by the user'),
    is_rewound: flag('on a side that was taken back'),
  },
  key: ['session', 'agent', 'number'],
})

export const entries = defineTable({
  name: 'entries',
  says: 'Every entry, by its span of bytes in the kept file. The text itself stands in the archive alone.',
  columns: {
    session: SESSION,
    agent: AGENT,
    number: int('from 0 in file order'),
    file: int('kept file'),
    start: int('first byte'),
    end: int('byte after the last'),
    line: int('line, from 1'),
    kind: text('kind of entry'),
    role: maybeText('for user entries: what it is to a reader'),
    uuid: maybeText('its own id'),
    at: maybeTime('time on the line'),
    turn: int('turn it belongs to'),
    segment: int('segment it stands in'),
    message: maybeInt('API response it is part of, counted from 0 within the thread'),
    is_repeat: flag('a copy of an entry above'),
    is_rewound: flag('on a side that was taken back'),
  },
  key: ['session', 'agent', 'number'],
  indexes: [{ on: ['uuid'], where: 'uuid IS NOT NULL AND is_repeat = 0', isBuiltLast: true }],
})

export const requests = defineTable({
  name: 'requests',
  says: 'Paid API responses, each once per session. Those that count over all sessions have is_counted = 1.',
  columns: {
    session: SESSION,
    number: int('from 0'),
    key: text('what makes it one request'),
    message_id: maybeText('message.id'),
    request_id: maybeText('requestId'),
    model: text('as recorded'),
    input_tokens: int('tokens'),
    output_tokens: int('tokens'),
    cache_read_tokens: int('tokens'),
    cache_write_5m_tokens: int('tokens'),
    cache_write_1h_tokens: int('tokens'),
    thinking_tokens: int('part of output, where recorded'),
    context_tokens: int('largest context of one pass'),
    speed: maybeText('fast …'),
    geo: maybeText('where it ran'),
    service_tier: maybeText('tier'),
    web_searches: int('searches on the server'),
    web_fetches: int('fetches on the server'),
    stop_reason: maybeText('stop reason'),
    recorded_cost_usd: maybeReal('recorded by the oldest clients only'),
    first_at: maybeTime('first line'),
    last_at: maybeTime('last line'),
    is_unfinished: flag('its output is a lower bound'),
    is_advisor: flag('an advisor call inside another request'),
    agent: AGENT,
    turn: int('turn of the main thread; 0 where unknown'),
    branch: maybeText('git branch'),
    version: maybeText('client version'),
    file: int('kept file with the line it is attributed to'),
    start: int('byte of that line'),
    line: int('that line'),
    winner_file: int('kept file with the line whose counts were taken'),
    winner_line: int('that line'),
    winner_at: maybeTime('time on that line'),
    rank: int('of two sessions that hold it at one time the lower owns it: 2 in a sidechain, 1 for a copy'),
    lines: int('lines that carry it'),
    is_counted: flag('belongs to this session when each request of all sessions counts once'),
    counted_session: maybeInt(
      'where this session does not count it, the one that does, or whose copy of its message won and has no such call; else, where another holds the larger count, that one',
    ),
  },
  key: ['session', 'number'],
  indexes: [
    { on: ['key'] },
    { on: ['session', 'number', 'is_counted', 'counted_session'], where: SETTLED },
    { on: ['counted_session', 'session', 'number'], where: SETTLED },
  ],
})

export const usageFacts = defineTable({
  name: 'usage_facts',
  says: 'The requests of a session once more, packed, for reports that read all of them: each part holds up to 512, in the order of requests.',
  columns: {
    session: SESSION,
    part: int('from 0'),
    requests: int('how many'),
    first_at: maybeTime('earliest of them'),
    last_at: maybeTime('latest of them'),
    bundles: blob(
      'requests added up that most reports cannot tell apart; for backscroll alone (model/usage/bundle-facts.ts)',
    ),
    facts: blob('each by itself; last, so that a reader of bundles skips it (model/usage/request-facts.ts)'),
  },
  key: ['session', 'part'],
})

export const toolCalls = defineTable({
  name: 'tool_calls',
  says: 'Tool uses with their results.',
  columns: {
    session: SESSION,
    agent: AGENT,
    number: int('from 0 in file order'),
    call_id: text('tool_use_id'),
    name: text('tool, as the model wrote it'),
    headline: text('one line that tells it from its neighbours'),
    use_entry: maybeInt('entry with the call'),
    result_entry: maybeInt('entry with the result, where it stands in this thread'),
    turn: int('turn'),
    at: maybeTime('time of the call'),
    status: text('pending, ok, error, rejected, denied, interrupted, skipped'),
    error: maybeText('head of the error'),
    rejection: maybeText('what the user said'),
    duration_ms: maybeInt('from call to result'),
    background_task_id: maybeText('what goes on after the result'),
    persisted_path: maybeText('where a large output was put'),
  },
  key: ['session', 'agent', 'number'],
  indexes: [{ on: ['name'] }],
})

export const units = defineTable({
  name: 'units',
  says: 'What full-text search finds: a window of prose of up to two turns, or one tool call. The rowid of prose_text and tool_text is unit.',
  columns: {
    unit: int('number'),
    session: SESSION,
    agent: AGENT,
    kind: text('prose or tool'),
    number: int('from 0 within thread and kind; for tools the number of the call'),
    first_turn: int('first turn in it'),
    last_turn: int('last turn in it'),
    first_entry: int('first entry in it'),
    last_entry: int('last entry in it'),
    first_at: maybeTime('its first entry that has a time'),
    at: maybeTime('its last entry that has one'),
    chars: int('characters indexed'),
  },
  key: ['unit'],
  indexes: [{ on: ['session', 'agent', 'kind', 'number'] }],
})
