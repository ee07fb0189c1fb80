import { z } from 'zod'
import type { IndexedKeep } from '../../../query/indexed-keep.ts'
import { type FileHistory, type FilePath, type FileTouch, fileHistory } from '../../../query/lookups/file-history.ts'
import { diskBelow } from '../../../query/lookups/path-query.ts'
import { createEndingFinder, type PlaceEnding } from '../../../query/lookups/place-endings.ts'
import { findProject, projectKeyOf } from '../../../source/project.ts'
import { formatChangedLines } from '../../../text/changed-lines.ts'
import { formatNumberOf } from '../../../text/count.ts'
import type { Zone } from '../../../time/zone.ts'
import { answerLine, isOpeningOf } from '../answer-line.ts'
import { cite, nextCall, target } from '../cite.ts'
import { defineTool, type ToolAnswer, type ToolCall } from '../define-tool.ts'
import { limitsElsewhere, limitsOf } from '../limits.ts'
import { formatWhen, oneLine } from '../lines.ts'
import { nameProjects } from '../name-projects.ts'
import { placeBelow } from '../place-below.ts'
import type { CallScope, McpWorld } from '../world.ts'

const input = z.object({
  path: z
    .string()
    .min(1)
    .max(4096)
    .describe('A file, whole or from the project folder; the end of a path or a name alone finds all that fit.'),
  limit: z.number().int().min(1).max(200).optional().describe('Turns at most, newest first; 20 where not given.'),
})
type Input = z.output<typeof input>

export const fileHistoryTool = defineTool({
  name: 'file_history',
  title: 'Who changed a file, and why',
  description:
    'Every turn of earlier sessions that changed a file, newest first: the prompt that asked for it, what was answered, ' +
    'lines added and removed, session and branch. Call it before you change, undo or remove code whose reasons you do not ' +
    'know, and when something looks odd or redundant: it was often asked for. Knows old names of moved files. ' +
    'Unlike git it has the reasons, and changes that were never committed. Next: `read` with a citation [id:turn] for the ' +
    'whole discussion.',
  input,
  run: (world, call) => world.ask(keep => answerHistory(world, keep, call), call.signal),
})

const DEFAULT_LIMIT = 20
const ELSEWHERE_LIMIT = 200

async function answerHistory(world: McpWorld, keep: IndexedKeep, call: ToolCall<Input>): Promise<ToolAnswer> {
  const { scope, from } = call
  const limits = limitsOf(scope)
  const ask = (more: Partial<Asked>) => askHistory(world, keep, call, { limits, action: 'change', ...more })
  const changed = await ask({})
  await world.pause(call.signal)
  const history = changed.total > 0 ? changed : await ask({ action: undefined })
  if (history.total === 0) {
    await world.pause(call.signal)
    return await answerNothing(keep, call, history, () => ask({ limits: limitsElsewhere(scope) }))
  }
  const isSeveral = history.paths.length > 1
  const endingOf = createEndingFinder(keep)
  const turns = groupTurns(history)
  const blocks = turns.map((turn, at) => {
    const isTitled = turns.findIndex(({ first }) => first.shortId === turn.first.shortId) === at
    return formatTurn(turn, { zone: world.zone, scope, isSeveral, isTitled, ending: endingOf(turn.first) })
  })
  return {
    head: describeFound(call, history),
    blocks: blocks.slice(from),
    total: blocks.length,
    tail: nextWords(call, turns, history),
    isEmpty: false,
  }
}

interface Asked {
  readonly limits: ReturnType<typeof limitsOf>
  readonly action: 'change' | undefined
}

/** A whole path that no session wrote so may be written from elsewhere: then its place in the project counts. */
async function askHistory(
  world: McpWorld,
  keep: IndexedKeep,
  { input: { path, limit = DEFAULT_LIMIT }, scope }: ToolCall<Input>,
  { limits, action }: Asked,
): Promise<FileHistory> {
  const folders = foldersOf(world, scope)
  const isWide = limits.project === undefined && scope.kind === 'project'
  const request = {
    action,
    scope: {
      project: undefined,
      since: undefined,
      until: undefined,
      limit: isWide ? ELSEWHERE_LIMIT : limit,
      limits,
    },
    cwd: folders[0] ?? '/',
    home: world.home,
    git: undefined,
    disk: diskBelow(folders),
  }
  const asGiven = await fileHistory(keep, { ...request, path })
  if (asGiven.total > 0) return asGiven
  const below = folders.map(root => placeBelow(root, path)).find(place => place !== path)
  return below === undefined ? asGiven : await fileHistory(keep, { ...request, path: below })
}

/** Where the client works, and its project: a worktree has a folder of its own. None where nobody knows. */
function foldersOf({ cwd }: McpWorld, { project }: CallScope): readonly string[] {
  if (!project) return []
  const folder = projectKeyOf(findProject(cwd)) === projectKeyOf(project) ? cwd : project.path
  return [...new Set([folder, project.path])]
}

