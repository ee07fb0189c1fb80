import type { Caller } from './access/access.ts'

/** A call that changes something comes from our own page, or from a program that holds the token itself. */
export function mayChange(headers: { get(name: string): string | null }, caller: Caller): boolean {
  // A foreign Origin never comes this far.
  return caller === 'program' || headers.get('origin') !== null || headers.get('sec-fetch-site') === 'same-origin'
}

/**
 * Takes away cookies that earlier releases set, of any port: each held the key to everything for a year, and a browser
 * shows it to every server of this machine. Nothing is opened by them any more.
 */
export function endOldCookies(headers: { get(name: string): string | null }): readonly string[] {
  const names = (headers.get('cookie') ?? '').split(';').map(part => part.split('=', 1)[0]?.trim() ?? '')
  const old = new Set(names.filter(name => OLD_COOKIE.test(name)))
  return [...old].slice(0, MAX_COOKIES).map(name => `${name}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`)
}

const OLD_COOKIE = /^backscroll-\d{1,5}$/
const MAX_COOKIES = 20
