import { keepPaths } from '../../../ingest/keep-paths.ts'
import { openKeep } from '../../../query/keep.ts'
import type { ShareAnswer, ShareRequest } from '../../../share/share-request.ts'
import { shareSession } from '../../../share/share-session.ts'
import { UserError } from '../../../user-error.ts'
import type { App, Outcome } from '../app.ts'
import { createCostFinder } from '../app-pricer.ts'
import { askLibrary } from '../ask-library.ts'
import { type CommandRequest, textOption } from '../define-command.ts'

/** What the local server runs to share a session: a request as JSON on stdin, the answer as JSON on stdout. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const wish = JSON.parse(await readAll(app.input)) as ShareRequest
  const keepDir = textOption(request, 'keep') ?? app.keepDir
  const host = { home: app.home, env: app.env, signal: app.signal, costOf: createCostFinder(app) }
  const answer = await orProblem(() =>
    askLibrary({ ...app, keepDir }, openKeep(keepPaths(keepDir)), library => shareSession(host, library, wish)),
  )
  app.out.line(JSON.stringify(answer))
  return 'done'
}

async function orProblem(work: () => Promise<ShareAnswer>): Promise<ShareAnswer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { kind: 'problem', code: error.code, message: error.message, hint: error.hint }
  }
}

async function readAll(input: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of input) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}
