import { connect, type Socket } from 'node:net'

/** An answer as it came over the wire, for requests that no client library would send. */
export interface RawAnswer {
  /** 0 where the connection ended without one. */
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Sends lines and a body as they are, and waits for the end of the connection. */
export function ask(port: number, lines: readonly string[], body: string | Uint8Array = ''): Promise<RawAnswer> {
  return new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port })
    const chunks: Buffer[] = []
    socket.on('data', chunk => chunks.push(chunk))
    // A server that has heard enough may end the connection while we still send.
    socket.on('error', () => {})
    socket.on('close', () => resolve(parseAnswer(Buffer.concat(chunks).toString('latin1'))))
    const [first, ...rest] = lines
    socket.write(`${[first, 'Connection: close', ...rest].join('\r\n')}\r\n\r\n`)
    socket.write(body)
  })
}

/** A connection that says nothing by itself. */
export function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Whether the other side ends it within this time. */
export function endsWithin(socket: Socket, ms: number): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(false), ms)
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(timer)
      resolve(true)
    })
    socket.resume()
  })
}

export function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end < 0 ? 0 : end).split('\r\n')
  const headers = new Map(
    lines.map(line => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
    }),
  )
  const rest = end < 0 ? '' : text.slice(end + 4)
  const body = headers.get('transfer-encoding') === 'chunked' ? joinChunks(rest) : rest
  return { status: Number(first.split(' ')[1] ?? 0), headers, body }
}

function joinChunks(text: string): string {
  let body = ''
  for (let at = 0; at < text.length; ) {
    const line = text.indexOf('\r\n', at)
    const size = Number.parseInt(text.slice(at, line), 16)
    if (line < 0 || !(size > 0)) break
    body += text.slice(line + 2, line + 2 + size)
    at = line + 2 + size + 2
  }
  return body
}

export function cookieOf(answer: RawAnswer): string | undefined {
  return answer.headers.get('set-cookie')
}
