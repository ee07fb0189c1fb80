import type { Random } from './random.ts'

/**
 * Three ways the client has written lines: 2.0.x (flat agent files), 2.1.9 to 2.1.81 (progress lines, agent files below
 * the session), and 2.1.92 and later (attachments instead of progress, envelope behind the payload).
 */
export type Era = 'flat' | 'progress' | 'attachment'

const VERSIONS: { readonly [Name in Era]: readonly string[] } = {
  flat: ['2.0.28', '2.0.55', '2.0.76'],
  progress: ['2.1.12', '2.1.19', '2.1.29', '2.1.39', '2.1.45', '2.1.63', '2.1.76'],
  attachment: ['2.1.97', '2.1.114', '2.1.132', '2.1.198'],
}
const MODELS: { readonly [Name in Era]: readonly string[] } = {
  flat: ['claude-sonnet-4-5-20250929', 'claude-opus-4-1-20250805'],
  progress: ['claude-opus-4-5-20251101', 'claude-opus-4-6', 'claude-sonnet-4-5-20250929'],
  attachment: ['claude-opus-4-7', 'claude-sonnet-4-6'],
}

export interface Json {
  [key: string]: unknown
}

/** What all lines of one file have in common. */
export interface Identity {
  readonly era: Era
  readonly sessionId: string
  readonly agentId: string | undefined
  readonly cwd: string
  readonly version: string
  readonly model: string
  readonly gitBranch: string
  readonly slug: string | undefined
}

export function pickVersion(random: Random, era: Era): { version: string; model: string } {
  return { version: random.pick(VERSIONS[era]), model: random.pick(MODELS[era]) }
}

/** The parts of one line that change; `body` comes before the ids, `extra` after them. */
export interface ChainLine {
  readonly body: Json
  readonly extra?: Json
  readonly parentUuid: string | null
  readonly uuid: string
  readonly timestamp: string
  readonly promptId?: string | undefined
  /** Some kinds write the time before the id. */
  readonly isTimeFirst?: boolean
  readonly logicalParentUuid?: string | undefined
}

/** A chain entry with its keys in the order in which the client of that era writes them. */
export function chainEntry(identity: Identity, line: ChainLine): Json {
  const ids = line.isTimeFirst
    ? { timestamp: line.timestamp, uuid: line.uuid }
    : { uuid: line.uuid, timestamp: line.timestamp }
  const start = {
    parentUuid: line.parentUuid,
    ...(line.logicalParentUuid === undefined ? {} : { logicalParentUuid: line.logicalParentUuid }),
    isSidechain: identity.agentId !== undefined,
  }
  const agent = identity.agentId === undefined ? {} : { agentId: identity.agentId }
  const { cwd, sessionId, version, gitBranch } = identity
  if (identity.era === 'attachment') {
    const prompt = line.promptId === undefined ? {} : { promptId: line.promptId }
    const envelope = { userType: 'external', entrypoint: 'cli', cwd, sessionId, version, gitBranch }
    return { ...start, ...prompt, ...agent, ...line.body, ...ids, ...line.extra, ...envelope }
  }
  const slug = identity.slug === undefined ? {} : { slug: identity.slug }
  const envelope = { userType: 'external', cwd, sessionId, version, gitBranch }
  return { ...start, ...envelope, ...agent, ...slug, ...line.body, ...ids, ...line.extra }
}

/** Usage of one API message, as each of its lines repeats it. */
export function makeUsage(random: Random, era: Era, contextTokens: number): Json {
  const written = random.below(4000)
  const input_tokens = random.below(10)
  const output_tokens = era === 'attachment' ? 20 + random.below(3000) : 1 + random.below(9)
  const start = { input_tokens, cache_creation_input_tokens: written, cache_read_input_tokens: contextTokens }
  if (era !== 'attachment') {
    const cache_creation = { ephemeral_5m_input_tokens: written, ephemeral_1h_input_tokens: 0 }
    return { ...start, cache_creation, output_tokens, service_tier: 'standard' }
  }
  const cache_creation = { ephemeral_1h_input_tokens: written, ephemeral_5m_input_tokens: 0 }
  return {
    ...start,
    output_tokens,
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: 'standard',
    cache_creation,
    inference_geo: '',
    iterations: [{ ...start, output_tokens, cache_creation, type: 'message' }],
    speed: 'standard',
  }
}
