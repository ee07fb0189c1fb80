import type { App, Outcome } from '../app.ts'
import type { CommandRequest } from '../define-command.ts'
import { readInstallRequest } from '../install/install-request.ts'
import { runInstall } from '../install/run-install.ts'

export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  return await runInstall(app, readInstallRequest('install', request))
}
