import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asArray, asObject, asString, type JsonObject, type JsonValue } from '../../src/format/json.ts'
import { createParser } from '../../src/format/parser.ts'
import { createSessionBuilder } from '../../src/model/build-session.ts'
import { canonicalJson } from '../../src/model/sent/canonical-json.ts'
import { openRequestLog, type RequestRebuilder } from '../../src/model/sent/rebuild-request.ts'
import { withBlocks } from '../../src/model/sent/wire-message.ts'

/** How far recorded requests are what was sent. */
export interface SentProof {
  /** `api-request` lines of all files, retries included. */
  readonly requests: number
  /** Rebuilt from their own file, with an equal digest. */
  readonly verified: number
  /** Equal to a body that the server received, but for `metadata`, `stream`, `safeguards`, `betas` and the billing header. */
  readonly onWire: number
  /** One line for each that is not verified or not on the wire. */
  readonly problems: readonly string[]
}

/**
 * Rebuilds every recorded request below a folder of transcripts and compares it with the bodies that a server received.
 * Without `bodies` only the digests are asked.
 */
export function proveSent(folder: string, bodies?: readonly JsonObject[]): SentProof {
  const received = bodies && new Set(bodies.map(body => canonicalJson(asRecorded(body))))
  const problems: string[] = []
  let requests = 0
  let verified = 0
  let onWire = 0
  for (const path of listTranscripts(folder)) {
    const rebuilder = openTranscript(path)
    for (const request of rebuilder.log.sends.flatMap(({ attempts }) => attempts)) {
      const { check, body } = rebuilder.rebuild(request)
      const { betas: _betas, ...sent } = body
      const isReceived = received?.has(canonicalJson(sent)) === true
      requests++
      if (check.digest === 'fits') verified++
      if (isReceived) onWire++
      if (check.digest !== 'fits' || (received && !isReceived)) {
        problems.push(`${path}:${request.entry.line} digest ${check.digest}, on the wire: ${isReceived}`)
      }
    }
  }
  return { requests, verified, onWire, problems }
}

/** The log of one file, main conversation or agent. */
export function openTranscript(path: string): RequestRebuilder {
  const bytes = readFileSync(path)
  const builder = createSessionBuilder({ id: 'proof' })
  const agentId = /agent-([^/]+)\.jsonl$/.exec(path)?.[1]
  const thread = builder.openThread({ file: 0, agentId, meta: undefined, workflowId: undefined })
  const parser = createParser({ onEntry: thread.add })
  parser.push(bytes)
  parser.finish()
  const session = builder.build()
  return openRequestLog({
    thread: session.agents.find(agent => agent.id === agentId)?.thread ?? session.main,
    read: ({ start, end }) => JSON.parse(bytes.toString('utf8', start, end)),
    sha256: text => createHash('sha256').update(text).digest('hex'),
  })
}

export function listTranscripts(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter(name => name.endsWith('.jsonl') && !name.endsWith('history.jsonl'))
    .map(name => join(folder, name))
}

const BILLING = 'x-anthropic-billing-header'

/** A body as the client records it: without what judges its tool calls in the modes `auto` and `plan`, for one. */
function asRecorded(received: JsonObject): JsonObject {
  const { metadata: _metadata, stream: _stream, safeguards: _safeguards, ...body } = received
  const isBilling = (block: JsonValue): boolean => asString(asObject(block)?.text)?.startsWith(BILLING) === true
  return {
    ...body,
    system: asArray(body.system)?.filter(block => !isBilling(block)) ?? body.system,
    messages: (asArray(body.messages) ?? []).map(message => withBlocks(asObject(message) ?? {})),
  }
}
