import { ApiError } from '../api.ts'
import { say } from '../toast.ts'

/** Quietly: the rows that are here can still be read. What was given up is no problem. */
export function sayProblem(error: unknown): undefined {
  if (error instanceof DOMException && error.name === 'AbortError') return undefined
  say(error instanceof ApiError ? error.message : 'Something went wrong: that is a mistake of ours')
  if (!(error instanceof ApiError)) console.error(error)
  return undefined
}
