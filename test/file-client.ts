/**
 * A pretend client: tools change files on a disk in memory, and the transcript gets the lines that Claude Code writes. It
 * records texts with LF whatever the file has, writes the file's own line ends back, and puts two spaces for each tab
 * that a line of a patch begins with.
 */
import { structuredPatch } from 'diff'

export type Disk = Map<string, string>

export interface EditOptions {
  readonly all?: boolean
  /** `null` as newer releases record it; `none`: no structured result at all, as in files of subagents. */
  readonly original?: 'recorded' | 'null' | 'none'
  /** What the person made of the new text before accepting it. */
  readonly userText?: string
  /** The client makes this backup before it writes, and stamps it a little later than the result. */
  readonly backup?: string
}

export interface Client {
  readonly disk: Disk
  prompt(text: string, more?: object): Client
  answer(text: string): Client
  read(path: string): Client
  readPart(path: string, lines: number): Client
  edit(path: string, before: string, after: string, options?: EditOptions): Client
  multiEdit(path: string, edits: readonly (readonly [string, string])[]): Client
  write(path: string, content: string, options?: Pick<EditOptions, 'original'>): Client
  bash(command: string, effect?: (disk: Disk) => void, error?: string): Client
  tool(name: string, input: object, result: object): Client
  /** A hook after the last call, as 1.0.x tells of it. */
  hook(command: string, effect?: (disk: Disk) => void): Client
  /** A snapshot for a prompt, which names these backups. */
  snapshot(backups: { readonly [path: string]: string | null }): Client
  /** The client noticed that a file had changed. */
  noticed(path: string): Client
  /** Nobody writes this down. */
  outside(effect: (disk: Disk) => void): Client
  /** The next entries follow this one: what came after it is rewound. */
  rewindTo(uuid: string | null): Client
  readonly lastUuid: string | null
  lines(sessionId?: string): readonly object[]
}

let calls = 0

