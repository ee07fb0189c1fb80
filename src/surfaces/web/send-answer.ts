import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { Access } from './access/access.ts'
import { mayChange } from './authorize.ts'
import type { Route } from './define-route.ts'
import { errorAnswer, HttpError, textAnswer } from './error-answer.ts'
import { readBody, readQuery } from './read-request.ts'
import type { WaitingBytes } from './waiting-bytes.ts'
import type { World } from './world.ts'

export type HttpContext = Context<{ Bindings: HttpBindings }>

/** Who may ask, and what is held for those who do. */
export interface Door {
  readonly access: Access
  readonly waiting: WaitingBytes
}

/** Asks the row of this path and method, and sends what it answers. */
export async function sendAnswer(
  world: World,
  door: Door,
  rows: readonly Route[],
  context: HttpContext,
): Promise<Response> {
  try {
    const caller = door.access.findCaller(context.req.raw.headers)
    if (!caller) return withHeader(errorAnswer(noKey(), world.commandName), 'WWW-Authenticate', 'Bearer')
    const method = context.req.method === 'HEAD' ? 'GET' : context.req.method
    const row = rows.find(row => row.method === method)
    if (!row) return wrongMethod(world, rows)
    if (row.method !== 'GET' && !mayChange(context.req.raw.headers, caller)) throw notFromPage()
    door.waiting.requireRoom()
    const request = context.req.raw
    const answer = await row.run(world, {
      params: context.req.param(),
      query: readQuery(row, new URL(request.url).searchParams),
      body: await readBody(row, request),
      signal: AbortSignal.any([request.signal, door.access.untilRevoked]),
    })
    if (answer instanceof Response) return await sendStream(answer, context)
    const text = JSON.stringify(answer) ?? 'null'
    door.waiting.hold(text.length, context.env.outgoing)
    return textAnswer(text)
  } catch (error) {
    reportBug(world, error)
    return errorAnswer(error, world.commandName)
  }
}

/** A client that is slow is waited for, and one that is gone ends what makes the answer. */
async function sendStream(answer: Response, { req, env }: HttpContext): Promise<Response> {
  if (req.method === 'HEAD' || !answer.body) {
    await answer.body?.cancel()
    return new Response(null, answer)
  }
  const { outgoing } = env
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
  outgoing.flushHeaders()
  // Whatever breaks it off shows as a connection that ends too early: it is too late for a sentence.
  await pipeline(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]), outgoing).catch(() => {})
  return RESPONSE_ALREADY_SENT
}

function reportBug(world: World, error: unknown): void {
  if (world.env.BACKSCROLL_DEBUG === '1' && !(error instanceof HttpError)) console.error(error)
}

function wrongMethod(world: World, rows: readonly Route[]): Response {
  const allowed = rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  const error = new HttpError(405, {
    code: 'wrong-method',
    message: 'this address is asked in another way',
    hint: `It takes ${allowed}.`,
  })
  return withHeader(errorAnswer(error, world.commandName), 'Allow', allowed)
}

export function withHeader(answer: Response, name: string, value: string): Response {
  answer.headers.set(name, value)
  return answer
}

function noKey(): HttpError {
  return new HttpError(401, {
    code: 'no-key',
    message: 'this needs a key',
    hint: 'Run `backscroll open` and open the address that it prints; a program sends its token as `Authorization: Bearer …`.',
  })
}

function notFromPage(): HttpError {
  return new HttpError(403, {
    code: 'wrong-origin',
    message: 'with the key of a browser, changes are taken from the page itself alone',
    hint: 'Send the token for programs as `Authorization: Bearer …`.',
  })
}
