/** Someone can put it right: a message that names the thing, and a hint with the next step. Caught only in a surface. */
export class UserError extends Error {
  readonly code: string
  readonly hint: string

  constructor(problem: { code: string; message: string; hint: string; cause?: unknown }) {
    super(problem.message, { cause: problem.cause })
    this.name = 'UserError'
    this.code = problem.code
    this.hint = problem.hint
  }
}
