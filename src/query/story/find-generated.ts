import { type GeneratedLine, readGenerated } from '../../archive/generated.ts'
import { contentKeyOf } from '../../narrative/content-key.ts'
import type { FoundGenerated, Generated, GeneratedDecision, GeneratedResult } from '../../narrative/generated.ts'
import { formatIso } from '../../time/day.ts'
import type { SessionStory } from './find-story.ts'

export const GENERATED_SCHEMA = 'backscroll.generated/1'

/**
 * What was generated for a session: for its content as it is, else for what it was before. Of several the last that was
 * made counts, and a failure stands alone only where none was.
 */
export function findGenerated(generatedDir: string, sessionId: string, contentKey: string): FoundGenerated {
  const all = readGenerated(generatedDir, sessionId).flatMap(line => parseGenerated(line) ?? [])
  const current = all.filter(generated => generated.contentKey === contentKey)
  const [made, older] = [findMade(current), findMade(all)]
  const failure = current.at(-1)
  if (made) return { state: 'current', generated: made }
  if (older) return { state: 'outdated', generated: older, ...(failure && { failure }) }
  if (failure) return { state: 'current', generated: failure }
  const last = all.at(-1)
  return last ? { state: 'outdated', generated: last } : { state: 'none' }
}

function findMade(all: readonly Generated[]): Generated | undefined {
  return all.findLast(({ result }) => result.kind === 'made')
}

/** What `story --json` prints and the page gets: what was generated stands beside the story, never in it. */
export interface StoryWithGenerated extends SessionStory {
  readonly generated: FoundGenerated
}

/** The story must have its turns: they tell whether the session went on. */
export function addGenerated(told: SessionStory, generatedDir: string): StoryWithGenerated {
  return { ...told, generated: findGenerated(generatedDir, told.sessionId, contentKeyOf(told.story)) }
}

/** As it stands in the file. */
export function toGeneratedLine({ sessionId, at, ...rest }: Generated): GeneratedLine {
  return { schema: GENERATED_SCHEMA, session: sessionId, at: formatIso(at), ...rest }
}

/** Undefined for what another version wrote, or somebody changed. */
export function parseGenerated(line: GeneratedLine): Generated | undefined {
  const { schema, session, contentKey, at, command, model, costUsd, isGenerated } = line
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN
  const result = parseResult(line.result)
  if (schema !== GENERATED_SCHEMA || isGenerated !== true || !result || !Number.isFinite(time)) return undefined
  if (typeof contentKey !== 'string' || typeof command !== 'string') return undefined
  return {
    isGenerated,
    sessionId: session,
    contentKey,
    at: time,
    command,
    model: typeof model === 'string' ? model : undefined,
    costUsd: typeof costUsd === 'number' ? costUsd : undefined,
    result,
  }
}

function parseResult(value: unknown): GeneratedResult | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { kind, reason, summary, decisions, dropped } = value as { readonly [key: string]: unknown }
  if (kind === 'failed' && typeof reason === 'string') return { kind, reason }
  if (kind !== 'made' || typeof summary !== 'string' || !Array.isArray(decisions)) return undefined
  const read = decisions.flatMap(decision => parseDecision(decision) ?? [])
  return { kind, summary, decisions: read, dropped: typeof dropped === 'number' ? dropped : 0 }
}

function parseDecision(value: unknown): GeneratedDecision | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { text, turns } = value as { readonly [key: string]: unknown }
  if (typeof text !== 'string' || !Array.isArray(turns)) return undefined
  return { text, turns: turns.filter(turn => typeof turn === 'number') }
}
