import { readRequestBody } from '@modelcontextprotocol/server'

/** The longest text that a tool takes has 20,000 characters, of which a client may write each as six. */
export const BODY_BYTES = 160 * 1024
/** A request is a few kilobytes from this machine: of those that take their time there are few. */
const READ_AT_ONCE = 16

/**
 * Waits for all of a request before anything is done with it. Of too many that are on their way the oldest ends: a client
 * that never sends what it announced would hold its connection, and with many of them keep everybody else out. Gives the
 * text; undefined where there is none, or more than is read.
 */
export function createBodyReader(): (request: Request) => Promise<string | undefined | 'too-slow'> {
  const reading = new Set<() => void>()
  return async request => {
    if (request.body === null) return undefined
    const ending = Promise.withResolvers<'too-slow'>()
    const end = (): void => ending.resolve('too-slow')
    const [oldest] = reading
    if (oldest && reading.size >= READ_AT_ONCE) {
      reading.delete(oldest)
      oldest()
    }
    reading.add(end)
    try {
      // The request itself is left for whoever answers it.
      const whole = readRequestBody(request.clone(), BODY_BYTES)
      whole.catch(() => {})
      const read = await Promise.race([whole, ending.promise])
      return read === 'too-slow' || read.tooLarge ? (read === 'too-slow' ? read : undefined) : read.text
    } finally {
      reading.delete(end)
    }
  }
}