export function startClient(place: {
  readonly sessionId: string
  readonly cwd: string
  readonly at: string
  readonly disk: Disk
  readonly agentId?: string
}): Client {
  const { disk, sessionId } = place
  const entries: { readonly [key: string]: unknown }[] = []
  let at = Date.parse(place.at)
  let parentUuid: string | null = null
  let lastCall = { id: '', name: '' }
  const now = (): string => new Date(at).toISOString()

  function add(fields: object): void {
    const uuid = `${sessionId.slice(0, 8)}-${place.agentId ?? 'main'}-${entries.length}`
    entries.push({
      parentUuid,
      isSidechain: place.agentId !== undefined,
      ...(place.agentId === undefined ? {} : { agentId: place.agentId }),
      cwd: place.cwd,
      sessionId,
      version: '2.1.40',
      gitBranch: 'main',
      uuid,
      timestamp: now(),
      ...fields,
    })
    parentUuid = uuid
    at += 10_000
  }

  function call(name: string, input: object, result: unknown, error?: string, between?: () => void): Client {
    const id = `toolu_${++calls}`
    lastCall = { id, name }
    const message = { role: 'assistant', model: 'claude-opus-4-6', id: `msg_${calls}`, type: 'message' }
    const usage = { input_tokens: 1, output_tokens: 1 }
    add({ type: 'assistant', message: { ...message, content: [{ type: 'tool_use', id, name, input }], usage } })
    between?.()
    const block = { type: 'tool_result', tool_use_id: id, content: error ?? 'ok', ...(error ? { is_error: true } : {}) }
    add({
      type: 'user',
      message: { role: 'user', content: [block] },
      ...(result === undefined ? {} : { toolUseResult: error === undefined ? result : `Error: ${error}` }),
    })
    return client
  }

  const recorded = (path: string): string => (disk.get(path) ?? '').replaceAll('\r\n', '\n')
  const put = (path: string, text: string): void => {
    disk.set(path, disk.get(path)?.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text)
  }

  function noteBackup(path: string, file: string): void {
    const backupTime = new Date(at + 5).toISOString()
    const trackedFileBackups = { [path]: { backupFileName: file, version: 1, backupTime } }
    const snapshot = { messageId: 'm', trackedFileBackups, timestamp: place.at }
    entries.push({ type: 'file-history-snapshot', messageId: 'n', snapshot, isSnapshotUpdate: true })
  }

  const client: Client = {
    disk,
    prompt(text, more = {}) {
      add({ type: 'user', message: { role: 'user', content: text }, ...more })
      return client
    },
    answer(text) {
      const usage = { input_tokens: 1, output_tokens: 1 }
      const message = { role: 'assistant', model: 'claude-opus-4-6', id: `msg_${++calls}`, type: 'message', usage }
      add({ type: 'assistant', message: { ...message, content: [{ type: 'text', text }] } })
      return client
    },
    read(path) {
      const content = recorded(path)
      const lines = content.split('\n').length
      const file = { filePath: path, content, numLines: lines, startLine: 1, totalLines: lines }
      return call('Read', { file_path: path }, { type: 'text', file })
    },
    readPart(path, lines) {
      const all = recorded(path).split('\n')
      const content = all.slice(0, lines).join('\n')
      const file = { filePath: path, content, numLines: lines, startLine: 1, totalLines: all.length }
      return call('Read', { file_path: path, limit: lines }, { type: 'text', file })
    },
    edit(path, before, after, { all = false, original = 'recorded', userText, backup } = {}) {
      const old = recorded(path)
      const text = userText ?? after
      const made = replaceIn(old, before, text, all)
      const input = { file_path: path, old_string: before, new_string: after, ...(all ? { replace_all: true } : {}) }
      put(path, made)
      const result = {
        filePath: path,
        oldString: before,
        newString: text,
        originalFile: original === 'null' ? null : old,
        structuredPatch: patchOf(old, made),
        userModified: userText !== undefined,
        replaceAll: all,
      }
      const between = backup === undefined ? undefined : () => noteBackup(path, backup)
      return call('Edit', input, original === 'none' ? undefined : result, undefined, between)
    },
    multiEdit(path, edits) {
      const old = recorded(path)
      const made = edits.reduce((text, [before, after]) => replaceIn(text, before, after, false), old)
      put(path, made)
      const named = edits.map(([before, after]) => ({ old_string: before, new_string: after }))
      return call(
        'MultiEdit',
        { file_path: path, edits: named },
        {
          filePath: path,
          edits: named,
          originalFileContents: old,
          structuredPatch: patchOf(old, made),
          userModified: false,
        },
      )
    },
    write(path, content, { original = 'recorded' } = {}) {
      const isNew = !disk.has(path)
      const old = recorded(path)
      disk.set(path, content)
      const result = {
        type: isNew ? 'create' : 'update',
        filePath: path,
        content,
        structuredPatch: isNew ? [] : patchOf(old, content),
        originalFile: isNew || original === 'null' ? null : old,
      }
      return call('Write', { file_path: path, content }, original === 'none' ? undefined : result)
    },
    bash(command, effect, error) {
      effect?.(disk)
      return call('Bash', { command }, { stdout: '', stderr: '', interrupted: false }, error)
    },
    tool: (name, input, result) => call(name, input, result),
    hook(command, effect) {
      effect?.(disk)
      const name = `PostToolUse:${lastCall.name}`
      const data = { type: 'hook_progress', hookEvent: 'PostToolUse', hookName: name, command }
      add({ type: 'progress', data, toolUseID: lastCall.id, parentToolUseID: lastCall.id })
      return client
    },
    snapshot(backups) {
      const named = Object.entries(backups).map(([path, file], version) => [
        path,
        { backupFileName: file, version: version + 1, backupTime: now() },
      ])
      const snapshot = { messageId: 'm', trackedFileBackups: Object.fromEntries(named), timestamp: now() }
      entries.push({ type: 'file-history-snapshot', messageId: 'm', snapshot, isSnapshotUpdate: false })
      at += 10_000
      return client
    },
    noticed(path) {
      add({ type: 'attachment', attachment: { type: 'edited_text_file', filename: path, snippet: '1\tx' } })
      return client
    },
    outside(effect) {
      effect(disk)
      return client
    },
    rewindTo(uuid) {
      parentUuid = uuid
      return client
    },
    get lastUuid() {
      return parentUuid
    },
    lines: other => entries.map(entry => (other === undefined ? entry : { ...entry, sessionId: other })),
  }
  return client
}

/** As the client does it, down to the end of a line that goes with what is taken out. */
function replaceIn(text: string, before: string, after: string, all: boolean): string {
  if (before === '') return after
  const found = after === '' && !before.endsWith('\n') && text.includes(`${before}\n`) ? `${before}\n` : before
  if (!text.includes(found)) throw new Error(`the test edits what is not there: ${before}`)
  return all ? text.replaceAll(found, () => after) : text.replace(found, () => after)
}

function patchOf(before: string, after: string): readonly object[] {
  const spaced = (text: string): string => text.replace(/^\t+/gm, tabs => '  '.repeat(tabs.length))
  return structuredPatch('', '', spaced(before), spaced(after), undefined, undefined, { context: 3 }).hunks
}
