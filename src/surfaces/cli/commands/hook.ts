import type { App, Outcome } from '../app.ts'
import { readClientInput } from '../client-io.ts'
import { type CommandRequest, textArg } from '../define-command.ts'
import { handleHook } from '../hook/handle-hook.ts'
import { elapsedMs, LIMIT_MS, MAX_INPUT_BYTES } from '../hook/run.ts'

/** A hook that was asked for in a way that the short cut in hook/run.ts does not know. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const host = {
    env: app.env,
    platform: app.platform,
    home: app.home,
    cwd: app.cwd,
    now: app.now,
    pid: process.pid,
    parentPid: process.ppid,
    executable: app.executable,
    elapsedMs,
    limitMs: LIMIT_MS,
    // All is loaded already.
    keepCompiled: () => {},
    write: (text: string) => app.out.write(text),
  }
  await handleHook(host, { event: textArg(request, 'event'), ...readClientInput(MAX_INPUT_BYTES) }).catch(() => {})
  return 'done'
}
