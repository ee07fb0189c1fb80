import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import type { App, Outcome } from '../app.ts'
import { clearLeftOver, endRemoval } from './clear-left-over.ts'
import { NO_RECORD, readInstallRecord } from './install-record.ts'
import type { InstallRequest } from './install-request.ts'
import { requirePlaces, scopeOption } from './places.ts'
import { planRemoval } from './plan-removal.ts'
import { prepareRemoval } from './prepare-file.ts'
import { requireOwn } from './program-words.ts'
import { readInstallation, type ScopeInstallation } from './read-installation.ts'
import { type Prepared, settle, showChanges, shownFiles } from './settle.ts'
import { openTargets } from './targets.ts'
import { PARTS } from './wanted.ts'
import { requireAllReady } from './write-files.ts'

/** Takes out what `install` put there, in one scope. */
export async function runUninstall(app: App, request: InstallRequest): Promise<Outcome> {
  requireOwn(app)
  const places = requirePlaces(app, request.scope, request.command)
  const script = app.executable.at(-1)
  const records = readInstallRecord(app.keepDir)
  const notes: string[] = []
  const opened = openTargets(places, request.only ?? new Set(PARTS))
  const files = opened.flatMap(({ target, file }): readonly Prepared[] => {
    const record = records[file.real] ?? NO_RECORD
    const plan = planRemoval(file.json, target, { record, script })
    notes.push(...plan.notes.map(note => `in ${shortenPath(app, target.path)}, ${note}`))
    return plan.changes.length === 0 ? [] : [{ ...prepareRemoval(file, plan, { record, script }), target }]
  })
  requireAllReady(files)
  showChanges(app, shownFiles({ files, setting: undefined }))
  return await settle(app, {
    schema: 'backscroll.uninstall/1',
    request,
    files,
    setting: undefined,
    notes,
    nothing: `Nothing ${notes.length > 0 ? 'that `install` writes' : 'of backscroll'} is in the settings of scope ${request.scope}.`,
    question: 'Take this out?',
    isAsked: false,
    clear() {
      clearLeftOver(app, opened)
      endRemoval(app, opened, script)
    },
    after: () => [
      ...(files.length > 0 ? ['Restart Claude Code: until then it goes on as before. What is kept stays.'] : []),
      ...listRest(app),
    ],
  })
}

/** What is still there, with the way to be rid of it. */
function listRest(app: App): readonly string[] {
  const { scopes, isPluginOn } = readInstallation(app)
  const rest = scopes.flatMap(entry => {
    const still = `Still there in scope ${entry.scope}:`
    const parts = partsOf(entry)
    const command = `${app.programName} uninstall${scopeOption(entry.scope)}`
    return [
      ...(parts.length > 0 ? [`${still} ${parts.join(', ')}; \`${command}\` takes it out.`] : []),
      ...(entry.hooks.some(({ isEdited }) => isEdited)
        ? [`${still} hooks in a form of your own; take them out by hand, in ${nameOf(app, entry.settingsPath)}.`]
        : []),
      ...(entry.httpServer === undefined
        ? []
        : [`${still} a server over HTTP; \`claude mcp remove --scope ${entry.scope} backscroll\` takes it out.`]),
    ]
  })
  return [
    ...new Set(rest),
    ...(isPluginOn ? ['The plugin is still enabled: /plugin in Claude Code takes it out.'] : []),
  ]
}

function nameOf(app: App, path: string): string {
  return sanitizeLine(shortenPath(app, path))
}

/** What `uninstall` takes out. */
function partsOf({ hooks, mcp, statusLine }: ScopeInstallation): readonly string[] {
  return [
    ...(hooks.some(({ isEdited }) => !isEdited) ? ['hooks'] : []),
    ...(mcp ? ['MCP server'] : []),
    ...(statusLine === undefined ? [] : ['status line']),
  ]
}
