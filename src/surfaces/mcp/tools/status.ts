import { z } from 'zod'
import { listExcluded } from '../../../config/list-excluded.ts'
import { readKeepFacts } from '../../../ingest/keep-facts.ts'
import { type KeptSpan, readKeptSpan } from '../../../query/kept-span.ts'
import { type KeepStatus, readStatus } from '../../../query/status.ts'
import { INDEX_WORDS } from '../../../render/keep-words.ts'
import { formatBytes, formatInteger, formatNumberOf } from '../../../text/count.ts'
import { UserError } from '../../../user-error.ts'
import { defineTool, type ToolAnswer, type ToolCall } from '../define-tool.ts'
import { formatWhen, oneLine } from '../lines.ts'
import type { CallScope, McpWorld } from '../world.ts'

export const statusTool = defineTool({
  name: 'status',
  title: 'What the history covers',
  description:
    'How many earlier sessions there are to ask, of this project and in all, from when to when, how fresh they are, what is ' +
    'left out, and which project and running session this server takes for yours. Call it when another tool finds nothing ' +
    'where something must be, or answers for the wrong project.',
  input: z.object({}),
  run: answerStatus,
})

async function answerStatus(world: McpWorld, call: ToolCall<unknown>): Promise<ToolAnswer> {
  const { scope, from, signal } = call
  const status = await world.askLibrary(
    library =>
      readStatus(library, library.keep, { now: world.now(), ...readKeepFacts(world.keepDir, listExcluded(world)) }),
    signal,
  )
  const spans = await readSpans(world, scope.project, signal)
  const lines = [
    ...('problem' in spans ? [spans.problem] : spanLines(world, spans)),
    `Fresh: ${formatFresh(world, status)}`,
    ...leftLines(status, 'problem' in spans ? undefined : spans.all),
    `Project: ${formatProject(scope)}`,
    `Running session: ${formatOwn(world, call)}`,
    `backscroll ${world.version}, ${oneLine(world.keepDir, 200)}`,
  ]
  const { kept } = status.sessions
  return {
    head: kept === 0 ? formatNothing(world, status) : `${formatNumberOf(kept, 'session file')} kept.`,
    blocks: lines.slice(from),
    total: lines.length,
    isEmpty: false,
  }
}

interface Spans {
  readonly all: KeptSpan
  /** Of the project that asks, where that is known. */
  readonly own: { readonly name: string; readonly span: KeptSpan } | undefined
}

/** An index that cannot be asked is a thing to tell, not a failure of this question. */
async function readSpans(
  world: McpWorld,
  project: CallScope['project'],
  signal: AbortSignal,
): Promise<Spans | { readonly problem: string }> {
  try {
    return await world.ask(
      ({ store }) => ({
        all: readKeptSpan(store, { project: undefined, without: undefined }),
        own: project && { name: project.name, span: readKeptSpan(store, { project, without: undefined }) },
      }),
      signal,
    )
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { problem: `Cannot be asked now: ${error.message}. ${error.hint}` }
  }
}

function spanLines(world: McpWorld, { all, own }: Spans): readonly string[] {
  return [
    ...(own ? [`This project (${oneLine(own.name, 60)}): ${formatSpan(world, own.span)}`] : []),
    `All: ${formatSpan(world, all)} in ${formatNumberOf(all.projects, 'project')}`,
  ]
}

function formatSpan({ zone }: McpWorld, { sessions, firstAt, lastAt }: KeptSpan): string {
  const count = formatNumberOf(sessions, 'conversation')
  if (firstAt === undefined || lastAt === undefined) return count
  return `${count}, ${zone.dayOf(Date.parse(firstAt))} to ${formatWhen(zone, Date.parse(lastAt))}`
}

function formatFresh(world: McpWorld, { lastSyncAt, index, isUnfinished, sessions }: KeepStatus): string {
  const synced =
    lastSyncAt === undefined ? 'never synced' : `last sync ${formatWhen(world.zone, Date.parse(lastSyncAt))}`
  return [
    synced,
    `index ${INDEX_WORDS[index.state].replaceAll('`backscroll ', `\`${world.commandName} `)}`,
    isUnfinished ? 'a sync is running or was cut off' : '',
    sessions.notKept > 0 ? `${formatNumberOf(sessions.notKept, 'new session')} not kept yet` : '',
  ]
    .filter(part => part !== '')
    .join('; ')
}

function leftLines({ sessions, damagedFiles }: KeepStatus, span: KeptSpan | undefined): readonly string[] {
  const parts = [
    sessions.excluded > 0 ? `${formatNumberOf(sessions.excluded, 'session')} of excluded projects` : '',
    sessions.forgotten > 0 ? `${formatNumberOf(sessions.forgotten, 'forgotten session')}` : '',
    sessions.ownRuns > 0 ? `${formatNumberOf(sessions.ownRuns, 'run')} of \`enrich\`` : '',
    span && span.leftOutBytes > 0
      ? `${formatBytes(span.leftOutBytes)} of long outputs from search (\`read\` has them)`
      : '',
    span && span.unreadable > 0 ? `${formatNumberOf(span.unreadable, 'unreadable line')}` : '',
    damagedFiles > 0 ? `${formatNumberOf(damagedFiles, 'damaged file')}` : '',
  ].filter(part => part !== '')
  return parts.length > 0 ? [`Left out: ${parts.join(', ')}`] : []
}

function formatProject({ project, branch }: CallScope): string {
  if (!project) return 'not known, as your client names no roots and did not start this server itself'
  return `${oneLine(project.name, 100)}, ${oneLine(project.remote ?? project.path, 200)}${formatBranch(branch)}`
}

function formatBranch(branch: string | undefined): string {
  return branch === undefined ? '' : `, branch ${oneLine(branch, 100)}`
}

/** Where it is not known, what a person can do about it. */
function formatOwn({ commandName }: McpWorld, { scope, includesCurrent }: ToolCall<unknown>): string {
  if (includesCurrent) return 'not left out, as include_current was given'
  if (scope.ownSession !== undefined) return `${oneLine(scope.ownSession, 60)}, left out of answers`
  const remedy = scope.isElsewhere
    ? 'add &session=ID to the address of the server in their client'
    : `run \`${commandName} install\`: its hooks tell which it is`
  return `not known, as neither your client nor a hook of backscroll says which it is: answers may quote it. Tell the person to ${remedy}`
}

function formatNothing({ commandName }: McpWorld, { sessions }: KeepStatus): string {
  const disk = sessions.notKept > 0 ? ` ${formatInteger(sessions.notKept)} wait on disk.` : ''
  return `Nothing is kept yet.${disk} Tell the person that \`${commandName} sync\` makes the history.`
}
