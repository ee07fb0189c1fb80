import { LIMITS } from '../../../serving/limits.ts'
import { HttpError } from '../error-answer.ts'
import type { PageEvent } from '../event-hub.ts'
import type { World } from '../world.ts'

/** How many listen to each world. */
const listening = new WeakMap<World, number>()

/**
 * Server-sent events for as long as the client stays. It is told at once how far keeping is. A client that does not keep
 * up is let go: it connects again by itself and asks for what it missed.
 */
export function openEvents(world: World, session: string | undefined, signal: AbortSignal): Response {
  const count = listening.get(world) ?? 0
  if (count >= LIMITS.eventStreams) throw tooManyListeners()
  listening.set(world, count + 1)
  const headers = { 'Content-Type': 'text/event-stream; charset=utf-8' }
  return new Response(openStream(world, session, signal), { headers })
}

function openStream(world: World, session: string | undefined, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let end: () => void = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (text: string): void => {
          if ((controller.desiredSize ?? 0) <= 0) letGo(true)
          else controller.enqueue(encoder.encode(text))
        }
        const ended = AbortSignal.any([signal, world.signal])
        const heartbeat = setInterval(() => send(': still here\n\n'), LIMITS.heartbeatMs)
        let isOpen = true
        function letGo(isTooSlow: boolean): void {
          if (!isOpen) return
          isOpen = false
          end()
          if (isTooSlow) controller.error(new Error('the listener is too slow'))
          else controller.close()
        }
        const onEnded = (): void => letGo(false)
        const stop = world.events.listen(event => send(eventText(event)), session)
        end = () => {
          clearInterval(heartbeat)
          stop()
          ended.removeEventListener('abort', onEnded)
          listening.set(world, (listening.get(world) ?? 1) - 1)
          end = () => {}
        }
        ended.addEventListener('abort', onEnded, { once: true })
        send(`retry: ${RETRY_MS}\n\n`)
        send(eventText({ kind: 'keeper', keeper: world.keeper.state }))
        if (ended.aborted) letGo(false)
      },
      cancel: () => end(),
    },
    { highWaterMark: LIMITS.waitingEvents },
  )
}

const RETRY_MS = 1000

function eventText(event: PageEvent): string {
  return `event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`
}

function tooManyListeners(): HttpError {
  return new HttpError(503, {
    code: 'too-many-listeners',
    message: 'too many pages of backscroll are open',
    hint: 'Close some of them; this one goes on by itself.',
  })
}
