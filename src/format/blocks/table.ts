import { type FieldsOf, readFields } from '../fields.ts'
import { asObject, type JsonObject, type JsonValue } from '../json.ts'
import type { BlockDefinition } from './define.ts'
import { BLOCKS } from './definitions.ts'

export type KnownBlockKind = (typeof BLOCKS)[number]['kind']
export type BlockKind = KnownBlockKind | 'unknown'

type DefinitionOf<Kind extends KnownBlockKind> = Extract<(typeof BLOCKS)[number], { readonly kind: Kind }>
/** The typed view of a block. */
export type FieldsOfBlock<Kind extends KnownBlockKind> = FieldsOf<DefinitionOf<Kind>['fields']>

const DEFINITIONS = new Map<string, BlockDefinition & { readonly kind: KnownBlockKind }>(
  BLOCKS.map(definition => [definition.kind, definition]),
)

export function blockKindOf(json: JsonObject): BlockKind {
  const { type } = json
  return (typeof type === 'string' ? DEFINITIONS.get(type)?.kind : undefined) ?? 'unknown'
}

/** What we know of a block; undefined for `unknown`. */
export function findBlock(kind: string): BlockDefinition | undefined {
  return DEFINITIONS.get(kind)
}

/** Reads what the table of a block describes; a value of another shape reads as absent. */
export function readBlockFields<Kind extends KnownBlockKind>(kind: Kind, json: JsonObject): FieldsOfBlock<Kind> {
  return readFields((findBlock(kind) as BlockDefinition).fields, json) as FieldsOfBlock<Kind>
}

export interface Block {
  readonly kind: BlockKind
  readonly json: JsonObject
}

/**
 * The blocks of a content, whatever its shape: a string is one text block, and so is a string among blocks. What is
 * neither text nor an object is kept as an unknown block under `value`.
 */
export function readBlocks(content: JsonValue | undefined): readonly Block[] {
  if (content === undefined || content === null) return []
  return Array.isArray(content) ? content.map(readBlock) : [readBlock(content)]
}

function readBlock(item: JsonValue): Block {
  if (typeof item === 'string') return { kind: 'text', json: { type: 'text', text: item } }
  const json = asObject(item)
  return json ? { kind: blockKindOf(json), json } : { kind: 'unknown', json: { value: item } }
}

/** The text blocks of a content, joined by newlines. Runs for every user entry: nothing is built for a plain string. */
export function textOf(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return textOfItem(content) ?? ''
  let joined: string | undefined
  for (const item of content) {
    const text = textOfItem(item)
    if (text !== undefined) joined = joined === undefined ? text : `${joined}\n${text}`
  }
  return joined ?? ''
}

function textOfItem(item: JsonValue | undefined): string | undefined {
  if (typeof item === 'string') return item
  if (typeof item !== 'object' || item === null) return undefined
  const { type, text } = item as JsonObject
  return type === 'text' && typeof text === 'string' ? text : undefined
}
