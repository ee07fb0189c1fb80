import type { App, Outcome } from '../app.ts'
import { createAppPricer } from '../app-pricer.ts'
import { type CommandRequest, textOption } from '../define-command.ts'

/** What the local server runs beside itself for long reports: questions as JSON lines on stdin, answers on stdout. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const { answerReports } = await import('../../web/serve.ts')
  await answerReports({
    now: app.now,
    home: app.home,
    keepDir: textOption(request, 'keep') ?? app.keepDir,
    config: app.config,
    threads: app.threads,
    pricer: createAppPricer(app),
    input: app.input,
    say: line => app.out.line(line),
  })
  return 'done'
}
