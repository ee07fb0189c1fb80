import { isIP } from 'node:net'
import { LIMITS } from './limits.ts'

/** A request as it came in, before anything of it is believed. */
export interface RequestHead {
  readonly method: string
  /** As sent: path and query. */
  readonly url: string
  /** Every value, in order. */
  values(name: string): readonly string[]
}

/** What a request is turned away with, before anybody looks at what it wants. */
export interface Refusal {
  readonly status: 400 | 403 | 404 | 414
}

/** What there is to know about the server that a request came to. */
export interface GuardedServer {
  /** Whether we answer under this name. */
  isOwnHost(host: string): boolean
  /** Whether a page is there, to which others may link. */
  isPage(path: string): boolean
}

/**
 * Whether a request comes from a page or a program that may speak to us at all. A page elsewhere can make a browser send
 * requests here, under its own name (`Origin`) or, after it has its name point to this machine, under ours: the name in
 * `Host` is then not one of those at which we answer.
 */
export function refuseRequest(request: RequestHead, { isOwnHost, isPage }: GuardedServer): Refusal | undefined {
  const [host, ...moreHosts] = request.values('host')
  if (host === undefined) return { status: 400 }
  if (moreHosts.length > 0 || !isOwnHost(host)) return { status: 403 }
  if (request.values('origin').some(origin => origin.toLowerCase() !== `http://${host.toLowerCase()}`)) {
    return { status: 403 }
  }
  const [path = '', ...query] = request.url.split('?')
  if (!isFromHere(request, isPage(path))) return { status: 403 }
  if (path.length > LIMITS.pathBytes || query.join('?').length > LIMITS.queryBytes) return { status: 414 }
  return refusePath(path)
}

/** What browsers say of themselves. A link on another page may lead to ours; nothing else of it may reach us. */
function isFromHere(request: RequestHead, isPage: boolean): boolean {
  const sites = request.values('sec-fetch-site')
  if (sites.every(site => site === 'same-origin' || site === 'none')) return true
  const isLink =
    request.values('sec-fetch-mode').includes('navigate') && request.values('sec-fetch-dest').includes('document')
  return isLink && isPage && (request.method === 'GET' || request.method === 'HEAD')
}

/** No address of ours has odd characters, or parts that mean another place. */
function refusePath(path: string): Refusal | undefined {
  if (!path.startsWith('/')) return { status: 400 }
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return { status: 400 }
  }
  if (/[\0-\x1f\x7f]/.test(decoded)) return { status: 400 }
  if (decoded.includes('\\') || /%2f/i.test(path)) return { status: 404 }
  return decoded.split('/').some(part => part === '.' || part === '..') ? { status: 404 } : undefined
}

/** The names under which this server answers. An address in digits cannot be taken over by a foreign name server. */
export function createHostCheck({ host, port }: { readonly host: string; readonly port: number }) {
  const isAny = host === '0.0.0.0' || host === '::'
  const names = new Set([host.toLowerCase(), ...(isAny || isLoopback(host) ? LOOPBACK_NAMES : [])])
  return (header: string): boolean => {
    const [, bracketed, plain, ownPort = '80'] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(header) ?? []
    const name = (bracketed ?? plain)?.toLowerCase()
    if (name === undefined || Number(ownPort) !== port) return false
    return names.has(name) || (isAny && isIP(name) !== 0)
  }
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '::1']

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
