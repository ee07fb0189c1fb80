/**
 * Whole sessions with secrets planted in them and harmless look-alikes between. The same seed gives the same sessions.
 * A value is planted once, in one context, so that each context has to be found for itself.
 */
import type { JsonObject } from '../../src/format/json.ts'
import { type Context, listContexts, type Planting, type Written } from './contexts.ts'
import { LOOK_ALIKES } from './look-alikes.ts'
import { createRandom, type Random } from './pieces.ts'
import { PLANTED_COMMANDS } from './planted-commands.ts'
import { PLANTED_FRAMES } from './planted-frames.ts'
import type { Family, PlantedKind } from './planted-kind.ts'
import { PLANTED_SETTINGS } from './planted-settings.ts'
import { PLANTED_TOKENS } from './planted-tokens.ts'

export interface Planted {
  readonly kind: string
  readonly family: Family
  readonly context: string
  readonly value: string
}

export interface PlantedLookAlike {
  readonly kind: string
  readonly text: string
  /** Which entry of its session holds it. */
  readonly entry: number
}

export interface PlantedSession {
  readonly entries: readonly JsonObject[]
  readonly planted: readonly Planted[]
  readonly lookAlikes: readonly PlantedLookAlike[]
}

export const PLANTED_KINDS: readonly PlantedKind[] = [
  ...PLANTED_TOKENS,
  ...PLANTED_FRAMES,
  ...PLANTED_SETTINGS,
  ...PLANTED_COMMANDS,
]

/**
 * Values nobody looked at while the rules were written: tune with another seed, and take a new one here after looking at
 * what this one misses.
 */
export const HELD_OUT_SEED = 20_261_118

const VALUES = 1
const LOOK_ALIKES_EACH = 12
const SESSIONS = 16

export function plantSuite(seed = HELD_OUT_SEED): readonly PlantedSession[] {
  const sessions = Array.from({ length: SESSIONS }, (_, at) => openSession(createRandom(seed, at)))
  let turn = 0
  for (const [at, kind] of PLANTED_KINDS.entries()) {
    const random = createRandom(seed, 1000 + at)
    for (const [name, context] of listContexts(kind)) {
      for (let value = 0; value < VALUES; value++) sessions[turn++ % SESSIONS]?.plant(kind, name, context, random)
    }
  }
  for (const [at, kind] of LOOK_ALIKES.entries()) {
    const random = createRandom(seed, 5000 + at)
    for (let copy = 0; copy < LOOK_ALIKES_EACH; copy++) sessions[turn++ % SESSIONS]?.add(kind.name, kind.make(random))
  }
  return sessions.map(session => session.close())
}

function openSession(random: Random) {
  const entries: JsonObject[] = []
  const planted: Planted[] = []
  const lookAlikes: PlantedLookAlike[] = []
  const sessionId = random.uuid()

  function put(written: Written): void {
    for (const text of written.texts) entries.push(envelope(random, sessionId, random.pick(CARRIERS)(text, random)))
    if (written.input) entries.push(envelope(random, sessionId, callTool('mcp__app__run', written.input, random)))
    if (written.title !== undefined) entries.push({ type: 'summary', summary: written.title, leafUuid: random.uuid() })
    if (written.path !== undefined) {
      entries.push(envelope(random, sessionId, callTool('Read', { file_path: written.path }, random)))
    }
  }

  return {
    plant(kind: PlantedKind, name: string, context: Context, source: Random): void {
      const value = kind.make(source)
      const line = kind.frames ? source.pick(kind.frames)(value, source) : ''
      const planting: Planting = { kind, value, random: source, line, variable: kind.variable ?? '' }
      const written = context(planting)
      if (!written) return
      put(written)
      planted.push({ kind: kind.name, family: kind.family, context: name, value })
    },
    add(kind: string, text: string): void {
      lookAlikes.push({ kind, text, entry: entries.length })
      put({ texts: [text] })
    },
    close: (): PlantedSession => ({ entries, planted, lookAlikes }),
  }
}

function envelope(random: Random, sessionId: string, body: JsonObject): JsonObject {
  return {
    parentUuid: random.uuid(),
    isSidechain: random.chance(0.1),
    cwd: '/srv/app',
    sessionId,
    version: '2.1.20',
    gitBranch: 'main',
    ...body,
    uuid: random.uuid(),
    timestamp: '2026-11-16T12:00:00.000Z',
  }
}

type Carrier = (text: string, random: Random) => JsonObject

const CARRIERS: readonly Carrier[] = [
  text => ({ type: 'user', message: { role: 'user', content: text } }),
  text => ({ type: 'user', message: { role: 'user', content: [{ type: 'text', text: `see below\n${text}` }] } }),
  (text, random) => answer(random, { type: 'text', text }),
  (text, random) => answer(random, { type: 'thinking', thinking: text, signature: '' }),
  (text, random) => callTool('Bash', { command: text, description: 'Run it' }, random),
  (text, random) => callTool('Write', { file_path: '/srv/app/notes.txt', content: text }, random),
  (text, random) => callTool('Edit', { file_path: '/srv/app/a.ts', old_string: 'a', new_string: text }, random),
  (text, random) => ({ ...giveResult(text, random), toolUseResult: { stdout: text, stderr: '', interrupted: false } }),
  (text, random) => ({
    ...giveResult([{ type: 'text', text }], random),
    toolUseResult: { type: 'text', file: { filePath: '/srv/app/a.txt', content: text, numLines: 3 } },
  }),
  text => ({ type: 'queue-operation', operation: 'enqueue', content: text }),
]

function answer(random: Random, block: JsonObject): JsonObject {
  const usage = { input_tokens: 12, cache_read_input_tokens: 34_567, output_tokens: 89 }
  return { type: 'assistant', message: { id: `msg_01${random.token(22)}`, role: 'assistant', content: [block], usage } }
}

function callTool(name: string, input: JsonObject, random: Random): JsonObject {
  return answer(random, { type: 'tool_use', id: `toolu_01${random.token(22)}`, name, input })
}

function giveResult(content: string | JsonObject[], random: Random): JsonObject {
  const block = { type: 'tool_result', tool_use_id: `toolu_01${random.token(22)}`, content }
  return { type: 'user', message: { role: 'user', content: [block] } }
}
