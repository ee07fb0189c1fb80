/** What a recorded model name says. */
export interface ModelName {
  /** As the price table has it. */
  readonly model: string
  /** R24: a Bedrock id of one region or group of regions; a Vertex id does not say. */
  readonly isRegional: boolean
}

/**
 * Takes the ways apart in which one model is named: `claude-opus-4-6[1m]`, `claude-sonnet-4-5-20250929`,
 * `anthropic/claude-sonnet-4.5`, `us.anthropic.claude-sonnet-4-5-20250929-v1:0`, `claude-sonnet-4-5@20250929`. It only
 * takes off what is known to mean no other model, so that an unknown name stays unknown (R27).
 */
export function parseModelName(recorded: string): ModelName {
  const name = recorded.replace(MILLION, '').replace(ARN, '')
  const bedrock = BEDROCK.exec(name)
  const plain = (bedrock?.[2] ?? name.replace(OPEN_ROUTER, '')).replace(SNAPSHOT, '').replace(DOT, '$1-$2')
  return {
    model: ALIASES.get(plain) ?? plain,
    isRegional: bedrock !== null && bedrock[1] !== 'global.',
  }
}

/** Claude Code's mark for a window of a million tokens. */
const MILLION = /\[1m\]$/
/** Up to the id of a model or inference profile of Bedrock. An application profile's own id stays and is unknown. */
const ARN = /^arn:aws[\w-]*:bedrock:[\w-]*:\d*:(?:inference-profile|foundation-model)\//
const BEDROCK = /^((?:us|eu|au|jp|apac|us-gov|global)\.)?anthropic\.(claude-[\w.-]+?)(?:-v\d+(?::\d+)?)?$/
const OPEN_ROUTER = /^anthropic\//
/** A date, as the API or as Vertex writes it, or the newest. */
const SNAPSHOT = /[-@](?:20\d{6}|latest|default)$/
/** OpenRouter and others write `4.5`. */
const DOT = /(\d)\.(\d)/

/** Older and other orders of the words, each with the name in the price table. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['claude-3-5-sonnet-v2', 'claude-3-5-sonnet'],
  ['claude-haiku-3', 'claude-3-haiku'],
  ['claude-haiku-3-5', 'claude-3-5-haiku'],
  ['claude-opus-3', 'claude-3-opus'],
  ['claude-sonnet-3', 'claude-3-sonnet'],
  ['claude-sonnet-3-5', 'claude-3-5-sonnet'],
  ['claude-sonnet-3-7', 'claude-3-7-sonnet'],
  ['claude-opus-4-0', 'claude-opus-4'],
  ['claude-opus-5-0', 'claude-opus-5'],
  ['claude-sonnet-4-0', 'claude-sonnet-4'],
  ['claude-sonnet-5-0', 'claude-sonnet-5'],
  ['claude-4-opus', 'claude-opus-4'],
  ['claude-4-1-opus', 'claude-opus-4-1'],
  ['claude-4-5-opus', 'claude-opus-4-5'],
  ['claude-4-6-opus', 'claude-opus-4-6'],
  ['claude-4-7-opus', 'claude-opus-4-7'],
  ['claude-4-8-opus', 'claude-opus-4-8'],
  ['claude-5-opus', 'claude-opus-5'],
  ['claude-5-0-opus', 'claude-opus-5'],
  ['claude-5-5-opus', 'claude-opus-5-5'],
  ['claude-4-sonnet', 'claude-sonnet-4'],
  ['claude-4-5-sonnet', 'claude-sonnet-4-5'],
  ['claude-4-6-sonnet', 'claude-sonnet-4-6'],
  ['claude-5-sonnet', 'claude-sonnet-5'],
  ['claude-5-0-sonnet', 'claude-sonnet-5'],
  ['claude-5-5-sonnet', 'claude-sonnet-5-5'],
  ['claude-4-5-haiku', 'claude-haiku-4-5'],
  ['claude-5-5-haiku', 'claude-haiku-5-5'],
])
