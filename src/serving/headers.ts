/** Headers of an answer: name and value. */
export type Headers = readonly (readonly [name: string, value: string])[]

/** On every answer, whatever it is: nothing else may put it into a page of its own, or keep it. */
export const SHARED_HEADERS = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ['Cache-Control', 'no-store'],
] as const satisfies Headers

/** An answer that somebody opens by itself, such as an image of a transcript, may do nothing at all. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** Of what is no page. */
export const DATA_HEADERS = [...SHARED_HEADERS, ['Content-Security-Policy', DATA_POLICY]] as const satisfies Headers
