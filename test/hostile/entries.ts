import type { BlockDefinition } from '../../src/format/blocks/define.ts'
import { BLOCKS } from '../../src/format/blocks/definitions.ts'
import type { FieldTable, Shape } from '../../src/format/fields.ts'
import type { KindDefinition } from '../../src/format/kinds/define.ts'
import { ENVELOPE } from '../../src/format/kinds/envelope.ts'
import { KINDS } from '../../src/format/kinds/table.ts'
import type { ToolDefinition } from '../../src/model/tools/define.ts'
import { TOOLS } from '../../src/model/tools/table.ts'

/**
 * Lines made from the tables of the format itself: one for each kind of line, block and tool we know, with the same text
 * in every string it can hold. A new row in a table is a new line here.
 */
type Json = { [key: string]: unknown }

/** Fields by which lines find each other and are told apart; without them most of the others would never be drawn. */
const FRAME: ReadonlySet<string> = new Set(['type', 'subtype', 'uuid', 'parentUuid', 'timestamp', 'role', 'sessionId'])

export interface LineMaker {
  /** Everything said so far, one object a line. */
  readonly lines: Json[]
  add(line: Json): void
}

export function createLineMaker(sessionId: string): LineMaker {
  const lines: Json[] = []
  return {
    lines,
    add(line) {
      const number = lines.length
      const at = new Date(Date.UTC(2026, 2, 1, 10, 0, number)).toISOString()
      const parentUuid = number === 0 ? null : `u-${number - 1}`
      lines.push({ sessionId, timestamp: at, ...line, uuid: `u-${number}`, parentUuid })
    },
  }
}

/** Every kind, block and tool once, with `text` wherever a string fits. */
export function addEveryKind(maker: LineMaker, text: string): void {
  for (const definition of KINDS as readonly KindDefinition[]) {
    if (definition.kind !== 'user' && definition.kind !== 'assistant') maker.add(makeLine(definition, text))
  }
  for (const block of BLOCKS as readonly BlockDefinition[]) addBlock(maker, block, text)
  for (const tool of TOOLS) addToolRun(maker, tool, text)
  for (const type of ['system', 'progress', 'attachment', 'unknown']) maker.add(makeUnknown(type, text))
}

function makeLine({ kind, fields, payload }: KindDefinition, text: string): Json {
  const [type, name] = kind.split('/') as [string, string | undefined]
  const filled = fill(fields, text)
  const envelope = fill(ENVELOPE, text)
  if (payload === undefined) return { ...envelope, ...filled, type, ...(name === undefined ? {} : { subtype: name }) }
  return { ...envelope, type, toolUseID: text, [payload]: { ...filled, type: name } }
}

/** In a message of either side, and inside the result of a tool. */
function addBlock(maker: LineMaker, { kind, fields }: BlockDefinition, text: string): void {
  const block = { ...fill(fields, text), type: kind }
  maker.add(makeMessage('assistant', text, [block]))
  maker.add(makeMessage('user', text, [{ type: 'text', text }, block]))
  maker.add(makeMessage('assistant', text, [{ type: 'tool_use', id: `b-${kind}`, name: 'Read', input: {} }]))
  maker.add(makeMessage('user', text, [{ type: 'tool_result', tool_use_id: `b-${kind}`, content: [block] }]))
}

function addToolRun(maker: LineMaker, { names, input, result }: ToolDefinition, text: string): void {
  for (const [at, name] of [...names, text].entries()) {
    const id = `${maker.lines.length}-${at}`
    const tool = name.replace('*', `server__${text}`)
    maker.add(makeMessage('assistant', text, [{ type: 'tool_use', id, name: tool, input: fill(input, text) }]))
    const isError = at % 2 === 1
    const block = { type: 'tool_result', tool_use_id: id, content: text, ...(isError ? { is_error: true } : {}) }
    maker.add({ ...makeMessage('user', text, [block]), toolUseResult: isError ? text : fill(result, text) })
  }
}

export function makeMessage(role: 'user' | 'assistant', text: string, content: unknown): Json {
  const { message } = KINDS.find(({ kind }) => kind === role) as KindDefinition
  return { ...fill(ENVELOPE, text), type: role, message: { ...fill(message ?? {}, text), role, content } }
}

function makeUnknown(type: string, text: string): Json {
  const inner = { type: text, [text]: text, list: [text, { [text]: text }] }
  return { type, subtype: text, data: inner, attachment: inner, [text]: text, content: text }
}

/** A value for every field: the text where a string fits, else something of the shape that holds it. */
function fill(table: FieldTable, text: string): Json {
  const filled: Json = {}
  for (const [name, [shape, about]] of Object.entries(table)) {
    if (!FRAME.has(name)) filled[name] = valueFor(shape, about, text)
  }
  return filled
}

function valueFor(shape: Shape, about: string, text: string): unknown {
  if (shape === 'any' || shape.includes('string')) return text
  if (shape.includes('array')) return [text, makeInner(about, text)]
  if (shape.includes('object')) return makeInner(about, text)
  return shape.includes('number') ? 1 : false
}

/** The docs of a field name the keys that are inside: `{type, media_type, data}`. */
function makeInner(about: string, text: string): Json {
  const inner: Json = { [text]: text, ['__proto__']: text }
  for (const [, keys = ''] of about.matchAll(/\{([^{}]*)\}/g)) {
    for (const key of keys.split(/[,:]/)) inner[key.trim().replace(/\?$/, '')] = text
  }
  return inner
}
