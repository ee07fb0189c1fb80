/**
 * What backscroll itself told a session is no source: found again, it would be told once more, each time further from
 * where it was said. Deliveries and answers stand between marks; results of its tools are known by the tool's name.
 */

/** Around what hooks deliver, and around what the tools of the MCP server answer. */
export const OWN_MARKS = ['backscroll-recall', 'backscroll-history'] as const

const SOME_MARK = '<backscroll-'
const OPENING = new RegExp(`<(${OWN_MARKS.join('|')})>`, 'g')

/**
 * The text without what stands between our marks. A mark at the end of a line that is never closed is that of a delivery
 * which the client cut: all behind it is left out. Elsewhere it is a word in somebody's sentence, and stays.
 */
export function stripEcho(text: string): string {
  if (!text.includes(SOME_MARK)) return text
  const parts: string[] = []
  const neverClosed = new Set<string>()
  let from = 0
  OPENING.lastIndex = 0
  for (let found = OPENING.exec(text); found; found = OPENING.exec(text)) {
    const closing = `</${found[1]}>`
    const end = neverClosed.has(closing) ? -1 : text.indexOf(closing, OPENING.lastIndex)
    if (end < 0) neverClosed.add(closing)
    if (end < 0 && text[OPENING.lastIndex] !== '\n') continue
    parts.push(text.slice(from, found.index))
    from = end < 0 ? text.length : end + closing.length
    OPENING.lastIndex = from
  }
  return from === 0 ? text : `${parts.join('')}${text.slice(from)}`
}

/** A tool of our MCP server, also as part of a plugin: `mcp__plugin_backscroll_backscroll__search`. */
export function isOwnTool(name: string): boolean {
  return OWN_TOOL.test(name)
}

const OWN_TOOL = /^mcp__(?:(?!__).){0,100}backscroll/i
