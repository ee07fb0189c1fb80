import { z } from 'zod'
import { checkInput } from '../../serving/check-input.ts'
import { LIMITS } from '../../serving/limits.ts'
import type { Route } from './define-route.ts'
import { HttpError } from './error-answer.ts'

/** What stands behind the question mark, checked. A name that comes several times is a list. */
export function readQuery(row: Route, search: URLSearchParams): unknown {
  const values = [...new Set(search.keys())].map(name => {
    const all = search.getAll(name)
    return [name, all.length === 1 ? all[0] : all] as const
  })
  return check(row.query, Object.fromEntries(values), 'parameter')
}

/** The JSON body, checked. Without a description of it nothing may stand in it. */
export async function readBody(row: Route, request: Request): Promise<unknown> {
  if (row.method !== 'POST') return undefined
  if (!/^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(request.headers.get('content-type') ?? '')) {
    throw new HttpError(415, {
      code: 'not-json',
      message: 'the body has to be JSON',
      hint: 'Send it with the header `Content-Type: application/json`.',
    })
  }
  const text = await readText(request)
  const value = text.trim() === '' && !row.body ? {} : parseJson(text)
  return check(row.body ?? z.object({}), value, 'field')
}

/** Never more than the limit in memory, whatever the length claims to be. */
async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > LIMITS.bodyBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > LIMITS.bodyBytes) throw tooLarge()
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw badJson()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badJson()
  }
}

function check(schema: z.ZodObject, value: unknown, what: 'parameter' | 'field'): unknown {
  const checked = checkInput(schema, value, { what, whole: 'the body' })
  if ('value' in checked) return checked.value
  const { message, hint = 'docs/api.md says what each question takes.' } = checked.problem
  throw new HttpError(400, { code: 'bad-request', message, hint })
}

function badJson(): HttpError {
  return new HttpError(400, {
    code: 'bad-json',
    message: 'the body is not JSON',
    hint: 'Send one JSON object as UTF-8.',
  })
}

function tooLarge(): HttpError {
  return new HttpError(413, {
    code: 'too-large',
    message: 'the body is too large',
    hint: `At most ${LIMITS.bodyBytes / 1024} KB are read.`,
  })
}
