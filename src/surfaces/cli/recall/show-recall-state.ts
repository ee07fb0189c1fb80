import type { Project } from '../../../source/project.ts'
import { formatInteger, formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { formatTable } from '../../../text/table.ts'
import { padEndToWidth } from '../../../text/width.ts'
import { wrapText } from '../../../text/wrap.ts'
import { formatAge } from '../../../time/age.ts'
import { type App, printJson } from '../app.ts'
import { levelCommand } from './level-command.ts'
import { type RecallState, readRecallState } from './recall-state.ts'

/** What each level brings, in the words of docs/recall.md. */
const LEVEL_WORDS: { readonly [Level in RecallState['level']]: string } = {
  off: 'nothing is said unasked',
  session: 'where the last session left off; after a compaction, what was decided before it',
  prompt: 'as `session`, and up to three passages that a prompt is about',
  file: 'as `prompt`, and the history of a file before it is read or changed',
}

export function showRecallState(app: App, project: Project, { isChanged }: { readonly isChanged: boolean }): void {
  const state = readRecallState(app, project)
  if (app.json) printJson(app, { ...state })
  else
    app.out.lines([
      ...formatState(app, state),
      ...(isChanged ? [] : formatShown(app, state)),
      ...formatNext(app, state),
    ])
}

function formatState(app: App, state: RecallState): readonly string[] {
  const { colors } = app
  const { level, project } = state
  const rows: readonly (readonly [string, string])[] = [
    ['Level', `${formatLevel(app, level)} (${LEVEL_WORDS[level]})`],
    ['Set', formatOrigin(app, state)],
    ['At most', `${formatInteger(state.chars)} characters at once`],
    ['Elsewhere', formatOthers(app, state)],
  ]
  return [
    colors.bold(`Recall in ${sanitizeLine(project.name)}`) + colors.dim(`  ${shortenPath(app, project.path)}`),
    ...rows.filter(([, text]) => text !== '').flatMap(([name, text]) => formatRow(app, name, text)),
  ]
}

const NAME_WIDTH = 11

function formatRow(app: App, name: string, text: string): readonly string[] {
  const lines = wrapText(text, Math.max(30, app.columns - NAME_WIDTH))
  return lines.map((line, at) => app.colors.dim(padEndToWidth(at === 0 ? name : '', NAME_WIDTH)) + line)
}

function formatLevel({ colors }: App, level: string): string {
  return level === 'off' ? level : colors.green(level)
}

function formatOrigin(app: App, { from }: RecallState): string {
  const file = shortenPath(app, app.configPath)
  if (from === 'default') return 'nowhere: it is off until you say otherwise'
  return from === 'project' ? `for this project, in ${file}` : `for all projects, in ${file}`
}

const MAX_OTHERS = 3

function formatOthers(app: App, { everywhere, others, from }: RecallState): string {
  const all = from === 'project' ? [`${everywhere} in all other projects`] : []
  const own = others.slice(0, MAX_OTHERS).map(({ folder, level }) => `${level} in ${shortenPath(app, folder)}`)
  const more = others.length > MAX_OTHERS ? [`and ${formatInteger(others.length - MAX_OTHERS)} more`] : []
  return [...all, ...own, ...more].join(', ')
}

function formatShown(app: App, { shown, level }: RecallState): readonly string[] {
  if (shown.length === 0) return level === 'off' ? [] : ['', app.colors.dim('Nothing was shown yet.')]
  const table = formatTable({
    columns: [
      { title: 'SHOWN', style: app.colors.dim },
      { title: 'AT A', style: app.colors.cyan },
      { title: 'ITEMS', align: 'right' },
      { title: 'CHARACTERS', align: 'right' },
      { title: 'IN SESSION', style: app.colors.yellow },
    ],
    rows: shown.map(({ at, moment, items, chars, sessionId }) => [
      formatAge(Date.parse(at ?? ''), app.now()),
      moment,
      formatInteger(items),
      formatInteger(chars),
      sanitizeLine(sessionId).slice(0, 8),
    ]),
    width: app.columns,
    titleStyle: app.colors.dim,
  })
  return ['', ...table]
}

/** What stands between the level and a word of it, and what to do; nothing where all is in order. */
function formatNext(app: App, { project, level, missing, areHooksOff }: RecallState): readonly string[] {
  const { colors, columns } = app
  if (level === 'off') return ['', `Switch it on here: ${colors.bold(levelCommand(app, project, 'prompt'))}`]
  if (areHooksOff) {
    const says = 'It does not run: `disableAllHooks` in the settings of Claude Code switches every hook off.'
    return ['', ...wrapText(says, columns)]
  }
  if (missing.length === 0) return []
  const hooks = formatNumberOf(missing.length, 'hook is', 'hooks are')
  return [
    '',
    ...wrapText(`It does not run yet: ${hooks} not set up in Claude Code (${missing.join(', ')}).`, columns),
    // It sets up what the chosen levels need, and changes none of them.
    `Next: ${colors.bold(`${app.commandName} install`)}`,
  ]
}
