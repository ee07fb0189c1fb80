import { type Node, type ParseError, type ParseOptions, parseTree } from 'jsonc-parser'

/** Names of members and places in lists, from the outermost value inwards. */
export type JsonPath = readonly (string | number)[]

export interface JsonPlacing {
  /** Where a new member goes. Taking it out again gives the text as it was, either way. */
  readonly at: 'first' | 'last'
  /** `line`: a new value stands on one line. `lines`: as formatters write it, each member of an object on its own. */
  readonly style: 'line' | 'lines'
}

/**
 * The text of a JSON object with one value set, all else as it was: order, indentation, line ends and odd spacing are
 * somebody's own. The text must be strict JSON, and what the path goes through must be there. jsonc-parser says where
 * everything stands; its own edits lay out whole lines anew, and would move what is not ours.
 */
export function setJson(text: string, path: JsonPath, value: unknown, placing: JsonPlacing): string {
  return onBody(text, body => {
    const { root, container, child } = locate(body, path)
    if (child) {
      const known = innerOf(child)
      const written = writeValue(value, layoutAt(body, root, known.offset), placing)
      return splice(body, known.offset, endOf(known), written)
    }
    return insert(body, root, { container, key: path.at(-1) as string | number, value, placing })
  })
}

/** The same with a value that is JSON already, put in place of the one that is there. */
export function replaceJson(text: string, path: JsonPath, json: string): string {
  return onBody(text, body => {
    const known = requireNode(locateValue(body, path))
    return splice(body, known.offset, endOf(known), json)
  })
}

/** Takes one value out. `emptied` is what the object or list around it becomes where nothing is left in it. */
export function removeJson(text: string, path: JsonPath, emptied?: string): string {
  return onBody(text, body => {
    const { container, child } = locate(body, path)
    const siblings = container.children ?? []
    const at = siblings.indexOf(requireNode(child))
    const [before, own, after] = [siblings[at - 1], siblings[at] as Node, siblings[at + 1]]
    if (before) return splice(body, endOf(before), endOf(own), '')
    if (after) return splice(body, own.offset, after.offset, '')
    return splice(body, container.offset, endOf(container), emptied ?? (container.type === 'array' ? '[]' : '{}'))
  })
}

/** A value as it is written in the text; undefined where there is none. */
export function sliceJson(text: string, path: JsonPath): string | undefined {
  const body = text.slice(markOf(text).length)
  const node = locateValue(body, path)
  return node && body.slice(node.offset, endOf(node))
}

/** The first name on the way to a value that stands twice in its object: which of them counts is for nobody to guess. */
export function findDouble(text: string, path: JsonPath): string | undefined {
  let node: Node | undefined = parseTree(text.slice(markOf(text).length))
  for (const key of path) {
    if (node?.type === 'object' && namesOf(node).filter(name => name === key).length > 1) return String(key)
    const child: Node | undefined = node && childOf(node, key)
    node = child && innerOf(child)
  }
  return undefined
}

/** Where a text stops being JSON, in characters counted from one: at the beginning of what is none. Undefined where it is some. */
export function findJsonError(text: string): { readonly line: number; readonly column: number } | undefined {
  const body = text.slice(markOf(text).length)
  const at = findErrorOffset(body)
  if (at === undefined) return undefined
  const before = body.slice(0, at).split(/\r\n|\r|\n/)
  return { line: before.length, column: [...(before.at(-1) ?? '')].length + 1 }
}

/** Whether comments, or commas behind the last item, are all that keeps a text from being JSON. */
export function isLooseJson(text: string): boolean {
  const body = text.slice(markOf(text).length)
  const loose = { disallowComments: false, allowTrailingComma: true }
  return findErrorOffset(body) !== undefined && findErrorOffset(body, loose) === undefined
}

const STRICT: ParseOptions = { disallowComments: true, allowTrailingComma: false }

function findErrorOffset(body: string, options: ParseOptions = STRICT): number | undefined {
  const errors: ParseError[] = []
  try {
    parseTree(body, errors, options)
  } catch {
    // Nested deeper than it can follow. Nobody wrote that, and nobody looks for the place.
    return undefined
  }
  return errors[0]?.offset
}

