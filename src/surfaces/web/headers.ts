import { DATA_HEADERS, type Headers, SHARED_HEADERS } from '../../serving/headers.ts'
import { API_BASE } from './define-route.ts'

/** On every answer, whatever it is: nothing from elsewhere runs in the page, and the page runs in nothing else. */
export function securityHeaders(path: string): Headers {
  return isPage(path) ? PAGE_HEADERS : DATA_HEADERS
}

/** Everything but the questions of the API. */
export function isPage(path: string): boolean {
  return !path.startsWith(`${API_BASE}/`)
}

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

const PAGE_HEADERS: Headers = [...SHARED_HEADERS, ['Content-Security-Policy', PAGE_POLICY]]
