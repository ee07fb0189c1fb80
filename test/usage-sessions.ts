import fc from 'fast-check'

/** Files by path below a config folder. */
export interface UsageFiles {
  readonly [path: string]: readonly object[]
}

const SESSIONS = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
  '33333333-3333-4333-8333-333333333333',
  '44444444-4444-4444-8444-444444444444',
]
const MODELS = ['claude-haiku-4-5', 'claude-opus-4-6', 'claude-sonnet-4-5-20250929', 'claude-opus-9-9', '<synthetic>']
const BRANCHES = ['main', 'apples', 'pears', '']
const FILES = ['/home/ada/orchard/a.ts', '/home/ada/orchard/b.ts', '/home/ada/shed/c.ts']

const sketch = fc.record({
  session: fc.nat(SESSIONS.length - 1),
  agent: fc.constantFrom('', '', '', 'a1', 'a2'),
  kind: fc.constantFrom('reply', 'reply', 'reply', 'reply', 'prompt', 'pull request'),
  /** Few, so that sessions repeat each other's requests. */
  request: fc.nat(11),
  id: fc.constantFrom('real', 'real', 'real', 'gateway', 'none'),
  hasRequestId: fc.boolean(),
  model: fc.constantFrom(...MODELS),
  output: fc.constantFrom(0, 1, 9, 10, 77, 500, 12_345),
  input: fc.constantFrom(0, 3, 1000, 199_999, 250_001),
  cached: fc.constantFrom(0, 7, 50_000),
  isFinal: fc.boolean(),
  fork: fc.constantFrom(false, false, false, true),
  speed: fc.constantFrom('standard', 'fast', undefined),
  costUsd: fc.constantFrom(undefined, undefined, undefined, 0, 0.123_456_789_1),
  searches: fc.nat(2),
  advisors: fc.constantFrom(0, 0, 0, 2),
  tools: fc.array(fc.constantFrom('Bash', 'Read', 'Edit', 'mcp__garden__water'), { maxLength: 3 }),
  file: fc.constantFrom(...FILES),
  /** Copies mostly keep the time of their original. */
  delay: fc.constantFrom(0, 0, 0, 0, 1, 90, 3000),
  branch: fc.constantFrom(...BRANCHES),
})

type Sketch = typeof sketch extends fc.Arbitrary<infer Value> ? Value : never

/** Sessions with copies, forks, agents, several models, days, branches, tools and pull requests. */
export const anySessions: fc.Arbitrary<UsageFiles> = fc.array(sketch, { minLength: 1, maxLength: 40 }).map(toFiles)

function toFiles(sketches: readonly Sketch[]): UsageFiles {
  const files: { [path: string]: object[] } = {}
  sketches.forEach((one, at) => {
    const session = SESSIONS[one.session] as string
    const folder = `projects/${one.session === 3 ? '-home-ada-shed' : '-home-ada-orchard'}`
    const path =
      one.agent === '' ? `${folder}/${session}.jsonl` : `${folder}/${session}/subagents/agent-${one.agent}.jsonl`
    const lines = files[path] ?? []
    files[path] = lines
    lines.push(...toLines(one, { session, at, isFirst: lines.length === 0 }))
  })
  return files
}

interface Place {
  readonly session: string
  readonly at: number
  readonly isFirst: boolean
}

/** Two months, with a change of the clock among them. */
const START = Date.UTC(2026, 2, 1)
const MINUTES_APART = 6000

function toLines(one: Sketch, { session, at, isFirst }: Place): readonly object[] {
  const timestamp = new Date(START + (one.request * MINUTES_APART + one.delay) * 60_000).toISOString()
  const envelope = {
    parentUuid: null,
    isSidechain: one.agent !== '',
    ...(one.agent === '' ? {} : { agentId: one.agent }),
    userType: 'external',
    cwd: one.session === 3 ? '/home/ada/shed' : '/home/ada/orchard',
    sessionId: session,
    version: '2.1.40',
    gitBranch: one.branch,
    timestamp,
    ...(one.fork ? { forkedFrom: { sessionId: SESSIONS[0], messageUuid: `u${at}` } } : {}),
  }
  const prompt = { ...envelope, type: 'user', uuid: `p${at}`, message: { role: 'user', content: `Do number ${at}` } }
  if (one.kind === 'prompt') return [prompt]
  if (one.kind === 'pull request') {
    const url = `https://github.com/ada/orchard/pull/${one.request}`
    const link = { type: 'pr-link', sessionId: session, prNumber: one.request, prUrl: url, prRepository: 'ada/orchard' }
    return [{ ...link, timestamp }]
  }
  const reply = { ...envelope, type: 'assistant', uuid: `r${one.request}-${one.id}-${one.output}`, ...identify(one) }
  return isFirst ? [prompt, { ...reply, message: messageOf(one) }] : [{ ...reply, message: messageOf(one) }]
}

function identify({ request, hasRequestId, costUsd }: Sketch): object {
  return {
    ...(hasRequestId ? { requestId: `req_${request}` } : {}),
    ...(costUsd === undefined ? {} : { costUSD: costUsd }),
  }
}

function messageOf(one: Sketch): object {
  const ids = { real: `msg_${one.request}`, gateway: `gen-${one.request % 2}`, none: undefined }
  const text = { type: 'text', text: 'Done.' }
  const calls = one.tools.map((name, at) => ({
    type: 'tool_use',
    id: `toolu_${one.request}_${one.output}_${at}`,
    name,
    input: { file_path: one.file, command: 'npm test' },
  }))
  const usage = {
    input_tokens: one.input,
    output_tokens: one.output,
    cache_read_input_tokens: one.cached,
    cache_creation_input_tokens: one.cached,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: Math.floor(one.cached / 2) },
    server_tool_use: { web_search_requests: one.searches, web_fetch_requests: 1 },
    speed: one.speed,
    iterations: Array.from({ length: one.advisors }, (_, at) => ({
      type: 'advisor_message',
      model: 'claude-opus-4-6',
      input_tokens: 100 + at,
      output_tokens: 11,
    })),
  }
  const stop_reason = one.isFinal ? 'end_turn' : null
  return { id: ids[one.id], role: 'assistant', model: one.model, content: [text, ...calls], stop_reason, usage }
}
