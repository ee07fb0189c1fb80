import { readConfigObject, unknownSetting, writeSetting } from '../../../config/config-file.ts'
import { findSetting, SETTINGS, type Setting, type SettingName } from '../../../config/settings.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { formatTable } from '../../../text/table.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { type CommandRequest, listArg, textArg } from '../define-command.ts'
import { choosePager } from '../pager.ts'
import { describeUnknownFields } from '../statusline/unknown-fields.ts'

/** Lists, gets, sets and unsets settings. It works on a broken file too: how else would one put it right? */
export function run(app: App, request: CommandRequest): Outcome {
  const action = textArg(request, 'action') ?? 'list'
  if (action === 'path') return printPath(app)
  if (action === 'list') return printAll(app)
  const setting = requireSetting(textArg(request, 'setting'), action)
  if (action === 'get') return printOne(app, setting)
  const value = action === 'set' ? requireValue(setting, listArg(request, 'values')) : undefined
  writeSetting(app.configPath, setting.name, value)
  if (setting.name === 'statusline' && typeof value === 'string')
    for (const note of describeUnknownFields(value)) app.err.line(`backscroll: ${note}`)
  if (app.json)
    printJson(app, { schema: 'backscroll.config/1', path: app.configPath, settings: readConfigObject(app.configPath) })
  else
    app.out.line(value === undefined ? `${setting.name} is no longer set.` : `${setting.name} = ${formatValue(value)}`)
  return 'done'
}

function printPath(app: App): Outcome {
  if (app.json) printJson(app, { schema: 'backscroll.config/1', path: app.configPath })
  else app.out.line(app.configPath)
  return 'done'
}

function printAll(app: App): Outcome {
  const found = readConfigObject(app.configPath)
  if (app.json) {
    const defaults = Object.fromEntries(SETTINGS.map(({ name }) => [name, findDefault(app, name).value]))
    printJson(app, { schema: 'backscroll.config/1', path: app.configPath, settings: found, defaults })
    return 'done'
  }
  const rows = SETTINGS.map(({ name, summary }) => [name, formatInUse(app, name, found[name]), summary])
  const columns = [
    { title: 'SETTING', style: app.colors.bold },
    { title: 'VALUE', isFlexible: true, minWidth: 12 },
    { title: 'WHAT IT DOES', isFlexible: true, minWidth: 20 },
  ]
  app.out.lines(formatTable({ columns, rows, width: app.columns, titleStyle: app.colors.dim }))
  app.out.line()
  app.out.line(app.colors.dim(`Kept in ${app.configPath}`))
  warnOfBadSettings(app, found)
  return 'done'
}

function warnOfBadSettings(app: App, found: { readonly [name: string]: unknown }): void {
  for (const [name, value] of Object.entries(found)) {
    const setting = findSetting(name)
    const wanted = setting?.check(value)
    if (!setting) app.err.line(`backscroll: "${sanitizeLine(name)}" is not a setting; delete it from the file`)
    else if (wanted) app.err.line(`backscroll: "${name}" must be ${wanted}`)
  }
}

function printOne(app: App, setting: Setting): Outcome {
  const value = readConfigObject(app.configPath)[setting.name]
  const { name } = setting
  if (app.json) {
    const fallback = findDefault(app, name).value
    printJson(app, { schema: 'backscroll.setting/1', name, value: value ?? null, default: fallback })
  } else app.out.lines(Array.isArray(value) ? value.map(formatValue) : [formatInUse(app, name, value)])
  return 'found'
}

/** The value, or what is used without one and who says so. */
function formatInUse(app: App, name: SettingName, value: unknown): string {
  if (value !== undefined) return formatValue(value)
  const { value: used, from } = findDefault(app, name)
  return `${formatValue(used)} (${from})`
}

function findDefault(app: App, name: SettingName): { readonly value: string; readonly from: string } {
  const isByVariable = (variable: string): boolean => (app.env[variable] ?? '') !== ''
  if (name === 'roots' && isByVariable('CLAUDE_CONFIG_DIR'))
    return { value: app.env.CLAUDE_CONFIG_DIR ?? '', from: 'CLAUDE_CONFIG_DIR' }
  if (name !== 'pager') return { value: DEFAULTS[name], from: 'default' }
  const variable = ['BACKSCROLL_PAGER', 'PAGER'].find(isByVariable)
  return { value: choosePager(app.env, {}) ?? 'none', from: variable ?? 'default' }
}

const DEFAULTS: { readonly [Name in Exclude<SettingName, 'pager'>]: string } = {
  roots: 'the usual places',
  exclude: 'none',
  color: 'auto',
  level: 'tools',
  prices: 'those of `backscroll prices`',
  zone: 'the zone of this machine',
  statusline: 'see docs/statusline.md',
  recall: 'off',
  recallIn: 'none',
  recallChars: '1500',
  enrichCommand: 'none: off',
  enrichLimits: 'see docs/enrich.md',
  notesVault: 'none',
  notesFolder: 'backscroll',
  notesMachine: 'a name made up once',
  notesZone: 'UTC',
  notesTemplates: 'none',
  notesRedact: 'on',
  notesWords: 'none',
  width: 'as wide as the terminal',
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatValue).join(' ')
  return sanitizeLine(typeof value === 'string' ? value : JSON.stringify(value))
}

function requireSetting(name: string | undefined, action: string): Setting {
  if (name === undefined) {
    const hint = `The settings are ${SETTINGS.map(setting => setting.name).join(', ')}.`
    throw new UserError({ code: 'missing-setting', message: `\`config ${action}\` needs the name of a setting`, hint })
  }
  const setting = findSetting(name)
  if (!setting) throw unknownSetting(name, undefined)
  return setting
}

function requireValue(setting: Setting, words: readonly string[]): unknown {
  const value = words.length > 0 ? setting.parse(words) : undefined
  const wanted = setting.check(value)
  if (wanted === undefined) return value
  const given = words.length > 0 ? `, not "${words.join(' ')}"` : ''
  throw new UserError({
    code: 'bad-setting',
    message: `${setting.name} must be ${wanted}${given}`,
    hint: `Example: \`backscroll config set ${setting.name} ${EXAMPLES[setting.name]}\``,
  })
}

const EXAMPLES: { readonly [Name in Setting['name']]: string } = {
  roots: '~/.claude',
  exclude: 'secret-project ~/clients',
  pager: '"less -FRX"',
  color: 'never',
  level: 'answers',
  prices: '\'{"my-model": {"input": 1, "output": 5}}\'',
  zone: 'Europe/Berlin',
  statusline: '"{model} {context} {today}"',
  recall: 'session',
  recallIn: '\'{"/home/me/api": "prompt"}\'',
  recallChars: '3000',
  enrichCommand: '"claude -p --output-format json"',
  enrichLimits: 'sessions=5 dayUsd=0.50',
  notesVault: '~/Notes',
  notesFolder: 'Claude',
  notesMachine: 'laptop',
  notesZone: 'Europe/Berlin',
  notesTemplates: '~/Notes/templates',
  notesRedact: 'off',
  notesWords: '~/words.txt',
  width: '100',
}
