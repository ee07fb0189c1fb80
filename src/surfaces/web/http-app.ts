import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { CODE_LIFE_MS } from './access/entry-codes.ts'
import { endOldCookies } from './authorize.ts'
import { API_BASE, defineRoute, type Route } from './define-route.ts'
import { errorAnswer, HttpError, jsonAnswer } from './error-answer.ts'
import { type AppAssets, assetAnswer } from './page-assets.ts'
import { ASSET_BASE, missingPageHtml, pageHtml } from './page-html.ts'
import { PAGE_ROUTES } from './page-routes.ts'
import { readBody } from './read-request.ts'
import { ROUTES } from './routes/table.ts'
import { type Door, type HttpContext, sendAnswer, withHeader } from './send-answer.ts'
import type { World } from './world.ts'

export type HttpApp = Hono<{ Bindings: HttpBindings }>

/** Every address there is: the questions of the API, the page and its files. Anything else is missing. */
export function createHttpApp(world: World, door: Door, assets: AppAssets): HttpApp {
  const app: HttpApp = new Hono<{ Bindings: HttpBindings }>()
  app.get(PROOF_PATH, context => proof(door, context))
  app.post(KEY_PATH, context => giveKey(door, context.req.raw))
  for (const [path, rows] of groupByPath(ROUTES)) {
    app.all(API_BASE + path, context => sendAnswer(world, door, rows, context))
  }
  app.get(`${ASSET_BASE}/:name`, context => assetAnswer(assets, context.req.param('name')) ?? missing())
  for (const { path, view } of PAGE_ROUTES) {
    const page = pageHtml(assets.manifest, view)
    app.get(path, context => openPage(context, page))
  }
  for (const { path } of [...PAGE_ROUTES, { path: `${ASSET_BASE}/:name` }, { path: PROOF_PATH }]) {
    app.all(path, () => withHeader(new Response(null, { status: 405 }), 'Allow', 'GET, HEAD'))
  }
  app.all(KEY_PATH, () => withHeader(new Response(null, { status: 405 }), 'Allow', 'POST'))
  app.notFound(context => (isApi(context.req.path) ? errorAnswer(noSuchQuestion(), world.commandName) : missing()))
  app.onError(error => errorAnswer(error, world.commandName))
  return app
}

/** Named parts come before parameters, whatever the order of the tables. */
function groupByPath(rows: readonly Route[]): readonly (readonly [string, readonly Route[]])[] {
  const rank = (path: string): string => path.replace(/\/:/g, '/~')
  return [...Map.groupBy(rows, ({ path }) => path)].sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1))
}

function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}

/** The same for everybody, and without a word of what is kept: the script in it asks, with the key of its browser. */
function openPage({ req }: HttpContext, page: string): Response {
  const answer = htmlAnswer(page, 200)
  for (const cookie of endOldCookies(req.raw.headers)) answer.headers.append('Set-Cookie', cookie)
  return answer
}

function missing(): Response {
  return htmlAnswer(missingPageHtml(), 404)
}

function htmlAnswer(text: string, status: number): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

/** Another `backscroll open` asks here whether this is the server it would start. */
export const PROOF_PATH = `${API_BASE}/proof`

function proof({ access }: Door, { req }: HttpContext): Response {
  const nonce = new URL(req.raw.url).searchParams.get('nonce') ?? ''
  if (!/^[\w-]{16,100}$/.test(nonce)) return new Response(null, { status: 400 })
  return jsonAnswer({ schema: 'backscroll.proof/2', ...access.prove(nonce) })
}

/** Where the code of an address that was printed becomes the key of a browser. */
export const KEY_ROUTE = defineRoute({
  method: 'POST',
  path: '/key',
  summary: 'The key of a browser, for the code in an address that was printed; takes each code once',
  answer: '{ schema, key }',
  query: z.object({}),
  body: z.object({ code: z.string().max(200) }),
  run: () => undefined,
})
const KEY_PATH = API_BASE + KEY_ROUTE.path

async function giveKey({ access }: Door, request: Request): Promise<Response> {
  const { code } = (await readBody(KEY_ROUTE, request)) as { readonly code: string }
  const key = access.exchange(code, request.headers)
  if (key === undefined) throw wrongCode()
  return jsonAnswer({ schema: 'backscroll.key/1', key })
}

function wrongCode(): HttpError {
  return new HttpError(401, {
    code: 'wrong-code',
    message: `this address was opened before, or is older than ${CODE_LIFE_MS / 60_000} minutes`,
    hint: 'Run `backscroll open`: it opens the page, or prints a new address where it runs already.',
  })
}

function noSuchQuestion(): HttpError {
  return new HttpError(404, {
    code: 'no-such-question',
    message: 'nothing is at this address',
    hint: 'docs/api.md lists what can be asked.',
  })
}
