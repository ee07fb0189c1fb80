import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Limits } from './limits.ts'

type ConnectionLimits = Pick<Limits, 'connections' | 'requestsAtOnce' | 'firstByteMs' | 'stalledMs'>

/**
 * Lets nobody keep others out by holding connections: one that says nothing ends soon, one whose client takes nothing
 * of its answer ends, and where there are too many the oldest that nothing is asked on makes room for a new one.
 */
export function holdConnections(server: Server, limits: ConnectionLimits): void {
  const { connections, requestsAtOnce, firstByteMs, stalledMs } = limits
  /** In the order in which they came. */
  const open = new Set<Socket>()
  /** Requests that are not answered yet. */
  const pending = new WeakMap<Socket, number>()
  const isWorking = (socket: Socket): boolean => (pending.get(socket) ?? 0) > 0

  function makeRoom(): void {
    const idle = [...open].filter(socket => !isWorking(socket))
    // A browser that has asked something before may do so again.
    const first = idle.find(socket => socket.bytesRead === 0) ?? idle[0]
    if (first) letGo(first)
  }

  function letGo(socket: Socket): void {
    open.delete(socket)
    socket.destroy()
  }

  server.on('connection', socket => {
    if (open.size >= connections) makeRoom()
    if (open.size >= connections) return letGo(socket)
    open.add(socket)
    const silence = setTimeout(() => {
      if (socket.bytesRead === 0) letGo(socket)
    }, firstByteMs)
    silence.unref()
    socket.once('close', () => {
      clearTimeout(silence)
      open.delete(socket)
    })
  })
  server.on('request', ({ socket }, outgoing) => {
    const count = (pending.get(socket) ?? 0) + 1
    pending.set(socket, count)
    outgoing.once('close', () => pending.set(socket, (pending.get(socket) ?? 1) - 1))
    if (count > requestsAtOnce) letGo(socket)
  })
  server.setTimeout(stalledMs, socket => {
    // An answer that takes long to make is no reason to end it; one that is not taken is.
    if (!isWorking(socket) || socket.writableLength > 0) letGo(socket)
  })
}
