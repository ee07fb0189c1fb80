import { afterAll } from 'vitest'
import { createAppPricer, createCostFinder } from '../src/surfaces/cli/app-pricer.ts'
import { type Served, type ServeOptions, serve } from '../src/surfaces/web/serve.ts'
import { createZone, type Zone } from '../src/time/zone.ts'
import { ENTRY, REPOSITORY } from './cli-runner.ts'
import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { machineAt } from './temp-tree.ts'

/** The local server over a machine of its own, on a free port. */
export interface WebHome extends Pick<Served, 'url' | 'token' | 'port'> {
  readonly home: KeepHome
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string
  /** Below /api/v1, with the token. */
  get(path: string, query?: Query): Promise<Response>
  /** The same as a value; throws unless all went well. */
  json<Answer>(path: string, query?: Query): Promise<Answer>
  post(path: string, body?: unknown): Promise<Response>
  close(): Promise<void>
}

export interface StartOptions {
  readonly home?: KeepHome
  /** `built`: the page itself, for browsers; the small one needs no build. */
  readonly page?: 'built' | 'small'
  /** All is kept when the server is there, unless somebody wants to look at it before. */
  readonly waitForSyncMs?: number
  readonly more?: Partial<ServeOptions>
}

type Query = { readonly [name: string]: string | number | boolean | readonly string[] | undefined }

const started: WebHome[] = []
afterAll(async () => {
  for (const web of started.splice(0)) await web.close()
})

export async function startWeb(options: StartOptions = {}): Promise<WebHome> {
  const home = options.home ?? makeKeepHome()
  const stop = new AbortController()
  const config = options.more?.config ?? {}
  const served = await serve({
    now: Date.now,
    zone: createZone('UTC') as Zone,
    home: home.home,
    keepDir: home.keep,
    roots: machineAt(home.home),
    config,
    version: '0.0.0-test',
    packageDir: REPOSITORY,
    executable: [process.execPath, ENTRY],
    env: { PATH: process.env.PATH ?? '', HOME: home.home, TZ: 'UTC' },
    threads: 1,
    isDemo: false,
    commandName: 'backscroll',
    pricer: createAppPricer({ config }),
    costOf: createCostFinder({ config }),
    signal: stop.signal,
    port: 0,
    host: '127.0.0.1',
    isRemoteAllowed: false,
    waitForSyncMs: options.waitForSyncMs ?? 20_000,
    ...(options.page === 'built' ? {} : { assets: SMALL_PAGE }),
    ...options.more,
  })
  const origin = `http://127.0.0.1:${served.port}`
  const headers = { Authorization: `Bearer ${served.token}` }
  const get: WebHome['get'] = (path, query) => fetch(`${origin}/api/v1${path}${toSearch(query)}`, { headers })
  const web: WebHome = {
    ...served,
    home,
    origin,
    get,
    async json<Answer>(path: string, query?: Query) {
      const response = await get(path, query)
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as Answer
    },
    post: (path, body = {}) =>
      fetch(`${origin}/api/v1${path}`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    async close() {
      stop.abort()
      await served.close()
    },
  }
  started.push(web)
  return web
}

const SMALL_PAGE: NonNullable<ServeOptions['assets']> = {
  files: new Map([
    ['main-AAAA.js', new TextEncoder().encode('document.title = "small"\n')],
    ['app-BBBB.css', new TextEncoder().encode('body { margin: 0 }\n')],
  ]),
  manifest: { script: 'main-AAAA.js', style: 'app-BBBB.css', preload: [], views: {} },
}

function toSearch(query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one): [string, string] => [name, String(one)]),
  )
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}
