/** The same sessions as a client writes them that records its requests: beside each answer the line of its request. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { createRandom, type Random } from './corpus/random.ts'
import { buildTextPools, cut, type TextPools } from './corpus/text-pools.ts'
import { listTranscripts } from './corpus.ts'

const MARK = Buffer.from('"role":"assistant"')
const ID = /"id":"(msg_\w+)"/
/** As recorded: one shape, a first prompt with its reminders and a system message per file, then 1.2 KB a request. */
const TOOLS = 12
const TOOL_CHARS = 2400
const SYSTEM_CHARS = 5900
const BLOB_CHARS = [1900, 9900] as const

/** Writes copies of all transcripts of `from` into `to`, with a request log. Gives the bytes of the log and of all. */
export function addRequestLog(from: string, to: string, seed: number): { readonly log: number; readonly all: number } {
  const pools = buildTextPools(seed, 2_000_000)
  let log = 0
  let all = 0
  for (const [at, path] of listTranscripts(from).entries()) {
    const lines = splitLines(readFileSync(path))
    const written = withLog(lines, createRandom(seed, at + 1), pools)
    const target = join(to, relative(from, path))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, Buffer.concat(written.parts))
    log += written.log
    all += written.parts.reduce((sum, part) => sum + part.length, 0)
  }
  return { log, all }
}

function withLog(lines: readonly Buffer[], random: Random, pools: TextPools) {
  const parts: Buffer[] = []
  let log = 0
  let last = ''
  let base: string | undefined
  let keep = 0
  const write = (json: object): void => {
    const line = Buffer.from(`${JSON.stringify(json)}\n`)
    parts.push(line)
    log += line.length
  }
  const sessionId = random.uuid()
  const stamp = { timestamp: '2026-11-01T10:00:00.000Z', version: '2.1.327' }
  const shapeHash = hashOf(random)
  for (const line of lines) {
    const id = line.includes(MARK) ? (ID.exec(line.toString())?.[1] ?? '') : ''
    if (id !== '' && id !== last) {
      last = id
      const tail = [hashOf(random), hashOf(random)]
      if (base === undefined) {
        write({ type: 'api-request-shape', sessionId, shapeHash, ...stamp, shape: makeShape(random, pools) })
        for (const [nth, chars] of BLOB_CHARS.entries()) {
          const message = {
            role: nth === 0 ? 'user' : 'system',
            content: [{ type: 'text', text: cut(random, pools.prose, chars) }],
          }
          write({ type: 'api-request-blob', sessionId, hash: tail[nth], message })
        }
      }
      const request = random.uuid()
      const cacheControl = [0, 1].map(index => ({ path: ['system', index], value: { type: 'ephemeral' } }))
      const marks = [...cacheControl, { path: ['messages', keep + 1, 'content', 0], value: { type: 'ephemeral' } }]
      const chain = { ...(base === undefined ? {} : { base }), keep, tail }
      const head = { sessionId, id: request, ...stamp, querySource: 'repl_main_thread', shapeHash, params: PARAMS }
      write({ type: 'api-request', ...head, ...chain, cacheControl: marks, requestDigest: hashOf(random) })
      base = request
      keep += 2
    }
    parts.push(line)
  }
  return { parts, log }
}

const PARAMS = {
  model: 'claude-opus-5-5',
  betas: Array.from({ length: 8 }, (_, at) => `some-beta-of-the-client-2026-0${at + 1}-01`),
  max_tokens: 128_000,
  thinking: { type: 'adaptive', display: 'omitted' },
  context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
  output_config: { effort: 'medium' },
}

function makeShape(random: Random, pools: TextPools): object {
  const tools = Array.from({ length: TOOLS }, (_, at) => ({
    name: `Tool${at}`,
    description: cut(random, pools.prose, TOOL_CHARS),
    input_schema: { type: 'object', properties: { path: { type: 'string', description: 'What it is about' } } },
  }))
  return { system: [{ type: 'text', text: cut(random, pools.prose, SYSTEM_CHARS) }], tools }
}

function hashOf(random: Random): string {
  return createHash('sha256').update(random.uuid()).digest('hex')
}

function splitLines(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = []
  let start = 0
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    lines.push(bytes.subarray(start, end + 1))
    start = end + 1
  }
  if (start < bytes.length) lines.push(bytes.subarray(start))
  return lines
}
