import { requireMoment } from '../../query/require-moment.ts'
import type { App } from './app.ts'
import { type CommandRequest, textOption } from './define-command.ts'

/** The moment an option such as `--since` names; undefined where it was not given. */
export function momentOption(app: App, request: CommandRequest, name: string): number | undefined {
  return requireMoment(name, textOption(request, name), app.now())
}
