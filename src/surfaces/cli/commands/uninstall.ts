import type { App, Outcome } from '../app.ts'
import type { CommandRequest } from '../define-command.ts'
import { readInstallRequest } from '../install/install-request.ts'
import { runUninstall } from '../install/run-uninstall.ts'

export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  return await runUninstall(app, readInstallRequest('uninstall', request))
}
