import { asArray, asObject, asObjects, asString, type JsonObject, type JsonValue } from '../../format/json.ts'
import { canonicalJson } from '../../model/sent/canonical-json.ts'
import { nameOf } from '../../model/sent/compare-requests.ts'
import type { SentMessage } from '../../model/sent/rebuild-request.ts'
import type { CacheMark } from '../../model/sent/request-log.ts'
import { formatInteger } from '../../text/count.ts'

/** A request, as far as it is drawn. */
export interface SentContent {
  readonly system: readonly JsonObject[]
  readonly tools: readonly JsonObject[]
  readonly messages: readonly Omit<SentMessage, 'message'>[]
  readonly cacheMarks: readonly CacheMark[]
}

/** One thing that the model was given, decided once for every surface. Texts are as recorded: hostile. */
export interface SentPart {
  readonly place: 'system' | 'tools' | 'messages'
  /** From 1. */
  readonly number: number
  /** Name of a tool, role of a message. */
  readonly label: string
  /** How a message is known; undefined for the rest, which stands on one line together. */
  readonly from: SentMessage['from'] | undefined
  /** False: its hash is not the one that the request names. */
  readonly fits: boolean
  /** Lines of the transcript. */
  readonly lines: readonly number[]
  readonly blocks: readonly SentBlock[]
}

export interface SentBlock {
  /** `text`, `tool_use`, `tool_result` and so on, as recorded; of what stands beside the content its name. */
  readonly kind: string
  readonly text: string
  /** A cache mark stands here: up to this block the request asks to be cached. */
  readonly isMarked: boolean
}

export function listSentParts(sent: SentContent): readonly SentPart[] {
  const marks = new Set(sent.cacheMarks.map(({ path }) => path.join(' ')))
  const fixed = { from: undefined, fits: true, lines: [] }
  return [
    ...sent.system.map((block, at): SentPart => {
      const drawn = drawBlock(block, marks.has(`system ${at}`))
      return { place: 'system', number: at + 1, label: '', ...fixed, blocks: [drawn] }
    }),
    ...sent.tools.map((tool, at): SentPart => {
      const block = { kind: 'tool', text: textOfTool(tool), isMarked: marks.has(`tools ${at}`) }
      return { place: 'tools', number: at + 1, label: nameOf(tool), ...fixed, blocks: [block] }
    }),
    ...sent.messages.map(({ index, role, content, more, from, fits, lines }): SentPart => {
      const blocks = [
        ...content.map((block, at) => drawBlock(block, marks.has(`messages ${index} content ${at}`))),
        ...Object.entries(more).map(([kind, value]) => ({ kind, text: toText(value), isMarked: false })),
      ]
      return { place: 'messages', number: index + 1, label: role ?? '', from, fits, lines, blocks }
    }),
  ]
}

function textOfTool({ name: _, description, ...rest }: JsonObject): string {
  return [asString(description) ?? '', toText(rest)].filter(text => text !== '').join('\n')
}

function drawBlock(block: JsonObject, isMarked: boolean): SentBlock {
  return { kind: asString(block.type) ?? '', text: textOfBlock(block), isMarked }
}

function textOfBlock(block: JsonObject): string {
  const { type } = block
  if (type === 'text') return asString(block.text) ?? ''
  if (type === 'thinking') return asString(block.thinking) ?? ''
  if (type === 'tool_use') return `${asString(block.name) ?? ''} ${toText(block.input)}`
  if (type === 'tool_result') return textOfResult(block.content)
  return asObject(block.source) ? describeSource(block.source as JsonObject) : toText(block)
}

function textOfResult(content: JsonValue | undefined): string {
  if (!asArray(content)) return asString(content) ?? toText(content)
  return asObjects(content)
    .map(block => (block.type === 'tool_result' ? toText(block) : textOfBlock(block)))
    .join('\n')
}

/** Pictures and documents: what they are, not what they hold. */
function describeSource({ media_type, data, type }: JsonObject): string {
  const length = asString(data)?.length ?? 0
  return `${asString(media_type) ?? asString(type) ?? ''}, ${formatInteger(length)} characters of data`
}

function toText(value: JsonValue | undefined): string {
  return value === undefined ? '' : (canonicalJson(value) ?? '(nested too deep)')
}
