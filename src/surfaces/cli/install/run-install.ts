import { readConfigObject, writeSetting } from '../../../config/config-file.ts'
import { chosenRecall, type RecallChoice } from '../../../config/recall-setting.ts'
import { keepPaths } from '../../../ingest/keep-paths.ts'
import { hasArchive } from '../../../query/has-archive.ts'
import type { ClientFile } from '../../../source/client-file.ts'
import { formatJsonLine } from '../../../source/edit-json.ts'
import { findProject } from '../../../source/project.ts'
import { shorten } from '../../../text/head.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import type { App, Outcome } from '../app.ts'
import { confirm } from '../confirm.ts'
import { findProgram } from '../find-program.ts'
import { isLeftOutOfGit } from '../open-git.ts'
import { clearLeftOver } from './clear-left-over.ts'
import { findConfigFolders } from './config-folders.ts'
import { readInstallRecord } from './install-record.ts'
import type { InstallRequest } from './install-request.ts'
import { type Places, requirePlaces, scopeOption } from './places.ts'
import { type FilePlan, type PlannedChange, planHooks, planServer, planStatusLine } from './plan-install.ts'
import { prepareInstall } from './prepare-file.ts'
import { programWords, requireOwn } from './program-words.ts'
import { type Installation, isPluginOnIn, readInstallation, type Scope } from './read-installation.ts'
import { type Prepared, requireSomebody, settle, showChanges, shownFiles, type Undertaking } from './settle.ts'
import { type OpenedTarget, openTargets, type Target } from './targets.ts'
import { highestLevel, hookCommand, PARTS, type Part, type Program, wantedEvents } from './wanted.ts'
import { requireAllReady } from './write-files.ts'

/** Sets up hooks, MCP server and status line: everything is read and checked first, then shown, asked, and written. */
export async function runInstall(app: App, request: InstallRequest): Promise<Outcome> {
  requireOwn(app)
  const notes: string[] = findConfigFolders(app).missing.map(
    path => `CLAUDE_CONFIG_DIR names ${path}, which is not there`,
  )
  const places = requirePlaces(app, request.scope, request.command)
  const installation = readInstallation(app)
  const parts = chooseParts(app, request, { installation, notes })
  const program = chooseProgram(app, request, notes)
  const level = levelFor(app, request)
  noteFolder(app, places, notes)
  if (parts.has('hooks')) noteTwice(app, request.scope, { installation, program, level, notes })
  const opened = openTargets(places, parts)
  const planned = opened.map(({ target, file }) => {
    const plan = planTarget(file, target, { program, level })
    notes.push(...plan.notes.map(note => `in ${shortenPath(app, target.path)}, ${note}`))
    return { target, file, plan }
  })
  await noteTracked(app, planned, notes)
  const prepare = (isWanted: (change: PlannedChange) => boolean): readonly Prepared[] =>
    planned.flatMap(one => prepareOne(app, one, isWanted))
  const setting = planRecall(app, request)
  const all = prepare(() => true)
  requireAllReady(all)
  showChanges(app, shownFiles({ files: all, setting }))
  const refused = await askForReplacements(app, request, planned)
  const files = refused.size === 0 ? all : prepare(change => !refused.has(change))
  const hasRest =
    setting !== undefined || files.some(({ changes }) => changes.some(({ action }) => action !== 'replace'))
  return await settle(app, {
    schema: 'backscroll.install/1',
    request,
    files,
    setting,
    notes,
    nothing: refused.size > 0 ? 'Left as it is.' : 'Everything is there already: nothing was changed.',
    question: 'Write this?',
    isAsked: !hasRest,
    clear: () => clearLeftOver(app, opened),
    after: () => nextSteps(app, request.scope, files.length > 0),
  })
}

/** What is meant for one machine is easily committed. */
async function noteTracked(app: App, planned: readonly Planned[], notes: string[]): Promise<void> {
  for (const { target, file, plan } of planned) {
    const isOpen = target.scope === 'local' && target.folder !== undefined && plan.changes.length > 0
    if (!isOpen || target.servers || (await isLeftOutOfGit(app, file.real)) !== false) continue
    notes.push(
      `git does not ignore ${shortenPath(app, target.path)}, which names paths of this machine: add it to .gitignore or .git/info/exclude`,
    )
  }
}

interface Planned extends OpenedTarget {
  readonly plan: FilePlan
}

function prepareOne(
  app: App,
  { target, file, plan }: Planned,
  isWanted: (change: PlannedChange) => boolean,
): readonly Prepared[] {
  const changes = plan.changes.filter(isWanted)
  const style = target.scope === 'project' ? 'lines' : 'line'
  const known = readInstallRecord(app.keepDir)[file.real]
  const prepared = prepareInstall(file, { ...plan, changes }, { style, known, script: app.executable.at(-1) })
  return changes.length === 0 ? [] : [{ ...prepared, target }]
}

function planTarget(
  { json }: ClientFile,
  { hooks, statusLine, servers }: Target,
  { program, level }: { readonly program: Program; readonly level: RecallChoice },
): FilePlan {
  const plans = [
    ...(hooks ? [planHooks(json, wantedEvents(level), program)] : []),
    ...(statusLine ? [planStatusLine(json, program)] : []),
    ...(servers ? [planServer(json, servers, program)] : []),
  ]
  const obstacle = plans.find(plan => plan.obstacle)?.obstacle
  return {
    changes: plans.flatMap(plan => plan.changes),
    notes: plans.flatMap(plan => plan.notes),
    ...(obstacle ? { obstacle } : {}),
  }
}

/** The client looks for a project's settings where it is started, and not above. */
function noteFolder(app: App, places: readonly Places[], notes: string[]): void {
  const folder = places[0]?.folder
  if (folder === undefined || folder === app.cwd) return
  notes.push(
    `Claude Code takes these hooks where it is started in ${shortenPath(app, folder)}, not in a folder below it`,
  )
}