async function answerNothing(
  { store }: IndexedKeep,
  { input: { path }, scope }: ToolCall<Input>,
  { coverage }: FileHistory,
  askElsewhere: () => Promise<FileHistory>,
): Promise<ToolAnswer> {
  const where = scope.kind === 'project' ? ' of this project' : ''
  const head = `No session touched "${oneLine(path, 200)}" (${formatNumberOf(coverage.sessions, 'session')}${where}).`
  const tail = 'A name alone finds more than a path; `search` with file:NAME finds where it was spoken of.'
  const nothing = { head, blocks: [], total: 0, tail, isEmpty: true }
  if (scope.kind === 'all') return nothing
  const { paths, total } = await askElsewhere()
  const projects = total > ELSEWHERE_LIMIT ? [] : nameProjects(store, paths, scope)
  return { ...nothing, elsewhere: { count: total, what: total === 1 ? 'change' : 'changes', projects } }
}

/** What one turn did to one file. */
interface FileTurn {
  readonly file: FilePath
  readonly first: FileTouch
  readonly touches: readonly FileTouch[]
}

function groupTurns({ paths }: FileHistory): readonly FileTurn[] {
  const turns = paths.flatMap(file => {
    const groups = Map.groupBy(file.touches, ({ shortId, mainTurn }) => `${shortId}:${mainTurn}`)
    return [...groups.values()].map(touches => ({ file, first: touches[0] as FileTouch, touches }))
  })
  return turns.sort((a, b) => timeOf(b) - timeOf(a))
}

function timeOf({ first }: FileTurn): number {
  return first.at === undefined ? 0 : Date.parse(first.at)
}

const MAX_NAMED = 6

function describeFound({ input: { path }, scope }: ToolCall<Input>, history: FileHistory): string {
  const { paths } = history
  const places = paths.map(file => `${placeOf(file, scope)} (${formatNumberOf(file.sessions, 'session')})`)
  const isRead = paths.every(({ touches }) => touches.every(({ action }) => action === 'read'))
  const did = isRead ? 'was only read, never changed,' : 'was changed'
  const [only] = places
  if (places.length === 1) return `File ${only}: what it ${did} for, newest first.`
  const named = places.slice(0, MAX_NAMED).join(', ')
  const more = places.length > MAX_NAMED ? ` and ${places.length - MAX_NAMED} more` : ''
  const names = paths.every(({ path: one, as }) => one === paths[0]?.path || as !== undefined) ? 'names' : 'files'
  const narrow = names === 'files' ? ' Give more of the path to mean one of them.' : ''
  return `${places.length} ${names} fit "${oneLine(path, 100)}": ${named}${more}.${narrow}`
}

/** So that it may be given back: whole where the same place is in several projects. */
function placeOf({ path, as, projectPath }: FilePath, { kind }: CallScope): string {
  const placed = (whole: string): string => (kind === 'all' ? whole : placeBelow(projectPath, whole))
  return oneLine(as === undefined ? placed(path) : `${placed(as)}, now ${placed(path)}`, 300)
}

const MAX_TITLE = 80
const MAX_PROMPT = 300
const MAX_ANSWER = 250

interface TurnWorld {
  readonly zone: Zone
  readonly scope: CallScope
  readonly isSeveral: boolean
  /** The first of its session here: the title is not said again. */
  readonly isTitled: boolean
  readonly ending: PlaceEnding
}

function formatTurn(
  { file, first, touches }: FileTurn,
  { zone, scope, isSeveral, isTitled, ending }: TurnWorld,
): string {
  const about = [
    first.at === undefined ? '' : formatWhen(zone, Date.parse(first.at)),
    scope.kind === 'all' ? oneLine(file.project, 40) : '',
    oneLine(ending.branch ?? '', 40),
    touches.map(formatAction).join(', '),
    ...marksOf(touches),
  ].filter(part => part !== '')
  const title = isTitled && !isOpeningOf(first.title, first.prompt) ? ` "${oneLine(first.title, MAX_TITLE)}"` : ''
  return [
    `${cite(first.shortId, first.mainTurn)} ${about.join(' · ')}${title}`,
    ...(isSeveral ? [`  in ${placeOf(file, scope)}`] : []),
    ...(first.prompt === '' ? [] : [`  asked: ${oneLine(first.prompt, MAX_PROMPT)}`]),
    ...(ending.answer === undefined ? [] : [`  => ${answerLine(ending.answer, MAX_ANSWER)}`]),
  ].join('\n')
}

function formatAction(touch: FileTouch): string {
  return [touch.action, touch.count > 1 ? `x${touch.count}` : '', formatChangedLines(touch)]
    .filter(part => part !== '')
    .join(' ')
}

function marksOf(touches: readonly FileTouch[]): readonly string[] {
  const [first] = touches
  return [
    first?.agent === undefined ? '' : `by subagent ${oneLine(first.agentType ?? first.agent, 40)}`,
    touches.some(({ isUserModified }) => isUserModified) ? 'changed by the user before accepting' : '',
    touches.some(({ isRewound }) => isRewound) ? 'taken back later (rewound)' : '',
  ]
}

function nextWords(call: ToolCall<Input>, [newest]: readonly FileTurn[], { paths, total }: FileHistory): string {
  const shown = paths.reduce((sum, { touches }) => sum + touches.length, 0)
  const more = total > shown ? ` ${formatNumberOf(total - shown, 'older one')} left out: raise limit.` : ''
  const read = newest
    ? `${nextCall(call, 'read', { at: target(newest.first.shortId, newest.first.mainTurn) })} has the newest whole.`
    : ''
  return `${read}${more}`
}