/** On one line, with room to read it. */
export function formatJsonLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatJsonLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const known = Object.entries(value).filter(([, part]) => part !== undefined)
  const members = known.map(([name, part]) => `${JSON.stringify(name)}: ${formatJsonLine(part)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** A mark of the byte order is no JSON, and stays where it is. */
function onBody(text: string, edit: (body: string) => string): string {
  const mark = markOf(text)
  return mark + edit(text.slice(mark.length))
}

function markOf(text: string): string {
  return text.startsWith('\ufeff') ? '\ufeff' : ''
}

interface Located {
  readonly root: Node
  readonly container: Node
  /** The member or item; undefined where it is new. */
  readonly child: Node | undefined
}

function locate(body: string, path: JsonPath): Located {
  const root = requireNode(parseTree(body))
  let container = root
  for (const key of path.slice(0, -1)) container = innerOf(requireNode(childOf(container, key)))
  return { root, container, child: childOf(container, path.at(-1) as string | number) }
}

function locateValue(body: string, path: JsonPath): Node | undefined {
  let node = parseTree(body)
  for (const key of path) {
    const child: Node | undefined = node && childOf(node, key)
    node = child && innerOf(child)
  }
  return node
}

/** Where a name stands twice, JSON takes the last. */
function childOf(container: Node, key: string | number): Node | undefined {
  if (container.type === 'array') return typeof key === 'number' ? container.children?.[key] : undefined
  if (container.type !== 'object') return undefined
  return container.children?.findLast(member => member.children?.[0]?.value === key)
}

function namesOf(container: Node): readonly unknown[] {
  return (container.children ?? []).map(member => member.children?.[0]?.value)
}

function innerOf(child: Node): Node {
  return child.type === 'property' ? requireNode(child.children?.[1]) : child
}

function requireNode(node: Node | undefined): Node {
  if (!node) throw new Error('the text to edit is not the JSON it was taken for')
  return node
}

function endOf({ offset, length }: Node): number {
  return offset + length
}

function splice(text: string, from: number, to: number, put: string): string {
  return text.slice(0, from) + put + text.slice(to)
}

/** How the lines of a text are laid out where something is written. */
interface Layout {
  /** The space a line here begins with; undefined where all stands on one line. */
  readonly indent: string | undefined
  readonly unit: string
  readonly lineEnd: string
}

interface NewChild {
  readonly container: Node
  readonly key: string | number
  readonly value: unknown
  readonly placing: JsonPlacing
}

function insert(body: string, root: Node, { container, key, value, placing }: NewChild): string {
  const { indent: outer, unit, lineEnd } = layoutAt(body, root, container.offset)
  const children = container.children ?? []
  const [first, last] = [children[0], children.at(-1)]
  const write = (indent: string | undefined): string => {
    const json = writeValue(value, { indent, unit, lineEnd }, placing)
    return container.type === 'array' ? json : `${JSON.stringify(key)}: ${json}`
  }
  if (!first || !last) {
    const isOnOneLine = outer === undefined && container !== root
    const [open, close] = [container.offset + 1, endOf(container) - 1]
    if (isOnOneLine) return splice(body, open, close, write(undefined))
    const indent = (outer ?? '') + unit
    return splice(body, open, close, `${lineEnd}${indent}${write(indent)}${lineEnd}${outer ?? ''}`)
  }
  const isFirst = placing.at === 'first' && container.type === 'object'
  const gap = isFirst || first === last ? body.slice(container.offset + 1, first.offset) : gapBefore(body, last)
  const indent = gap.includes('\n') ? gap.slice(gap.lastIndexOf('\n') + 1) : undefined
  if (isFirst) return splice(body, first.offset, first.offset, `${write(indent)},${gap === '' ? ' ' : gap}`)
  const between = indent === undefined ? gap || ' ' : lineEnd + indent
  return splice(body, endOf(last), endOf(last), `,${between}${write(indent)}`)
}

function gapBefore(body: string, node: Node): string {
  let from = node.offset
  while (from > 0 && /\s/.test(body[from - 1] as string)) from--
  return body.slice(from, node.offset)
}

function layoutAt(body: string, root: Node, offset: number): Layout {
  const lineEnd = body.includes('\r\n') ? '\r\n' : '\n'
  const [first] = root.children ?? []
  const gap = first ? body.slice(root.offset + 1, first.offset) : '\n'
  const unit = gap.slice(gap.lastIndexOf('\n') + 1) || '  '
  if (!gap.includes('\n')) return { indent: undefined, unit: '  ', lineEnd }
  const line = body.slice(body.lastIndexOf('\n', offset - 1) + 1)
  return { indent: /^[ \t]*/.exec(line)?.[0] ?? '', unit, lineEnd }
}

function writeValue(value: unknown, layout: Layout, { style }: JsonPlacing): string {
  return style === 'line' || layout.indent === undefined
    ? formatJsonLine(value)
    : formatJsonLines(value, layout.indent, layout)
}

/** A list of plain values stays on its line, as formatters like it. */
function formatJsonLines(value: unknown, indent: string, layout: Layout): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value) && value.every(item => typeof item !== 'object' || item === null))
    return formatJsonLine(value)
  const inner = indent + layout.unit
  const parts = Array.isArray(value)
    ? value.map(item => formatJsonLines(item, inner, layout))
    : Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${formatJsonLines(part, inner, layout)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  const lines = parts.map(part => `${layout.lineEnd}${inner}${part}`).join(',')
  return `${open}${lines}${layout.lineEnd}${indent}${close}`
}
