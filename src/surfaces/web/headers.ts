import { API_BASE } from './define-route.ts'

/** On every answer, whatever it is: nothing from elsewhere runs in the page, and the page runs in nothing else. */
export function securityHeaders(path: string): readonly (readonly [name: string, value: string])[] {
  return path.startsWith(`${API_BASE}/`) ? API_HEADERS : PAGE_HEADERS
}

const SHARED_HEADERS = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ['Cache-Control', 'no-store'],
] as const

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** An answer that somebody opens by itself, such as an image of a transcript, may do nothing at all. */
const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

const PAGE_HEADERS = [...SHARED_HEADERS, ['Content-Security-Policy', PAGE_POLICY]] as const
const API_HEADERS = [...SHARED_HEADERS, ['Content-Security-Policy', API_POLICY]] as const
