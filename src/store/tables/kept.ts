import { blob, defineTable, flag, int, maybeInt, maybeReal, maybeText, maybeTime, text } from '../define-table.ts'

/** What the archive keeps, copied from its manifest, and what the disk looked like at the last sync. */

export const sessions = defineTable({
  name: 'sessions',
  says: 'One row per kept session: where it came from, and what a list shows of it.',
  columns: {
    session: int('number of the session in the archive'),
    id: text('session id'),
    name: text('file name without .jsonl'),
    folder: text('project folder the transcript stood in'),
    root_path: text('root it was found under'),
    config_path: maybeText("the client's config folder"),
    path: text('file that names it to a person'),
    is_imported: flag('added by import, not by sync'),
    project_path: text('folder of the project'),
    project_name: text('name of the project'),
    project_remote: maybeText('host/owner/name of its remote'),
    other_projects: text('JSON list of other projects that it is found from: `{path, name, remote?}`'),
    project_links: text('JSON list of folders it was in, each with the path of the project that it led to'),
    size_bytes: int('bytes of its transcripts, newest generations'),
    changed_at: maybeTime('when the client last wrote to it'),
    title: text('title, empty where there is none'),
    title_from: text('what the title was taken from'),
    cwd: maybeText('folder it began in'),
    cwds: text('JSON list of folders it worked in'),
    branch: maybeText('last git branch'),
    branches: text('JSON list of git branches it was on'),
    version: maybeText('last client version'),
    models: text('JSON list of models'),
    slugs: text('JSON list of nicknames, which name plan files'),
    started_at: maybeTime('first entry'),
    ended_at: maybeTime('last entry'),
    active_ms: int('time somebody or something was working'),
    turns: int('turns of the main thread that a person set off'),
    other_turns: int('those that programs, other agents, timers and background tasks set off'),
    tool_calls: int('tool calls, subagents included'),
    agents: int('subagents'),
    compactions: int('compactions of the main thread'),
    requests: int('paid API responses, each once within the session'),
    unfinished: int('of those, without a final count'),
    copies: int('lines that repeat a request'),
    input_tokens: int('of all requests of the session'),
    output_tokens: int('the same'),
    cache_read_tokens: int('the same'),
    cache_write_5m_tokens: int('the same'),
    cache_write_1h_tokens: int('the same'),
    thinking_tokens: int('part of output, where recorded'),
    entries: int('entries of all transcripts'),
    unreadable: int('lines that could not be read'),
    unknown: int('entries of a kind no table knows'),
    has_conversation: flag('it holds more than bookkeeping'),
    left_out_bytes: int('text that full-text search does not hold; a deep scan does'),
    own_input_tokens: int('of requests that belong to this session when each request of all sessions counts once'),
    own_output_tokens: int('the same'),
    own_cache_read_tokens: int('the same'),
    own_cache_write_tokens: int('the same'),
  },
  key: ['session'],
  indexes: [
    { on: ['id'] },
    { on: ['ended_at'] },
    // All that says which sessions are of a project: read instead of the wide table.
    { on: ['project_path', 'project_remote', 'id', 'other_projects'] },
  ],
})

export const files = defineTable({
  name: 'files',
  says: 'One row per kept file, newest generation: transcripts and everything that belongs to a session.',
  columns: {
    file: int('number of the file in the archive'),
    session: int('session it belongs to; 0 for what belongs to none'),
    role: text('main, agent, agent-meta, tool-result, file-history, plan …'),
    storage: text('stream (grows, kept in frames) or blob (whole, kept by its hash)'),
    path: text('where it stood'),
    place: text('the same, relative to a config folder'),
    agent_id: maybeText('for transcripts of subagents'),
    workflow_id: maybeText('for subagents of a workflow'),
    generation: int('from 1; a rewritten file starts a new one'),
    raw_bytes: int('bytes kept'),
    sealed_raw_bytes: int('of those, in sealed frames'),
    sealed_file_bytes: int('length of the file of sealed frames'),
    tail_file_bytes: int('length of the tail file, or of the blob'),
    sha256: maybeText('for blobs: hash of the content'),
    mtime: maybeTime('time of the last change that was seen'),
  },
  key: ['file'],
  indexes: [{ on: ['session'] }, { on: ['path'] }],
})

export const checks = defineTable({
  name: 'checks',
  says: 'What each file on disk looked like when it was last read: while that is so, it is not opened again.',
  columns: {
    path: text('path on disk'),
    session_id: maybeText('session its lines name, where its own name does not'),
    file: maybeInt('the kept file; empty for what is read and not kept as such'),
    size_bytes: int('its length'),
    mtime: maybeReal('its time of change; epoch milliseconds, with fractions'),
    identity: text('device and inode'),
    read_bytes: int('how much of it was read'),
    tail_hash: text('sha256 of the last bytes before that position'),
    is_present: flag('still there at the last sync'),
    missed_at: maybeTime('when it was first found missing'),
  },
  key: ['path'],
  indexes: [{ on: ['file'] }],
})

export const forgotten = defineTable({
  name: 'forgotten',
  says: 'Sessions that were forgotten: sync does not bring them back.',
  columns: { id: text('session id'), at: int('when; epoch milliseconds') },
  key: ['id'],
})

export const states = defineTable({
  name: 'states',
  says: 'Where reading a session stopped, so that appended lines are read alone. Only for sessions that may still grow.',
  columns: {
    session: int('the session'),
    saved_at: int('epoch milliseconds'),
    state: blob('for backscroll alone'),
  },
  key: ['session'],
})

export const transcripts = defineTable({
  name: 'transcripts',
  says: 'How well each transcript could be read.',
  columns: {
    session: int('session'),
    file: int('the kept file'),
    bytes: int('bytes read'),
    entries: int('entries found'),
    verdict: text('what the file looks like: transcript, empty, journal …'),
    why: text('what was seen'),
    bad_lines: int('odd lines in all; bad_lines has the first ones'),
  },
  key: ['session', 'file'],
})

export const kinds = defineTable({
  name: 'kinds',
  says: 'How many entries of each kind a transcript holds.',
  columns: {
    session: int('session'),
    file: int('the kept file'),
    kind: text('kind of entry'),
    count: int('how many'),
  },
  key: ['session', 'file', 'kind'],
})

export const unknownThings = defineTable({
  name: 'unknown_things',
  says: 'Kinds, keys and words that no table of backscroll knows.',
  columns: {
    session: int('session'),
    file: int('the kept file'),
    what: text('kind, key or value'),
    name: text('its name'),
    version: text('client version; empty where lines name none'),
    count: int('how often'),
    line: int('the first line with it'),
  },
  key: ['session', 'file', 'what', 'name', 'version'],
})

export const badLines = defineTable({
  name: 'bad_lines',
  says: 'Lines that are odd: not JSON, cut, glued … The first ones of each transcript.',
  columns: {
    session: int('session'),
    file: int('the kept file'),
    number: int('from 0, in file order'),
    line: int('line in the file'),
    code: text('what is odd'),
    message: text('the same in words'),
  },
  key: ['session', 'file', 'number'],
})
