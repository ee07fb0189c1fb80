/** A transcript written by hand: prompts, answers, and tools that read and change files, with the results the client records. */
export interface EditSession {
  prompt(text: string): EditSession
  answer(text: string): EditSession
  read(path: string): EditSession
  write(path: string, content: string): EditSession
  edit(path: string, before: string, after: string): EditSession
  bash(command: string, stdout?: string): EditSession
  /** As a fork has them: the same entries under another session. */
  lines(sessionId?: string): readonly object[]
}

let calls = 0

export function startSession(place: {
  readonly sessionId: string
  readonly cwd: string
  /** ISO; every entry is ten seconds later than the one before. */
  readonly at: string
  readonly agentId?: string
}): EditSession {
  const entries: object[] = []
  let at = Date.parse(place.at)
  let parentUuid: string | null = null

  function add(type: 'user' | 'assistant', message: object, more: object = {}): void {
    const uuid = `${place.sessionId.slice(0, 8)}-${place.agentId ?? 'main'}-${entries.length}`
    entries.push({
      parentUuid,
      isSidechain: place.agentId !== undefined,
      ...(place.agentId === undefined ? {} : { agentId: place.agentId }),
      cwd: place.cwd,
      sessionId: place.sessionId,
      version: '2.1.40',
      gitBranch: 'main',
      type,
      message: { role: type, ...message },
      uuid,
      timestamp: new Date(at).toISOString(),
      ...more,
    })
    parentUuid = uuid
    at += 10_000
  }

  function say(content: readonly object[]): void {
    const id = `msg_${place.sessionId.slice(0, 8)}_${++calls}`
    const usage = { input_tokens: 1, output_tokens: 1 }
    add('assistant', { model: 'claude-opus-4-6', id, type: 'message', content, usage })
  }

  function call(name: string, input: object, toolUseResult: object): EditSession {
    const id = `toolu_${++calls}`
    say([{ type: 'tool_use', id, name, input }])
    const content = [{ type: 'tool_result', tool_use_id: id, content: 'ok' }]
    add('user', { content }, { toolUseResult })
    return session
  }

  const session: EditSession = {
    prompt(text) {
      add('user', { content: text })
      return session
    },
    answer(text) {
      say([{ type: 'text', text }])
      return session
    },
    read: filePath => call('Read', { file_path: filePath }, { type: 'text', file: { filePath, content: 'x' } }),
    write: (filePath, content) =>
      call('Write', { file_path: filePath, content }, { type: 'create', filePath, content, structuredPatch: [] }),
    edit: (filePath, before, after) =>
      call(
        'Edit',
        { file_path: filePath, old_string: before, new_string: after },
        {
          filePath,
          oldString: before,
          newString: after,
          originalFile: before,
          structuredPatch: makePatch(before, after),
        },
      ),
    bash: (command, stdout = '') => call('Bash', { command }, { stdout, stderr: '', interrupted: false }),
    lines: sessionId => entries.map(entry => (sessionId === undefined ? entry : { ...entry, sessionId })),
  }
  return session
}

const CONTEXT = 3

/** One hunk as the client records it: two spaces for each tab that a line begins with. */
export function makePatch(before: string, after: string): readonly object[] {
  const [old, lines] = [split(before), split(after)]
  let first = 0
  while (first < Math.min(old.length, lines.length) && old[first] === lines[first]) first++
  let last = 0
  while (last < Math.min(old.length, lines.length) - first && old.at(-1 - last) === lines.at(-1 - last)) last++
  const start = Math.max(0, first - CONTEXT)
  const tail = lines.slice(lines.length - last, lines.length - last + CONTEXT)
  return [
    {
      oldStart: start + 1,
      oldLines: old.length - last + tail.length - start,
      newStart: start + 1,
      newLines: lines.length - last + tail.length - start,
      lines: [
        ...mark(' ', lines.slice(start, first)),
        ...mark('-', old.slice(first, old.length - last)),
        ...mark('+', lines.slice(first, lines.length - last)),
        ...mark(' ', tail),
      ],
    },
  ]
}

function split(text: string): string[] {
  return text.replace(/\n$/, '').split('\n')
}

function mark(sign: string, lines: readonly string[]): string[] {
  return lines.map(line => sign + line.replace(/^\t+/, tabs => '  '.repeat(tabs.length)))
}
