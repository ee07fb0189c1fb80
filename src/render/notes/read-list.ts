export interface ListItem {
  readonly text: string
  /** As somebody wrote it. */
  readonly raw: string
}

/**
 * The items of a property that is a list of short texts, as people and Obsidian write it: `tags: [a, "b"]`, `tags: a`, or
 * one item a line. Undefined for anything else: it is not ours to change.
 */
export function readList(block: string): readonly ListItem[] | undefined {
  const [first = '', ...rest] = block.split(/\r?\n/)
  const value = first.slice(first.indexOf(':') + 1).trim()
  const lines = rest.filter(line => line.trim() !== '')
  if (value === '') return readItems(lines)
  if (lines.length > 0) return undefined
  if (NOTHING.test(value)) return []
  if (/^["']/.test(value)) return allOf([readItem(value)])
  // Older notes have `tags: a, b`.
  if (!value.startsWith('[')) return allOf(value.split(',').map(part => readItem(part.trim())))
  const [, inside] = /^\[([^[\]]*)\]$/.exec(value) ?? []
  if (inside === undefined) return undefined
  const parts = inside.match(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,"'\s][^,]*/g) ?? []
  return allOf(parts.map(part => readItem(part.trim())))
}

/** What YAML takes for no value. */
const NOTHING = /^(?:~|null|Null|NULL)$/

function readItems(lines: readonly string[]): readonly ListItem[] | undefined {
  return allOf(
    lines.map(line => {
      const [, item] = /^\s*-\s+(.*)$/.exec(line) ?? []
      return item === undefined ? undefined : readItem(item.trim())
    }),
  )
}

function allOf(items: readonly (ListItem | undefined)[]): readonly ListItem[] | undefined {
  return items.every(item => item !== undefined) ? items : undefined
}

function readItem(raw: string): ListItem | undefined {
  const text = readText(raw)
  return text === undefined ? undefined : { text, raw }
}

function readText(text: string): string | undefined {
  if (text.startsWith('"')) return readQuoted(text)
  if (text.startsWith("'")) {
    return /^'(?:[^']|'')*'$/.test(text) ? text.slice(1, -1).replaceAll("''", "'") : undefined
  }
  // With any sign that means something in YAML it may be more than a text.
  return /^[^\s#&*!|>%@`{}[\],?:-](?:[^#:]|:(?=\S)|(?<=\S)#)*$/.test(text) ? text : undefined
}

function readQuoted(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
