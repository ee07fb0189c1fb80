import { UserError } from '../../user-error.ts'

/** Built, a server is a bundle of its own: its errors are of another class of the same name. */
export function asOwnError(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'UserError' || error instanceof UserError) return error
  const { code, hint } = error as UserError
  return new UserError({ code, message: error.message, hint, cause: error.cause })
}

/** When somebody ends it. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
