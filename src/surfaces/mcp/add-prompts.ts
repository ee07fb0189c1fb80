import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { checkInput } from '../../serving/check-input.ts'
import { PROMPTS, type PromptRow } from './prompts.ts'
import { unknownName } from './unknown-name.ts'

const MAX_TOPIC = 2000

/** All prompts of the table. The SDK lists them; what they are called with is checked here, and refused in our words. */
export function addPrompts(server: McpServer): void {
  for (const row of PROMPTS) {
    const { name, title, description } = row
    server.registerPrompt(name, { title, description, argsSchema: inputOf(row) }, ({ topic }) => answer(row, topic))
  }
  server.server.setRequestHandler('prompts/get', ({ params }) => {
    const row = PROMPTS.find(({ name }) => name === params.name)
    if (!row) throw unknownName('prompt', params.name, PROMPTS)
    return answer(row, readTopic(row, params.arguments))
  })
}

function inputOf({ topic }: PromptRow) {
  return z.object({ topic: z.string().trim().min(1).max(MAX_TOPIC).describe(topic) })
}

function readTopic(row: PromptRow, args: unknown): string {
  const checked = checkInput(inputOf(row), args ?? {}, { what: 'argument', whole: 'what stands in arguments' })
  if ('value' in checked) return (checked.value as { readonly topic: string }).topic
  const {
    message,
    hint = `Call it with what it is about, such as /mcp__backscroll__${row.name} the lock of the index.`,
  } = checked.problem
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${message}. ${hint}`)
}

function answer(row: PromptRow, topic: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: row.text(topic) } }] }
}
