import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { isSameToken, proveToken } from '../../serving/token.ts'
import { findKnowledge, makeCookie } from './authorize.ts'
import { API_BASE, type Route } from './define-route.ts'
import { errorAnswer, HttpError, jsonAnswer } from './error-answer.ts'
import { type AppAssets, assetAnswer } from './page-assets.ts'
import { ASSET_BASE, lockedPageHtml, missingPageHtml, pageHtml } from './page-html.ts'
import { PAGE_ROUTES } from './page-routes.ts'
import { ROUTES } from './routes/table.ts'
import { type HttpContext, type Keys, sendAnswer, withHeader } from './send-answer.ts'
import type { World } from './world.ts'

export type HttpApp = Hono<{ Bindings: HttpBindings }>

/** Every address there is: the questions of the API, the page and its files. Anything else is missing. */
export function createHttpApp(world: World, keys: Keys, assets: AppAssets): HttpApp {
  const app: HttpApp = new Hono<{ Bindings: HttpBindings }>()
  app.get(PROOF_PATH, context => proof(keys, context))
  for (const [path, rows] of groupByPath(ROUTES)) {
    app.all(API_BASE + path, context => sendAnswer(world, keys, rows, context))
  }
  app.get(`${ASSET_BASE}/:name`, context => assetAnswer(assets, context.req.param('name')) ?? missing())
  for (const { path, view } of PAGE_ROUTES) {
    const page = pageHtml(assets.manifest, view)
    app.get(path, context => openPage(world, keys, context, page))
  }
  for (const { path } of [...PAGE_ROUTES, { path: `${ASSET_BASE}/:name` }, { path: PROOF_PATH }]) {
    app.all(path, () => withHeader(new Response(null, { status: 405 }), 'Allow', 'GET, HEAD'))
  }
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

/** The key in the address becomes a cookie, and the address is left without it: it is not to be seen or handed on. */
function openPage(world: World, keys: Keys, { req }: HttpContext, page: string): Response {
  const url = new URL(req.raw.url)
  const given = url.searchParams.getAll('token')
  if (given.length > 0) {
    if (given.length > 1 || !isSameToken(given[0] ?? '', keys.token)) return locked('wrong-token', world)
    url.searchParams.delete('token')
    const headers = { Location: url.pathname + url.search, 'Set-Cookie': makeCookie(keys.port, keys.token) }
    return new Response(null, { status: 303, headers })
  }
  return findKnowledge(req.raw.headers, keys) ? htmlAnswer(page, 200) : locked('no-token', world)
}

function locked(why: Parameters<typeof lockedPageHtml>[0], { commandName }: World): Response {
  return htmlAnswer(lockedPageHtml(why, commandName), 401)
}

function missing(): Response {
  return htmlAnswer(missingPageHtml(), 404)
}

function htmlAnswer(text: string, status: number): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

/** Another `backscroll open` asks here whether this is the server it would start. */
export const PROOF_PATH = `${API_BASE}/proof`

function proof(keys: Keys, { req }: HttpContext): Response {
  const nonce = new URL(req.raw.url).searchParams.get('nonce') ?? ''
  if (!/^[\w-]{16,100}$/.test(nonce)) return new Response(null, { status: 400 })
  return jsonAnswer({ schema: 'backscroll.proof/1', proof: proveToken(keys.token, nonce, keys.port) })
}

function noSuchQuestion(): HttpError {
  return new HttpError(404, {
    code: 'no-such-question',
    message: 'nothing is at this address',
    hint: 'docs/api.md lists what can be asked.',
  })
}
