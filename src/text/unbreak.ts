/** Who ends a line of a prompt in a terminal types a backslash, which is recorded too. */
export function unbreak(text: string): string {
  return text.replace(/\\(?=\s)/g, '')
}
