import { listAllSources } from '../../../source/discover.ts'
import { type FoundRoots, findRoots } from '../../../source/roots.ts'
import { sniffFile } from '../../../source/sniff.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { type CommandRequest, textArg } from '../define-command.ts'
import { formatImport } from '../format-sync.ts'
import { endSync, requireDone, runSync, WAIT_FOR_LOCK_MS } from '../run-sync.ts'

/** Takes transcripts of another machine or an old backup into the archive. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const found = requireImport(app, textArg(request, 'folder') ?? '')
  const says = app.json ? 'none' : 'all'
  const report = await runSync(app, { found, isImport: true, waitForLockMs: WAIT_FOR_LOCK_MS, says })
  requireDone(report)
  if (app.json) printJson(app, { ...report })
  else app.out.line(formatImport(report))
  return endSync(app, report)
}

function requireImport(app: App, folder: string): FoundRoots {
  const found = findRoots({ ...app.roots, override: [folder], overrideBy: '--root' })
  const [root] = found.roots
  const [problem] = found.problems
  if (!root) throw refuse(`import-${problem?.code ?? 'missing'}`, problem?.message ?? 'the name of a folder is missing')
  if (root.isFile) {
    const { verdict, why } = sniffFile(root.path)
    if (verdict !== 'transcript')
      throw refuse('not-a-transcript', `${root.path} is not a Claude Code transcript: ${why}`)
  } else if (listAllSources([root]).sources.length === 0) {
    throw refuse('nothing-to-import', `there are no transcripts in ${root.path}`)
  }
  return found
}

function refuse(code: string, message: string): UserError {
  const hint = 'Name a folder that holds transcripts, such as /mnt/old/.claude, or one transcript (.jsonl).'
  return new UserError({ code, message, hint })
}
