/** How much one client, or all of them together, may take. Enough for a person with many tabs, little for an attack. */
export const LIMITS = {
  /** Behind the question mark, as sent. */
  queryBytes: 8 * 1024,
  pathBytes: 2 * 1024,
  bodyBytes: 64 * 1024,
  /** The request line and all headers; Node answers 431 beyond. */
  headerBytes: 16 * 1024,
  headers: 100,
  connections: 64,
  /** On one connection, before the first of them is answered; browsers wait for each. */
  requestsAtOnce: 32,
  eventStreams: 16,
  /** Events that one listener has not taken yet. */
  waitingEvents: 64,
  /** Of answers that were made and not yet taken, of all clients together. */
  waitingBytes: 64 * 1024 * 1024,
  /** A connection that says nothing for so long is let go. */
  firstByteMs: 5000,
  /** Until all headers have to be there. */
  headersMs: 10_000,
  /** Until the whole request has to be there. */
  requestMs: 20_000,
  keepAliveMs: 5000,
  /** How often Node looks for requests that take too long. */
  checkMs: 2000,
  /** A client that takes nothing of its answer for so long is let go. */
  stalledMs: 30_000,
  heartbeatMs: 15_000,
} as const

export type Limits = { readonly [Name in keyof typeof LIMITS]: number }
