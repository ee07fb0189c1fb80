/**
 * surfaces/cli/statusline prints one line while Claude Code waits for it. It reads the JSON on stdin, a config file and
 * one small file of figures, and nothing else: no transcript, no index. What it loads is what it costs, so the line has
 * an entry of its own (run.ts) that stays away from the rest of the command line; only `refresh-figures.ts` and
 * `install-status-line.ts`, which run as ordinary commands, reach further.
 */

/** What the client says about itself, as far as it says it: any field may be missing or of another type. */
export interface Status {
  readonly sessionId: string | undefined
  /** The model's name for people, else its id. */
  readonly model: string | undefined
  readonly version: string | undefined
  readonly cwd: string | undefined
  readonly projectDir: string | undefined
  readonly branch: string | undefined
  /** The client's own count of what this session cost. */
  readonly sessionUsd: number | undefined
  readonly context: ContextUse
  readonly limits: Limits | undefined
}

export interface ContextUse {
  readonly usedPercent: number | undefined
  readonly usedTokens: number | undefined
  readonly sizeTokens: number | undefined
}

/** The plan's limits as the server told the client. */
export interface Limits {
  readonly fiveHour: LimitWindow | undefined
  readonly sevenDay: LimitWindow | undefined
  /** Windows of other names, as they stand in the JSON. */
  readonly other: JsonObject
}

export interface LimitWindow {
  readonly usedPercent: number
  /** Epoch milliseconds; undefined where nobody says. */
  readonly resetsAt: number | undefined
}

export type JsonObject = { readonly [name: string]: unknown }

/** Never throws: what cannot be read is a client that says nothing. */
export function parseStatus(text: string): Status {
  const json = objectOf(parseJson(text))
  const workspace = objectOf(json.workspace)
  const model = objectOf(json.model)
  return {
    sessionId: textOf(json.session_id),
    model: textOf(model.display_name) ?? textOf(model.id) ?? textOf(json.model),
    version: textOf(json.version),
    cwd: textOf(workspace.current_dir) ?? textOf(json.cwd),
    projectDir: textOf(workspace.project_dir) ?? textOf(workspace.current_dir) ?? textOf(json.cwd),
    branch: textOf(objectOf(json.worktree).branch),
    sessionUsd: amountOf(objectOf(json.cost).total_cost_usd),
    context: readContext(objectOf(json.context_window)),
    limits: readLimits(json.rate_limits),
  }
}

/** `current_usage` is null before the first answer; the parts of the last request's input are what fills the window. */
function readContext(json: JsonObject): ContextUse {
  const usage = objectOf(json.current_usage)
  const parts = [usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens].map(amountOf)
  const isKnown = parts.some(part => part !== undefined)
  const usedTokens = isKnown ? parts.reduce<number>((sum, part) => sum + (part ?? 0), 0) : undefined
  const size = amountOf(json.context_window_size)
  const sizeTokens = size === 0 ? undefined : size
  const computed = usedTokens !== undefined && sizeTokens !== undefined ? (usedTokens / sizeTokens) * 100 : undefined
  return { usedPercent: amountOf(json.used_percentage) ?? computed, usedTokens, sizeTokens }
}

function readLimits(value: unknown): Limits | undefined {
  const { five_hour, seven_day, ...other } = objectOf(value)
  const limits = { fiveHour: readWindow(five_hour), sevenDay: readWindow(seven_day), other: withoutNulls(other) }
  return limits.fiveHour || limits.sevenDay || Object.keys(limits.other).length > 0 ? limits : undefined
}

export function readWindow(value: unknown): LimitWindow | undefined {
  const json = objectOf(value)
  const usedPercent = amountOf(json.used_percentage)
  return usedPercent === undefined ? undefined : { usedPercent, resetsAt: readMoment(json.resets_at) }
}

/** Seconds since 1970 as documented; milliseconds and ISO text are understood too. */
function readMoment(value: unknown): number | undefined {
  const amount = amountOf(value)
  const at = amount === undefined ? Date.parse(textOf(value) ?? '') : amount < MIN_MS ? amount * 1000 : amount
  return at > 0 && at <= MAX_TIME_MS ? Math.round(at) : undefined
}

/** As seconds this would be the year 5138. */
const MIN_MS = 1e11
const MAX_TIME_MS = 8.64e15

/** What the JSON names without a value says nothing. */
function withoutNulls(json: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null && value !== undefined))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : NOTHING
}

const NOTHING: JsonObject = {}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** A number from 0, also written as text. */
export function amountOf(value: unknown): number | undefined {
  const amount = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value
  return typeof amount === 'number' && Number.isFinite(amount) && amount >= 0 ? amount : undefined
}
