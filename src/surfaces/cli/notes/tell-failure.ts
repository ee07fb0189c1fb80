/** Why the disk refused a note, in the words of the system; throws what did not come from there. */
export function tellFailure(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code !== 'string' || typeof message !== 'string') throw error
  // `EROFS: read-only file system, open '/vault/.backscroll-….new'`: the name of the draft helps nobody.
  const [, words] = /^[A-Z0-9_]+: ([^,']+)(?:,|$)/.exec(message) ?? []
  return `${words ?? message} (${code})`
}
