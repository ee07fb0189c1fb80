import { findTag } from '../facts/tags.ts'

const PREFIX = 'Error: '

/** An error as it is kept: without the tag that the client puts around its own, and without the word before the message. */
export function unwrapError(text: string): string {
  const inner = untagError(text)
  return inner.startsWith(PREFIX) ? inner.slice(PREFIX.length) : inner
}

/** Without the tag alone. */
export function untagError(text: string): string {
  const start = text.trimStart()
  return start.startsWith('<tool_use_error>') ? (findTag(start, 'tool_use_error')?.inner ?? start) : start
}
