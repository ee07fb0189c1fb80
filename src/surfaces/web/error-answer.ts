import { nameCommandsIn } from '../../text/name-commands.ts'
import { UserError } from '../../user-error.ts'

/** What every refusal of the API looks like. */
export interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string; readonly hint: string }
}

export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 500 | 503

/** A UserError of the server itself, which knows its status. */
export class HttpError extends UserError {
  readonly status: ErrorStatus

  constructor(status: ErrorStatus, problem: { code: string; message: string; hint: string }) {
    super(problem)
    this.status = status
  }
}

/** One sentence and a next step; of a bug nothing but that it is one. */
export function errorAnswer(error: unknown, commandName: string): Response {
  if (!(error instanceof UserError)) return jsonAnswer(BUG, 500)
  const hint = nameCommandsIn(error.hint, { program: commandName, command: commandName })
  const body: ErrorBody = { error: { code: error.code, message: error.message, hint } }
  return jsonAnswer(body, error instanceof HttpError ? error.status : statusOf(error.code))
}

export function jsonAnswer(value: unknown, status = 200): Response {
  return textAnswer(JSON.stringify(value) ?? 'null', status)
}

/** `text`: JSON already. */
export function textAnswer(text: string, status = 200): Response {
  return new Response(text, {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  })
}

const BUG: ErrorBody = {
  error: {
    code: 'bug',
    message: 'something went wrong that should not',
    hint: 'Stop backscroll, set BACKSCROLL_DEBUG=1 and open it again to see where.',
  },
}

function statusOf(code: string): ErrorStatus {
  if (code.startsWith('no-such-') || MISSING.has(code)) return 404
  if (BUSY.has(code)) return 409
  return code.startsWith('index-') || code.startsWith('archive-') || NOT_NOW.has(code) ? 503 : 400
}

const MISSING: ReadonlySet<string> = new Set(['forgotten', 'not-kept', 'nothing-kept', 'unknown-row'])
const BUSY: ReadonlySet<string> = new Set(['keep-busy', 'ambiguous-session', 'ambiguous-agent'])
const NOT_NOW: ReadonlySet<string> = new Set([
  'interrupted',
  'key-not-kept',
  'needs-index',
  'nothing-readable',
  'manifest-lost',
])
