const PLAIN_ID = /^[A-Za-z0-9_-]{1,80}$/

/** An id that may stand in a link to a place on the page. Ids come from transcripts: an odd one is none. */
export function idOf(text: string | undefined): string | undefined {
  return text !== undefined && PLAIN_ID.test(text) ? text : undefined
}
