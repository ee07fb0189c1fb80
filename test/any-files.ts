import fc from 'fast-check'
import type { JsonObject } from '../src/format/json.ts'
import { kindOf } from '../src/format/kinds/table.ts'
import type { EntryFile } from './read-session.ts'

const sketch = fc.record({
  type: fc.constantFrom('user', 'assistant', 'assistant', 'progress', 'system', 'summary'),
  uuid: fc.constantFrom('u1', 'u2', 'u3', 'u4', 'u5', 'u6', undefined),
  parentUuid: fc.constantFrom('u1', 'u2', 'u3', 'u4', 'u5', 'u6', null),
  isSidechain: fc.boolean(),
  agentId: fc.constantFrom('a1', 'a2', '', undefined, undefined),
  second: fc.integer({ min: 0, max: 5 }),
  tool: fc.constantFrom('t1', 't2', 't3'),
  name: fc.constantFrom('Bash', 'Task', 'Edit', 'TodoWrite', 'AskUserQuestion', 'ExitPlanMode', 'TaskCreate'),
  block: fc.constantFrom('text', 'tool_use', 'tool_result'),
  messageId: fc.constantFrom('msg_1', 'msg_2', 'gateway', undefined),
  requestId: fc.constantFrom('req_1', undefined),
  output: fc.constantFrom(0, 1, 0.1, 500),
  isError: fc.boolean(),
})

type Sketch = typeof sketch extends fc.Arbitrary<infer Value> ? Value : never

const lines = fc.array(sketch.map(makeLine), { maxLength: 40 })

/**
 * A session of a main file and two of agents, with lines of so few ids and times that they meet: forks, copies, results
 * in another file than their calls, agents in all layouts, ids that come twice.
 */
export const anyFiles: fc.Arbitrary<readonly EntryFile[]> = fc
  .tuple(lines, lines, lines)
  .map(([main, agent, other]) => [makeFile(main, undefined), makeFile(agent, 'a1'), makeFile(other, '')])

function makeFile(objects: readonly JsonObject[], agentId: string | undefined): EntryFile {
  const entries = objects.map((json, at) => {
    const start = at * LINE_BYTES
    return { kind: kindOf(json), start, end: start + LINE_BYTES, line: at + 1, json }
  })
  return { agentId, entries }
}

const LINE_BYTES = 100

function makeLine(line: Sketch): JsonObject {
  const { type, uuid, parentUuid, isSidechain, agentId, requestId, second, tool } = line
  const timestamp = `2026-01-30T19:34:0${second}.000Z`
  const envelope = { type, uuid, parentUuid, isSidechain, agentId, timestamp, sessionId: 's', requestId }
  const message = makeMessage(line)
  switch (type) {
    case 'summary':
      return { type, summary: `Title ${second}`, leafUuid: uuid }
    case 'system':
      return { ...envelope, subtype: second === 0 ? 'compact_boundary' : 'informational' }
    case 'progress': {
      const copy = { ...envelope, type: 'assistant', message }
      return { ...envelope, parentToolUseID: tool, data: { type: 'agent_progress', agentId, message: copy } }
    }
    default:
      return { ...envelope, message }
  }
}

function makeMessage({ type, messageId, output, second, ...line }: Sketch): JsonObject {
  const usage = { output_tokens: output, input_tokens: second }
  const role = type === 'user' ? 'user' : 'assistant'
  return { role, id: messageId, model: 'claude', usage, content: makeContent({ ...line, second }) }
}

function makeContent({
  block,
  tool,
  name,
  second,
  isError,
}: Pick<Sketch, 'block' | 'tool' | 'name' | 'second' | 'isError'>) {
  const input = { command: 'git commit', file_path: '/a', todos: [{ content: 'x' }], questions: [{ question: 'y' }] }
  if (block === 'tool_use') return [{ type: 'tool_use', id: tool, name, input }]
  if (block === 'tool_result') return [{ type: 'tool_result', tool_use_id: tool, content: 'done', is_error: isError }]
  return `words ${second}`
}
