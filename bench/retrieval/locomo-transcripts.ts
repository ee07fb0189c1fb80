import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chainEntry, type Identity, type Json } from '../corpus/era.ts'
import type { Conversation, DatedSession } from './locomo-file.ts'
import { uuidOf } from './write-script.ts'

const MESSAGE_MS = 20_000

/** One project folder per conversation, one transcript per session: the first speaker is the user, the other the assistant. */
export function writeConversation(config: string, { id, sessions }: Conversation): void {
  const cwd = `/home/locomo/${id}`
  const folder = join(config, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'))
  mkdirSync(folder, { recursive: true })
  for (const session of sessions) {
    const lines = buildLines(session, cwd).map(line => `${JSON.stringify(line)}\n`)
    writeFileSync(join(folder, `${session.id}.jsonl`), lines.join(''))
  }
}

function buildLines({ id, atMs, messages }: DatedSession, cwd: string): readonly Json[] {
  const identity: Identity = {
    era: 'attachment',
    sessionId: id,
    agentId: undefined,
    cwd,
    version: '2.1.150',
    model: 'claude-sonnet-4-5',
    gitBranch: 'main',
    slug: undefined,
  }
  let parentUuid: string | null = null
  return messages.map(({ speaker, isFirst, text }, index) => {
    const said = `${speaker}: ${text}`
    const message = isFirst ? { role: 'user', content: said } : assistantMessage(`${id} ${index}`, said)
    const uuid = uuidOf(`${id} message ${index}`)
    const timestamp = new Date(atMs + index * MESSAGE_MS).toISOString()
    const body = { type: isFirst ? 'user' : 'assistant', message }
    const line = chainEntry(identity, { body, parentUuid, uuid, timestamp })
    parentUuid = uuid
    return line
  })
}

function assistantMessage(name: string, text: string): Json {
  const usage = { input_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 50 }
  const id = `msg_${uuidOf(name).slice(0, 13)}`
  const content = [{ type: 'text', text }]
  return { id, type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', content, stop_reason: 'end_turn', usage }
}
