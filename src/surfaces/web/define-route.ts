import type { z } from 'zod'
import type { World } from './world.ts'

/** What every answer of the API stands below. */
export const API_BASE = '/api/v1'

/**
 * One question that the page, or any other program, can ask over HTTP. The server, its checks and docs/api.md come from
 * these rows alone. Answers are the query layer's own types as JSON.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below `API_BASE`; parts that begin with a colon are parameters. */
  readonly path: string
  /** One line for docs/api.md. */
  readonly summary: string
  /** Its TypeScript type, for docs/api.md. */
  readonly answer: string
  /** What may stand behind the question mark: texts are turned into values. Unknown names are refused. */
  readonly query: z.ZodObject
  /** For POST: the JSON body. */
  readonly body?: z.ZodObject
  run(world: World, request: ApiRequest<unknown, unknown>): unknown | Promise<unknown>
}

export interface ApiRequest<Query, Body> {
  /** Decoded parts of the path, by name. */
  readonly params: { readonly [name: string]: string }
  readonly query: Query
  readonly body: Body
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal
}

interface RouteParts<Query extends z.ZodObject, Body extends z.ZodObject, Answer> {
  readonly method: Route['method']
  readonly path: string
  readonly summary: string
  readonly answer: string
  readonly query: Query
  readonly body?: Body
  /** A `Response` goes out as it is; anything else as JSON. Throws `UserError` for what somebody can put right. */
  run(world: World, request: ApiRequest<z.output<Query>, z.output<Body>>): Answer | Promise<Answer>
}

export function defineRoute<Query extends z.ZodObject, Body extends z.ZodObject, Answer>(
  parts: RouteParts<Query, Body, Answer>,
): Route {
  return parts as unknown as Route
}
