import { FORMAT_FIELDS } from './format-words.ts'
import { bytesIn, toBase64 } from './media.ts'
import { isStructure } from './structure.ts'

/** What is done with the strings of a JSON value. */
export interface StringVisitor {
  /** `field` is the name of the field whose value the text is, or an element of its value. */
  text(text: string, field: string | undefined): string
  key(key: string): string
  /** Several strings that follow each other, such as the lines of a diff. The same array where nothing changed. */
  lines(lines: readonly string[], field: string | undefined): readonly string[]
}

type Container = Record<string, unknown> | unknown[]

interface Frame {
  readonly source: Container
  /** Undefined for an array. */
  readonly keys: readonly string[] | undefined
  readonly field: string | undefined
  readonly parent: Frame | undefined
  /** Where it stands in its parent. */
  readonly slot: string | number
  next: number
  copy: Container | undefined
}

/**
 * Every string of a JSON value goes through the visitor, names of fields too, except what carries its structure. The
 * same value where nothing changed, else a copy of what did. Without recursion, because a transcript may nest as deep as
 * it likes.
 */
export function mapStrings<Value>(value: Value, visitor: StringVisitor): Value {
  if (typeof value === 'string') return visitor.text(value, undefined) as Value
  if (typeof value !== 'object' || value === null) return value
  const holder: Frame = openFrame([value], undefined, undefined, 0)
  let frame: Frame | undefined = holder
  while (frame) frame = stepInto(frame, visitor)
  return (holder.copy ?? holder.source)[0 as never] as Value
}

/** Goes on with a frame up to its next container or its end; the frame to go on with. */
function stepInto(frame: Frame, visitor: StringVisitor): Frame | undefined {
  const { source, keys, field } = frame
  const length = keys ? keys.length : (source as unknown[]).length
  while (frame.next < length) {
    const slot = keys ? (keys[frame.next] as string) : frame.next
    const child = source[slot as never] as unknown
    frame.next++
    if (typeof child === 'string') {
      const name = keys ? (slot as string) : field
      if (name !== undefined && isStructure(name, child)) continue
      const text = keys
        ? mapField(source as Record<string, unknown>, name as string, child, visitor)
        : visitor.text(child, name)
      if (text !== child) setIn(frame, slot, text)
    } else if (typeof child === 'object' && child !== null) {
      const name = keys ? (slot as string) : field
      if (!Array.isArray(child)) return openFrame(child as Record<string, unknown>, name, frame, slot)
      if (!isLines(child)) return openFrame(child, name, frame, slot)
      const lines = visitor.lines(child, name)
      if (lines !== child) setIn(frame, slot, lines)
    }
  }
  if (keys) renameKeys(frame, keys, visitor)
  if (frame.copy && frame.parent) setIn(frame.parent, frame.slot, frame.copy)
  return frame.parent
}

function openFrame(
  source: Container,
  field: string | undefined,
  parent: Frame | undefined,
  slot: string | number,
): Frame {
  const keys = Array.isArray(source) ? undefined : Object.keys(source)
  return { source, keys, field, parent, slot, next: 0, copy: undefined }
}

/** The copy has every key of its own already, so that `__proto__` is a key like any other. */
function setIn(frame: Frame, slot: string | number, value: unknown): void {
  frame.copy ??= Array.isArray(frame.source) ? [...frame.source] : { ...frame.source }
  frame.copy[slot as never] = value as never
}

function renameKeys(frame: Frame, keys: readonly string[], visitor: StringVisitor): void {
  let renamed: string[] | undefined
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string
    if (FORMAT_FIELDS.has(key)) continue
    const name = visitor.key(key)
    if (name === key) continue
    renamed ??= [...keys]
    renamed[index] = name
  }
  if (!renamed) return
  const from = (frame.copy ?? frame.source) as Record<string, unknown>
  const taken = new Set<string>()
  const entries = keys.map((key, index) => [freeName(renamed[index] as string, taken), from[key]] as const)
  frame.copy = Object.fromEntries(entries)
}

/** Two names may become one; nothing is lost for it. */
function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let count = 2; taken.has(free); count++) free = `${name} (${count})`
  taken.add(free)
  return free
}

function isLines(array: readonly unknown[]): array is readonly string[] {
  return array.length > 1 && array.every(item => typeof item === 'string')
}

/** Text in base64 is text like any other; what is no text is left alone, or out where it spells something. */
function mapField(
  parent: Readonly<Record<string, unknown>>,
  field: string,
  value: string,
  visitor: StringVisitor,
): string {
  const bytes = bytesIn(parent, field, value)
  if (bytes?.kind === 'binary') return value
  const written = visitor.text(value, field)
  if (!bytes || written !== value) return written
  const text = visitor.text(bytes.text, undefined)
  if (text === bytes.text) return value
  return bytes.kind === 'text' ? toBase64(text) : BYTES_LEFT_OUT
}

const BYTES_LEFT_OUT = '(bytes left out: they held something that was taken out)'
