/** The client wraps commands, outputs and reports in tags that are no XML: texts inside are not escaped. */

/** Text of the first `<tag>…</tag>` at or after `from`, an unclosed one up to the end; undefined where there is none. */
export function tagText(text: string, tag: string, from = 0): string | undefined {
  const open = `<${tag}>`
  const start = text.indexOf(open, from)
  if (start < 0) return undefined
  const end = text.indexOf(`</${tag}>`, start + open.length)
  return text.slice(start + open.length, end < 0 ? undefined : end)
}

export interface TaggedBlock {
  /** What stands between the tag's name and `>`. */
  readonly attributes: string
  readonly body: string
}

/** Every `<tag …>…</tag>` in order, and the text outside of them. */
export function splitTags(text: string, tag: string): { blocks: TaggedBlock[]; rest: string } {
  const open = `<${tag}`
  const close = `</${tag}>`
  const blocks: TaggedBlock[] = []
  let rest = ''
  let from = 0
  for (;;) {
    const start = text.indexOf(open, from)
    const bodyStart = start < 0 ? -1 : text.indexOf('>', start)
    const end = bodyStart < 0 ? -1 : text.indexOf(close, bodyStart)
    if (end < 0) break
    rest += text.slice(from, start)
    blocks.push({
      attributes: text.slice(start + open.length, bodyStart).trim(),
      body: text.slice(bodyStart + 1, end),
    })
    from = end + close.length
  }
  return { blocks, rest: rest + text.slice(from) }
}

/** Value of `name="…"` in the attributes of a tag. */
export function attribute(attributes: string, name: string): string | undefined {
  const open = `${name}="`
  const start = attributes.indexOf(open)
  if (start < 0) return undefined
  const end = attributes.indexOf('"', start + open.length)
  return end < 0 ? undefined : attributes.slice(start + open.length, end)
}

/** A slash command as it was typed. */
export function parseCommand(text: string): { name: string; args: string } {
  const name = (tagText(text, 'command-name') ?? tagText(text, 'command-message') ?? '').trim()
  return { name: name.startsWith('/') ? name : `/${name}`, args: (tagText(text, 'command-args') ?? '').trim() }
}

/** The first line with something on it. */
export function firstLine(text: string): string {
  const match = /\S[^\n\r]*/.exec(text)
  return match ? match[0].trimEnd() : ''
}

/** What a tool printed, and the reminders the client put among it for the model. */
export function splitReminders(text: string): { text: string; reminders: string[] } {
  if (!text.includes('<system-reminder>')) return { text, reminders: [] }
  const { blocks, rest } = splitTags(text, 'system-reminder')
  return { text: rest.trimEnd(), reminders: blocks.map(block => block.body.trim()) }
}

const SAID = 'the user said:\n'

/** What a person said with a no, in the result of the call that was turned down. */
export function rejectionWords(text: string): string {
  const at = text.indexOf(SAID)
  return at < 0 ? '' : text.slice(at + SAID.length).trim()
}

/** What went wrong, without the tag that the client puts around its own errors. */
export function unwrapError(text: string): string {
  const start = text.trimStart()
  if (!start.startsWith('<tool_use_error>')) return text
  const { blocks, rest } = splitTags(start, 'tool_use_error')
  const words = blocks.length > 0 ? [...blocks.map(({ body }) => body.trim()), rest.trim()] : [start.slice(16)]
  return words.filter(word => word !== '').join('\n')
}

/** The line that a shell's failed result begins with, and what was printed. */
export function splitExitCode(text: string): { readonly exitLine: string; readonly text: string } {
  const found = /^\s*((?:Error: )?Exit code \d{1,5})[ \t]*(?:\r?\n|$)/.exec(text)
  return found ? { exitLine: found[1] ?? '', text: text.slice(found[0].length) } : { exitLine: '', text }
}
