import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'

/**
 * What Claude Code's documentation says about the shape of a marketplace and of a plugin (plugins/manifest-reference,
 * plugins/marketplace-reference, hooks, skills), as a list of complaints: what `claude plugin validate --strict` would
 * refuse or warn about, and what it cannot see, such as a script that is not there.
 */
export function listMarketplaceProblems(root: string): readonly string[] {
  const { json, problems } = readJson(join(root, '.claude-plugin', 'marketplace.json'))
  if (!json) return problems
  const name = json.name
  if (!isKebab(name)) problems.push('marketplace: name is not kebab-case')
  if (RESERVED.test(String(name))) problems.push(`marketplace: the name ${name} is reserved`)
  if (!isText(asObject(json.owner)?.name)) problems.push('marketplace: owner has no name')
  if (!isText(json.description)) problems.push('marketplace: description is missing')
  problems.push(...listUnknown('marketplace', json, MARKETPLACE_KEYS), ...listUnknown('owner', json.owner, PERSON_KEYS))
  const entries = Array.isArray(json.plugins) ? json.plugins.map(asObject) : []
  if (entries.length === 0) problems.push('marketplace: plugins is empty')
  const names = entries.map(entry => entry?.name)
  if (new Set(names).size < names.length) problems.push('marketplace: two plugins have the same name')
  return [...problems, ...entries.flatMap(entry => listEntryProblems(root, entry ?? {}))]
}

function listEntryProblems(root: string, entry: Json): readonly string[] {
  const problems = listUnknown('plugin entry', entry, [...ENTRY_KEYS, ...MANIFEST_KEYS])
  if (!isKebab(entry.name)) problems.push('plugin entry: name is not kebab-case')
  if (typeof entry.source !== 'string' || !isInside(root, entry.source)) {
    return [...problems, 'plugin entry: source is no folder below the marketplace that begins with ./']
  }
  const folder = join(root, entry.source)
  const { json } = readJson(join(folder, '.claude-plugin', 'plugin.json'))
  if (json && json.name !== entry.name) problems.push('plugin entry: the plugin itself has another name')
  if (json?.version !== undefined && entry.version !== undefined) {
    problems.push('plugin entry: version stands in plugin.json too')
  }
  return [...problems, ...listPluginProblems(folder)]
}

export function listPluginProblems(folder: string): readonly string[] {
  return [
    ...listManifestProblems(folder),
    ...listHookProblems(folder),
    ...listServerProblems(folder),
    ...listMarkdown(join(folder, 'commands')).flatMap(path => listCommandProblems(path)),
    ...listSkillProblems(folder),
    ...MISPLACED.filter(name => existsSync(join(folder, '.claude-plugin', name))).map(
      name => `${name} stands in .claude-plugin, where it is not looked for`,
    ),
  ]
}

function listManifestProblems(folder: string): readonly string[] {
  const { json, problems } = readJson(join(folder, '.claude-plugin', 'plugin.json'))
  if (!json) return problems
  problems.push(...listUnknown('plugin.json', json, MANIFEST_KEYS), ...listUnknown('author', json.author, PERSON_KEYS))
  if (!isKebab(json.name)) problems.push('plugin.json: name is not kebab-case')
  for (const key of ['version', 'description']) if (!isText(json[key])) problems.push(`plugin.json: ${key} is missing`)
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(json.version))) problems.push('plugin.json: version is no version')
  if (!isText(asObject(json.author)?.name)) problems.push('plugin.json: author has no name')
  if (json.keywords !== undefined && !isTexts(json.keywords)) problems.push('plugin.json: keywords are no strings')
  if (json.homepage !== undefined && !URL.canParse(String(json.homepage)))
    problems.push('plugin.json: homepage is no URL')
  for (const key of PATH_KEYS) {
    const paths = [json[key]].flat().filter(value => typeof value === 'string')
    for (const path of paths) if (!isInside(folder, path)) problems.push(`plugin.json: ${key} names ${path}`)
  }
  // The client reads the file by itself: named once more it is loaded twice, which it refuses.
  if (json.hooks === './hooks/hooks.json') problems.push('plugin.json: hooks names the file that is read anyway')
  return problems
}

function listHookProblems(folder: string): readonly string[] {
  const path = join(folder, 'hooks', 'hooks.json')
  if (!existsSync(path)) return []
  const { json, problems } = readJson(path)
  if (!json) return problems
  problems.push(...listUnknown('hooks.json', json, ['description', 'hooks']))
  const events = asObject(json.hooks)
  if (!events) return [...problems, 'hooks.json: hooks is no object']
  for (const [event, groups] of Object.entries(events)) {
    if (!EVENTS.includes(event)) problems.push(`hooks.json: there is no event ${event}`)
    if (!Array.isArray(groups)) problems.push(`hooks.json: ${event} is no list`)
    else problems.push(...groups.flatMap(group => listGroupProblems(folder, event, asObject(group) ?? {})))
  }
  return problems
}

