import { type SessionLines, SHAPE_ID, toolResult, toolUse } from './session-lines.ts'
import { type Shape, shapeOf } from './shape.ts'
import { range } from './talk-shapes.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Many of what sessions do: files, commands, lists, images, and what the client notes beside them. */
export const WORK_SHAPES: readonly Shape[] = [
  shapeOf('edits of one file', 2000, (lines, count) => {
    lines.prompt('Edit it')
    for (let at = 0; at < count; at++) edit(lines, at, '/home/dev/app/pears.ts')
  }),
  shapeOf('files edited', 2000, (lines, count) => {
    lines.prompt('Edit them')
    for (let at = 0; at < count; at++) edit(lines, at, `/home/dev/app/pears-${at}.ts`)
  }),
  shapeOf('files in folders of their own', 2000, (lines, count) => {
    lines.prompt('Read them')
    for (let at = 0; at < count; at++) {
      const path = `/home/dev/app/grove-${at}/pear.ts`
      lines.call(`t${at}`, 'Read', { file_path: path }, { text: `     1\tpear ${at}` })
    }
  }),
  shapeOf('hunks of one edit', 4000, (lines, count) => {
    lines.prompt('Edit it')
    const structuredPatch = range(count, at => {
      return { oldStart: at * 9, oldLines: 1, newStart: at * 9, newLines: 1, lines: [`-a${at}`, `+b${at}`] }
    })
    const filePath = '/home/dev/app/pears.ts'
    const result = { filePath, oldString: 'a', newString: 'b', originalFile: 'a', structuredPatch }
    const input = { file_path: filePath, old_string: 'a', new_string: 'b', replace_all: true }
    lines.call('t', 'Edit', input, { text: 'done', more: { toolUseResult: result } })
  }),
  shapeOf('working folders', 4000, (lines, count) => {
    for (let at = 0; at < count; at++) lines.prompt(`Look at ${at}`, { cwd: `/home/dev/grove-${at}` })
  }),
  shapeOf('commits', 2000, (lines, count) => {
    lines.prompt('Commit them')
    for (let at = 0; at < count; at++) {
      const hash = (0x1000000 + at).toString(16)
      const text = `[main ${hash}] Plant pear ${at}\n 1 file changed, 1 insertion(+)\n`
      const more = { toolUseResult: { stdout: text, stderr: '', interrupted: false } }
      lines.call(`t${at}`, 'Bash', { command: `git commit -m "Plant pear ${at}"` }, { text, more })
    }
  }),
  shapeOf('errors', 2000, (lines, count) => {
    lines.prompt('Run them')
    for (let at = 0; at < count; at++) {
      lines.answer([toolUse(`t${at}`, 'Bash', { command: `run ${at}` })])
      const text = `Exit code 1\nTypeError: pear ${at} is not ripe\n    at eat (pear-${at}.ts:1:1)`
      lines.prompt([{ ...toolResult(`t${at}`, text), is_error: true }], { toolUseResult: `Error: ${text}` })
    }
  }),
  shapeOf('errors that are the same', 2000, (lines, count) => {
    lines.prompt('Run it')
    for (let at = 0; at < count; at++) {
      lines.answer([toolUse(`t${at}`, 'Bash', { command: 'npm test' })])
      const text = 'Exit code 1\nTypeError: pear is not ripe\n    at eat (pear.ts:1:1)'
      lines.prompt([{ ...toolResult(`t${at}`, text), is_error: true }], { toolUseResult: `Error: ${text}` })
    }
  }),
  shapeOf('errors of the service', 4000, (lines, count) => {
    lines.prompt('Go on')
    for (let at = 0; at < count; at++) {
      const content = [{ type: 'text', text: `API Error: 529 overloaded ${at}` }]
      const message = { model: '<synthetic>', id: `e${at}`, role: 'assistant', content, usage: {} }
      lines.add({ type: 'assistant', message, isApiErrorMessage: true })
    }
  }),
  shapeOf('todo lists', 1000, (lines, count) => {
    lines.prompt('Plan it')
    for (let at = 0; at < count; at++) {
      const todos = range(5, n => ({ content: `Pear ${at + n}`, status: n ? 'pending' : 'completed', activeForm: 'x' }))
      lines.call(`t${at}`, 'TodoWrite', { todos }, { text: 'Todos have been modified' })
    }
  }),
  shapeOf('items of one todo list', 4000, (lines, count) => {
    lines.prompt('Plan it')
    const todos = range(count, n => ({ content: `Pear ${n}`, status: 'pending', activeForm: 'x' }))
    for (let at = 0; at < 2; at++) lines.call(`t${at}`, 'TodoWrite', { todos }, { text: 'Todos have been modified' })
  }),
  shapeOf('tasks', 2000, (lines, count) => {
    lines.prompt('Plan it')
    for (let at = 1; at <= count; at++) {
      const task = { id: String(at), subject: `Pear ${at}` }
      const more = { toolUseResult: { task } }
      const text = `Task #${at} created successfully: Pear ${at}`
      lines.call(`t${at}`, 'TaskCreate', { subject: `Pear ${at}`, description: 'Eat it' }, { text, more })
      lines.call(`u${at}`, 'TaskUpdate', { taskId: String(at), status: 'completed' }, { text: `Updated task #${at}` })
    }
  }),
  shapeOf('commands in the background', 1000, (lines, count) => {
    lines.prompt('Start them')
    for (let at = 0; at < count; at++) {
      const text = `Command running in background with ID: b${at}`
      const more = { toolUseResult: { stdout: '', stderr: '', backgroundTaskId: `b${at}` } }
      lines.call(`t${at}`, 'Bash', { command: `serve ${at}`, run_in_background: true }, { text, more })
      const told = `<task-notification>\n<task-id>b${at}</task-id>\n<tool-use-id>t${at}</tool-use-id>\n<status>completed</status>\n<summary>done</summary>\n</task-notification>`
      lines.prompt(told, { origin: { kind: 'task-notification' } })
    }
  }),
  shapeOf('addresses', 2000, (lines, count) => {
    for (let at = 0; at < count; at++) lines.prompt(`See https://pears-${at}.example/tree/${at}?q=${at}`)
  }),
  shapeOf('addresses in one line', 8000, (lines, count) => {
    lines.prompt(range(count, at => `https://pears.example/tree/${at}`).join(' '))
  }),
  shapeOf('pull requests', 4000, (lines, count) => {
    lines.prompt('Open them')
    for (let at = 1; at <= count; at++) {
      const prUrl = `https://example.com/acme/grove/pull/${at}`
      lines.note({ type: 'pr-link', prNumber: at, prUrl, prRepository: 'acme/grove' })
    }
  }),
  shapeOf('images', 4000, (lines, count) => {
    for (let at = 0; at < count; at++) lines.prompt([{ type: 'text', text: `Pear ${at}` }, image()])
  }),
  shapeOf('images in one line', 8000, (lines, count) => {
    lines.prompt(range(count, image))
  }),
  shapeOf('file snapshots', 4000, (lines, count) => {
    lines.prompt('Go on')
    for (let at = 0; at < count; at++) {
      const backup = { backupFileName: `a${at}@v1`, version: 1, backupTime: '2026-03-01T00:00:00.000Z' }
      const snapshot = {
        messageId: 'm-1',
        trackedFileBackups: { [`pear-${at}.ts`]: backup },
        timestamp: backup.backupTime,
      }
      lines.note({ type: 'file-history-snapshot', messageId: 'm-1', snapshot, isSnapshotUpdate: at > 0 })
    }
  }),
  shapeOf('attachments', 4000, (lines, count) => {
    lines.prompt('Go on')
    for (let at = 0; at < count; at++) {
      const file = {
        filePath: `/home/dev/app/p${at}.ts`,
        content: `pear ${at}`,
        numLines: 1,
        startLine: 1,
        totalLines: 1,
      }
      const content = { type: 'text', file }
      const attachment = { type: 'file', filename: `/home/dev/app/p${at}.ts`, content, displayPath: `p${at}.ts` }
      lines.add({ type: 'attachment', attachment })
    }
  }),
  shapeOf('hooks', 4000, (lines, count) => {
    lines.prompt('Go on')
    for (let at = 0; at < count; at++) {
      const told = { hookName: `PreToolUse:Bash${at}`, hookEvent: 'PreToolUse', toolUseID: `t${at}`, content: '' }
      const ran = { stdout: 'ok', stderr: '', exitCode: 0, command: 'check', durationMs: 3 }
      lines.add({ type: 'attachment', attachment: { type: 'hook_success', ...told, ...ran } })
    }
  }),
  shapeOf('queued prompts', 4000, (lines, count) => {
    lines.prompt('Go on')
    for (let at = 0; at < count; at++)
      lines.note({ type: 'queue-operation', operation: 'enqueue', content: `Then ${at}` })
    for (let at = 0; at < count; at++) {
      lines.note({ type: 'queue-operation', operation: 'dequeue' })
      lines.prompt(`Then ${at}`)
    }
  }),
  shapeOf('queued prompts taken out from the end', 4000, (lines, count) => {
    lines.prompt('Go on')
    for (let at = 0; at < count; at++)
      lines.note({ type: 'queue-operation', operation: 'enqueue', content: `Then ${at}` })
    for (let at = count - 1; at >= 0; at--) {
      lines.note({ type: 'queue-operation', operation: 'remove', content: `Then ${at}` })
      const attachment = { type: 'queued_command', prompt: `Then ${at}`, commandMode: 'prompt' }
      lines.add({ type: 'attachment', attachment })
    }
  }),
  shapeOf('slash commands', 4000, (lines, count) => {
    for (let at = 0; at < count; at++) {
      lines.prompt(
        `<command-name>/pear${at}</command-name>\n<command-message>pear${at}</command-message>\n<command-args></command-args>`,
      )
      lines.prompt(`<local-command-stdout>Pear ${at}</local-command-stdout>`)
    }
  }),
  shapeOf('titles', 8000, (lines, count) => {
    lines.prompt('Go on')
    for (let at = 0; at < count; at++) lines.note({ type: 'custom-title', customTitle: `Pears ${at}` })
  }),
  shapeOf('tags', 8000, (lines, count) => {
    lines.prompt('Go on')
    for (let at = 0; at < count; at++) lines.note({ type: 'tag', tag: `pears-${at}` })
  }),
  shapeOf('links to other sessions', 4000, (lines, count) => {
    for (let at = 0; at < count; at++) {
      const sessionId = `5ba9e000-0000-4000-8000-${String(at + 2).padStart(12, '0')}`
      lines.prompt(`From ${at}`, { forkedFrom: { sessionId, messageUuid: `x-${at}` } })
    }
  }),
  shapeOf('lines of other sessions', 4000, (lines, count) => {
    for (let at = 0; at < count; at++) {
      const sessionId = `5ba9e000-0000-4000-8000-${String(at + 2).padStart(12, '0')}`
      lines.prompt(`From ${at}`, { sessionId })
    }
    lines.prompt('Mine', { sessionId: SHAPE_ID })
  }),
  shapeOf('old summaries', 4000, (lines, count) => {
    lines.prompt('Go on')
    for (let at = 0; at < count; at++)
      lines.lines.push({ type: 'summary', summary: `Pears ${at}`, leafUuid: `x-${at}` })
  }),
  shapeOf('models', 2000, (lines, count) => {
    lines.prompt('Go on')
    for (let at = 0; at < count; at++) {
      const usage = { input_tokens: 1, output_tokens: 1 }
      const message = { model: `claude-pear-${at}`, id: `msg_${at}`, role: 'assistant', content: [], usage }
      lines.add({ type: 'assistant', message, requestId: `req_${at}` })
    }
  }),
]

function image(): object {
  return { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } }
}

function edit(lines: SessionLines, at: number, filePath: string): void {
  const structuredPatch = [
    { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: [`-pear ${at}`, `+pear ${at + 1}`] },
  ]
  const strings = { oldString: `pear ${at}`, newString: `pear ${at + 1}` }
  const toolUseResult = { filePath, ...strings, originalFile: `pear ${at}\n`, structuredPatch }
  const input = { file_path: filePath, old_string: strings.oldString, new_string: strings.newString }
  lines.call(`t${at}`, 'Edit', input, { text: 'The file has been updated.', more: { toolUseResult } })
}
