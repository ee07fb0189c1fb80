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
 * Every string of a JSON value goes through the visitor, names of fields too. The same value where nothing changed, else
 * a copy of what did. Without recursion, because a transcript may nest as deep as it likes.
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
      if (keys && isUnread(source as Record<string, unknown>, name as string, child)) continue
      const text = visitor.text(child, name)
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
  for (const [index, key] of keys.entries()) {
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

const MIN_UNREAD = 100

/** Signatures and the bytes of images and documents: nobody reads them, and they match by chance if anything does. */
function isUnread(parent: Record<string, unknown>, key: string, text: string): boolean {
  if (text.length < MIN_UNREAD) return false
  if (key === 'signature') return parent.type === 'thinking' && isBase64(text)
  if (key === 'data') return /^(?:base64|redacted_thinking|image|audio)$/.test(String(parent.type)) && isBase64(text)
  return (key === 'base64' || key === 'blob') && isBase64(text) && !isTextType(parent)
}

function isTextType(parent: Record<string, unknown>): boolean {
  const type = parent.type ?? parent.mimeType ?? parent.media_type
  return typeof type === 'string' && /^text|json|xml/.test(type)
}

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/_-]{64}/.test(text) && !/[^A-Za-z0-9+/_=\s-]/.test(text.slice(-64))
}