function listGroupProblems(folder: string, event: string, group: Json): readonly string[] {
  const problems = listUnknown(`hooks.json: ${event}`, group, ['matcher', 'hooks'])
  if (group.matcher !== undefined && !isText(group.matcher)) problems.push(`hooks.json: ${event}: matcher is no text`)
  if (group.matcher !== undefined && WITHOUT_MATCHER.includes(event)) {
    problems.push(`hooks.json: ${event} takes no matcher`)
  }
  const hooks = Array.isArray(group.hooks) ? group.hooks.map(hook => asObject(hook) ?? {}) : []
  if (hooks.length === 0) problems.push(`hooks.json: ${event}: a group has no hooks`)
  for (const hook of hooks) {
    problems.push(...listUnknown(`hooks.json: ${event}`, hook, HOOK_KEYS))
    if (hook.type !== 'command') problems.push(`hooks.json: ${event}: type is not command`)
    if (!isText(hook.command)) problems.push(`hooks.json: ${event}: command is missing`)
    const { timeout } = hook
    if (timeout !== undefined && !(typeof timeout === 'number' && timeout > 0)) {
      problems.push(`hooks.json: ${event}: timeout is no number of seconds`)
    }
    problems.push(...listMentionProblems(folder, `hooks.json: ${event}`, String(hook.command)))
    // In a shell a folder with a space in its name would be two words.
    const isBare = /(^|[^"])\$\{CLAUDE_PLUGIN_ROOT\}/.test(String(hook.command))
    if (isBare && hook.args === undefined) problems.push(`hooks.json: ${event}: the folder is not quoted`)
  }
  return problems
}

function listServerProblems(folder: string): readonly string[] {
  const path = join(folder, '.mcp.json')
  if (!existsSync(path)) return []
  const { json, problems } = readJson(path)
  if (!json) return problems
  problems.push(...listUnknown('.mcp.json', json, ['mcpServers']))
  const servers = Object.entries(asObject(json.mcpServers) ?? {})
  if (servers.length === 0) problems.push('.mcp.json: there is no server')
  for (const [name, value] of servers) {
    const server = asObject(value) ?? {}
    problems.push(...listUnknown(`.mcp.json: ${name}`, server, SERVER_KEYS))
    if (!/^[\w-]+$/.test(name)) problems.push(`.mcp.json: ${name} is no name for a server`)
    if (!isText(server.command)) problems.push(`.mcp.json: ${name}: command is missing`)
    if (server.args !== undefined && !isTexts(server.args)) problems.push(`.mcp.json: ${name}: args are no strings`)
    problems.push(...listMentionProblems(folder, `.mcp.json: ${name}`, JSON.stringify(server)))
  }
  return problems
}

/** Files that a command names must be part of the plugin: it is copied, and nothing around it. */
function listMentionProblems(folder: string, where: string, text: string): readonly string[] {
  const named = Array.from(text.matchAll(/\$\{CLAUDE_PLUGIN_ROOT\}([^"'\s;]*)/g), ([, path = '']) => `.${path}`)
  return named.filter(path => !isInside(folder, path)).map(path => `${where}: ${path} is not in the plugin`)
}

function listSkillProblems(folder: string): readonly string[] {
  const skills = join(folder, 'skills')
  if (!existsSync(skills)) return []
  return readdirSync(skills).flatMap(name => {
    const path = join(skills, name, 'SKILL.md')
    if (!existsSync(path)) return [`skills/${name}: there is no SKILL.md`]
    const where = `skills/${name}`
    const { fields, problems } = readFrontMatter(path, where)
    if (!isKebab(name) || name.length > 64) problems.push(`${where}: the name is not kebab-case, or too long`)
    if (fields.name !== undefined && fields.name !== name) problems.push(`${where}: the skill has another name`)
    return [...problems, ...listTextProblems(fields, where)]
  })
}

function listCommandProblems(path: string): readonly string[] {
  const where = `commands/${basename(path)}`
  const { fields, problems, body } = readFrontMatter(path, where)
  if (!isKebab(basename(path, '.md'))) problems.push(`${where}: the name is not kebab-case`)
  const hasHint = fields['argument-hint'] !== undefined
  if (hasHint !== body.includes('$ARGUMENTS')) problems.push(`${where}: hint and text differ about arguments`)
  return [...problems, ...listTextProblems(fields, where)]
}

function listTextProblems(fields: FrontMatter, where: string): readonly string[] {
  const { description } = fields
  if (!isText(description)) return [`${where}: description is missing`]
  return description.length > MAX_DESCRIPTION ? [`${where}: description is cut by the client`] : []
}

type FrontMatter = { readonly [key: string]: string | readonly string[] }

/** The part of YAML that is used here: texts, and lists of them. What would be read otherwise is refused. */
export function readFrontMatter(
  path: string,
  where: string,
): { readonly fields: FrontMatter; readonly problems: string[]; readonly body: string } {
  const [, head, body = ''] = /^---\n([\s\S]*?\n)---\n([\s\S]*)$/.exec(readFileSync(path, 'utf8')) ?? []
  if (head === undefined) return { fields: {}, problems: [`${where}: there is no front matter`], body: '' }
  const fields: { [key: string]: string | string[] } = {}
  const problems: string[] = []
  let last = ''
  for (const line of head.trimEnd().split('\n')) {
    const [, key, value = ''] = /^([\w-]+):(?: (.*))?$/.exec(line) ?? []
    const [, item] = /^ {2}- (\S+)$/.exec(line) ?? []
    if (key !== undefined) {
      fields[key] = value === '' ? [] : value.replace(/^"([^"]*)"$/, '$1')
      last = key
    } else if (item !== undefined && Array.isArray(fields[last])) (fields[last] as string[]).push(item)
    else problems.push(`${where}: not understood: ${line}`)
    if (!value.startsWith('"') && /^[[\]{}>|*&!%#`@'-]|: | #/.test(value)) {
      problems.push(`${where}: ${key} must be quoted`)
    }
  }
  problems.push(
    ...Object.keys(fields)
      .filter(key => !SKILL_KEYS.includes(key))
      .map(key => `${where}: unknown key ${key}`),
  )
  if (body.trim() === '') problems.push(`${where}: there is no text`)
  return { fields, problems, body }
}

type Json = { readonly [key: string]: unknown }

function readJson(path: string): { readonly json: Json | undefined; readonly problems: string[] } {
  try {
    const json = asObject(JSON.parse(readFileSync(path, 'utf8')))
    return { json, problems: json ? [] : [`${basename(path)} is no object`] }
  } catch {
    return { json: undefined, problems: [`${basename(path)} is missing or no JSON`] }
  }
}

function listMarkdown(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile())
}

function listUnknown(where: string, value: unknown, known: readonly string[]): string[] {
  const keys = Object.keys(asObject(value) ?? {})
  return keys.filter(key => !known.includes(key)).map(key => `${where}: unknown key ${key}`)
}

function isInside(folder: string, path: string): boolean {
  const inner = relative(folder, resolve(folder, path))
  return /^\.(\/|$)/.test(path) && !path.includes('..') && !inner.startsWith('..') && existsSync(resolve(folder, path))
}

function asObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText)
}

function isKebab(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(value)
}

/** Description and `when_to_use` together, in the list that the model sees. */
const MAX_DESCRIPTION = 1536

const MISPLACED = ['commands', 'skills', 'hooks', 'agents', '.mcp.json']
const PERSON_KEYS = ['name', 'email', 'url']
const RESERVED = /^(anthropic|claude|official|agent-skills|inline|builtin|synced|skills-dir|npm|github|gh)(-|$)/

const MARKETPLACE_KEYS = `$schema name owner plugins description version metadata forceRemoveDeletedPlugins
  allowCrossMarketplaceDependenciesOn renames`.split(/\s+/)
const ENTRY_KEYS = 'source category tags strict relevance headers headersHelper'.split(' ')
const MANIFEST_KEYS =
  `$schema name displayName version description author homepage repository license keywords metadata defaultEnabled
  dependencies settings userConfig channels skills commands agents hooks mcpServers lspServers outputStyles workflows
  experimental`.split(/\s+/)
const PATH_KEYS = 'skills commands agents hooks mcpServers lspServers outputStyles workflows'.split(' ')
const HOOK_KEYS = 'type if timeout statusMessage command args async asyncRewake shell'.split(' ')
const SERVER_KEYS = 'type command args env cwd timeout'.split(' ')
const SKILL_KEYS =
  `name description when_to_use argument-hint arguments disable-model-invocation user-invocable allowed-tools model effort
  context agent hooks paths shell`.split(/\s+/)

/** As documented for plugins; only some of them are ours. */
const EVENTS =
  `SessionStart Setup UserPromptSubmit UserPromptExpansion PreToolUse PermissionRequest PermissionDenied PostToolUse
  PostToolUseFailure PostToolBatch Notification SubagentStart SubagentStop TaskCreated TaskCompleted Stop StopFailure
  TeammateIdle InstructionsLoaded ConfigChange CwdChanged FileChanged WorktreeCreate WorktreeRemove PreCompact PostCompact
  Elicitation ElicitationResult SessionEnd`.split(/\s+/)
const WITHOUT_MATCHER =
  'UserPromptSubmit PostToolBatch Stop TeammateIdle TaskCreated TaskCompleted WorktreeCreate WorktreeRemove'.split(' ')
