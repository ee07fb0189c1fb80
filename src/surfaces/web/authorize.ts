import { isBearer, isSameToken } from '../../serving/token.ts'

/** Named by port: cookies of one machine go to all its ports, and two servers must not take each other's. */
export function cookieName(port: number): string {
  return `backscroll-${port}`
}

export function makeCookie(port: number, token: string): string {
  return `${cookieName(port)}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${YEAR_SECONDS}`
}

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** How a request shows that it knows the token; undefined where it does not. */
export function findKnowledge(
  headers: { get(name: string): string | null },
  { port, token }: { readonly port: number; readonly token: string },
): 'cookie' | 'bearer' | undefined {
  if (isBearer(headers, token)) return 'bearer'
  const name = `${cookieName(port)}=`
  const cookies = (headers.get('cookie') ?? '').split(';').map(part => part.trim())
  const isKnown = cookies.some(cookie => cookie.startsWith(name) && isSameToken(cookie.slice(name.length), token))
  return isKnown ? 'cookie' : undefined
}

/** A call that changes something comes from our own page, or from a program that holds the token itself. */
export function mayChange(headers: { get(name: string): string | null }, knowledge: 'cookie' | 'bearer'): boolean {
  // A foreign Origin never comes this far.
  return headers.get('origin') !== null || headers.get('sec-fetch-site') === 'same-origin' || knowledge === 'bearer'
}
