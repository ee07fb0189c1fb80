import { UserError } from '../../../user-error.ts'
import type { App, Outcome } from '../app.ts'
import type { CommandRequest } from '../define-command.ts'

export async function run(_app: App, _request: CommandRequest): Promise<Outcome> {
  throw new UserError({ code: 'not-built', message: 'not built', hint: '' })
}