/** The client runs a command that stands in several files once, and each that differs. */
function noteTwice(
  app: App,
  scope: Scope,
  {
    installation,
    program,
    level,
    notes,
  }: {
    readonly installation: Installation
    readonly program: Program
    readonly level: RecallChoice
    readonly notes: string[]
  },
): void {
  const commands = new Map<string, string>(wantedEvents(level).map(event => [event, hookCommand(program, event)]))
  for (const other of installation.scopes) {
    const isTwice = other.hooks.some(({ event, command }) => (commands.get(event) ?? command) !== command)
    if (other.scope === scope || !isTwice) continue
    const path = shortenPath(app, other.settingsPath)
    notes.push(
      `${path} has the hooks too: here they run twice, which costs a little time; \`${app.programName} uninstall${scopeOption(other.scope)} --only hooks\` takes those out`,
    )
  }
}

/** What somebody named is taken; else what makes sense here. */
function chooseParts(
  app: App,
  { scope, only, command }: InstallRequest,
  { installation, notes }: { readonly installation: Installation; readonly notes: string[] },
): ReadonlySet<Part> {
  const { scopes } = installation
  if (scopes.some(entry => entry.areHooksOff)) notes.push('"disableAllHooks" is set: Claude Code runs no hooks')
  if (only) return only
  const parts = new Set<Part>(PARTS)
  if (isPluginOnIn(scopes, scope)) {
    parts.delete('hooks')
    parts.delete('mcp')
    notes.push(
      `the plugin is enabled and brings hooks and MCP server, which are left out here; \`${command} --only hooks --only mcp\` sets them up all the same`,
    )
    const own = scopes.find(entry => entry.scope === scope && (entry.hooks.length > 0 || entry.mcp))
    if (own)
      notes.push(
        `${shortenPath(app, own.settingsPath)} has them beside the plugin: \`backscroll uninstall${scopeOption(scope)} --only hooks --only mcp\` takes them out`,
      )
  }
  if (!hasRoomForLine(installation, scope)) parts.delete('statusline')
  return parts
}

/** A shared file has none, and one that holds everywhere already is not covered by one for a folder. */
function hasRoomForLine({ scopes }: Installation, scope: InstallRequest['scope']): boolean {
  if (scope === 'project') return false
  return (
    scope === 'user' || !scopes.some(entry => entry.scope !== 'local' && (entry.statusLine || entry.hasOtherStatusLine))
  )
}

function chooseProgram(app: App, { scope, command }: InstallRequest, notes: string[]): Program {
  const script = app.executable.at(-1)
  if (scope !== 'project') return { words: programWords(app, command), script }
  const isHere = findProgram('backscroll', app) !== undefined
  notes.push(
    `these files are for everybody in the project, who need \`backscroll\` on their PATH${isHere ? '' : ', as you do: it is not there'}`,
  )
  return { words: ['backscroll'], script }
}

/** The level that the hooks must serve. What one person chose does not decide what others commit. */
function levelFor(app: App, { scope, recall }: InstallRequest): RecallChoice {
  if (scope === 'project') return recall ?? 'off'
  if (scope === 'local') return recall ?? chosenRecall(app.config, findProject(app.cwd).path)
  return highestLevel([recall ?? app.config.recall ?? 'off', ...Object.values(app.config.recallIn ?? {})])
}

/** The level itself stands in a person's own settings, never in a file of the repository. */
function planRecall(app: App, { scope, recall }: InstallRequest): Undertaking['setting'] {
  if (recall === undefined) return undefined
  const folder = findProject(app.cwd).path
  const config = readConfigObject(app.configPath) as App['config']
  const before = scope === 'user' ? config.recall : config.recallIn?.[folder]
  if (before === recall) return undefined
  const write = (): void => {
    if (scope === 'user') writeSetting(app.configPath, 'recall', recall)
    else writeSetting(app.configPath, 'recallIn', { ...config.recallIn, [folder]: recall })
  }
  const name = scope === 'user' ? 'recall' : `recallIn.${folder}`
  return {
    path: app.configPath,
    changes: [{ name, action: before === undefined ? 'add' : 'update', before, after: recall, edits: [] }],
    write,
  }
}

/** What is another's is asked for one by one; those that somebody wants to keep. */
async function askForReplacements(
  app: App,
  request: InstallRequest,
  planned: readonly Planned[],
): Promise<ReadonlySet<PlannedChange>> {
  const refused = new Set<PlannedChange>()
  if (request.isAgreed || request.isDryRun) return refused
  for (const { file, plan } of planned) {
    for (const change of plan.changes.filter(({ action }) => action === 'replace')) {
      requireSomebody(app, request, [file.path])
      const known = shorten(sanitizeLine(formatJsonLine(change.before)), MAX_SHOWN)
      app.err.line(`${sanitizeLine(change.name)} is there already, and not ours: ${known}`)
      if (!(await confirm(app, `Replace it in ${shortenPath(app, file.path)}?`))) refused.add(change)
    }
  }
  return refused
}

const MAX_SHOWN = 400

function nextSteps(app: App, scope: Scope, hasChanged: boolean): readonly string[] {
  const isKept = hasArchive(keepPaths(app.keepDir).archive)
  const sync = isKept ? '' : ` Nothing is kept yet: \`${app.commandName} sync\` keeps what is there now.`
  return [
    ...(hasChanged ? ['Restart Claude Code; /hooks and /mcp show them there.'] : []),
    `\`${app.programName} doctor\` checks it, \`${app.programName} uninstall${scopeOption(scope)}\` takes it out again.${sync}`,
  ]
}
