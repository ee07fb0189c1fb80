/** Where secrets stand in real transcripts. Each context writes one value; most are the only place it is written at. */
import type { JsonObject } from '../../src/format/json.ts'
import { ENCODINGS } from './contexts-encoded.ts'
import type { Random } from './pieces.ts'
import type { PlantedKind } from './planted-kind.ts'

export interface Planting {
  readonly kind: PlantedKind
  readonly value: string
  readonly random: Random
  /** The line of a framed kind. */
  readonly line: string
  readonly variable: string
}

/** Texts go into prompts, answers, commands, results and files; `input` is the whole input of a tool. */
export interface Written {
  readonly texts: readonly string[]
  readonly input?: JsonObject
  readonly title?: string
  readonly path?: string
}

export type Context = (planting: Planting) => Written | undefined

/** What `grep -n` puts before each line. */
export const GREP_FILE = 'conf/app.txt'

function text(...texts: readonly string[]): Written {
  return { texts }
}

/** For values with a name. */
const NAMED: { readonly [name: string]: Context } = {
  'env line': ({ variable, value }) => text(`LANG=C\n${upper(variable)}=${value}\nPORT=3000\n`),
  export: ({ variable, value }) => text(`export ${upper(variable)}="${value}" && npm start`),
  'json file': ({ variable, value }) =>
    text(JSON.stringify({ name: 'app', [lower(variable)]: value, port: 1 }, null, 2)),
  'escaped json': ({ variable, value }) =>
    text(`body: ${JSON.stringify(JSON.stringify({ env: { [variable]: value } }))}`),
  'twice escaped json': ({ variable, value }) =>
    text(JSON.stringify({ log: JSON.stringify({ body: JSON.stringify({ [lower(variable)]: value }) }) })),
  code: ({ variable, value }) => text(`const client = connect({ retries: 3, ${camel(variable)}: '${value}' })`),
  python: ({ variable, value }) => text(`import app\n\n${upper(variable)} = "${value}"\napp.run()`),
  yaml: ({ variable, value }) => text(`services:\n  app:\n    ${lower(variable)}: ${value}\n    port: 80\n`),
  toml: ({ variable, value }) => text(`[app]\n${lower(variable)} = "${value}"\nport = 80\n`),
  'diff line': ({ variable, value }) =>
    text(`@@ -1,2 +1,2 @@\n PORT=1\n-${upper(variable)}=\n+${upper(variable)}=${value}\n`),
  'numbered line': ({ variable, value }) => text(`     1→PORT=1\n     2→${upper(variable)}=${value}\n     3→`),
  'docker flag': ({ variable, value }) => text(`docker run --rm -e ${upper(variable)}=${value} -p 80:80 app`),
  'base64 env dump': ({ variable, value }) => text(base64(`LANG=C\n${upper(variable)}=${value}\nSHLVL=1\n`)),
  'tool input field': ({ variable, value }) => ({ texts: [], input: { name: 'app', env: { [variable]: value } } }),
}

/** For values that are known by themselves. */
const BARE: { readonly [name: string]: Context } = {
  prose: ({ value }) => text(`I used ${value} for this, is that right?`),
  'shell output': ({ value }) => text(`$ cat key.txt\n${value}\n$ `),
  markdown: ({ value }) => text(`- the key: \`${value}\`\n- **${value}**`),
  'in a url': ({ value }) => text(`GET https://api.acme-internal.net/v1/x?k=${encodeURIComponent(value)}&page=2`),
  coloured: ({ value }) => text(`\u001b[36mkey\u001b[0m \u001b[33m${value}\u001b[0m done`),
  'code literal': ({ value }) => text(`connect("${value}", { retries: 3 });`),
  title: ({ value }) => ({ texts: [], title: `Rotate ${value}` }),
  'file name': ({ value }) =>
    /^[\w.@+=~-]+$/.test(value) ? { texts: [], path: `/srv/app/keys/${value}/a.txt` } : undefined,
}

/** For values whose line tells. */
const FRAMED: { readonly [name: string]: Context } = {
  'own line': ({ line }) => text(line),
  'in an answer': ({ line }) => text(`It holds this:\n\n\`\`\`\n${line}\n\`\`\`\nPlease change it.`),
  'diff lines': ({ line }) => text(`@@ -0,0 +1,9 @@\n${line.replace(/^/gm, '+')}\n`),
  'numbered lines': ({ line }) =>
    text(
      line
        .split('\n')
        .map((row, at) => `${String(at + 1).padStart(6)}→${row}`)
        .join('\n'),
    ),
  'commented lines': ({ line }) => text(`before\n${line.replace(/^/gm, '# ')}\nafter`),
  'code comment': ({ line }) => text(`let a = 1\n${line.replace(/^/gm, '    // ')}\nlet b = 2`),
  'boxed lines': ({ line }) => text(box(line)),
  'coloured lines': ({ line }) => text(line.replace(/^(.*)$/gm, '\u001b[32m$1\u001b[0m')),
  'grep lines': ({ line }) =>
    text(
      line
        .split('\n')
        .map((row, at) => `${GREP_FILE}:${at + 7}:${row}`)
        .join('\n'),
    ),
  'deep indent': ({ line }) => text(`steps:\n${line.replace(/^/gm, ' '.repeat(44))}\nend`),
  heredoc: ({ line }) => text(`cat > settings <<'END'\n${line}\nEND\nls -l settings`),
  'escaped json': ({ line }) => text(JSON.stringify(JSON.stringify({ out: line }))),
  'base64 env dump': ({ line }) => text(base64(`LANG=C\n${line}\nSHLVL=1\n`)),
  'tool input field': ({ line }) => ({ texts: [], input: { name: 'app', lines: [line] } }),
}

/** For values that are also written plainly, somewhere else in the same session. */
const AGAIN: { readonly [name: string]: Context } = {
  'again: wrapped': planting => text(plain(planting), `the key is ${wrap(planting.value)} as it says`),
  'again: base64': planting => text(plain(planting), base64(`k=${planting.value}`), base64(`kv ${planting.value}`)),
  'again: in json': planting => text(plain(planting), JSON.stringify(JSON.stringify({ a: [planting.value] }))),
  'again: in a url': planting =>
    text(plain(planting), `https://a.acme-internal.net/?q=${encodeURIComponent(planting.value)}`),
  'again: title and path': planting =>
    /^[\w.@+=~-]+$/.test(planting.value)
      ? { texts: [plain(planting)], title: `About ${planting.value}`, path: `/srv/${planting.value}/a.txt` }
      : undefined,
}

/** Wrapped where it stands alone: only for long values whose form allows it. */
const WRAPPED: { readonly [name: string]: Context } = {
  'wrapped alone': ({ value, variable }) => text(`${variable}=${wrap(value)}\n\nThat was all.`),
}
const WRAPS = new Set(['anthropic-key', 'anthropic-oauth', 'openai-project-key', 'github-fine', 'jwt'])

/** Lines as a terminal, a program or a protocol writes them: of each kind some, so that all are seen by many kinds. */
function listEncoded({ name }: PlantedKind): readonly (readonly [string, Context])[] {
  const turn = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  return Object.entries(ENCODINGS)
    .filter((_, at) => (at + turn) % ENCODED_SHARE === 0)
    .map(([encoding, encode]) => [encoding, planting => text(encode(plain(planting), planting.random))])
}
const ENCODED_SHARE = 4

export function listContexts(kind: PlantedKind): readonly (readonly [string, Context])[] {
  const tables = kind.frames ? [FRAMED] : kind.isShape ? [NAMED, BARE] : [NAMED]
  const withAgain = canStandAlone(kind) ? [...tables, AGAIN] : tables
  const all = [...withAgain, ...(WRAPS.has(kind.name) ? [WRAPPED] : [])].flatMap(table => Object.entries(table))
  return [...all, ...listEncoded(kind)]
}

/** Taken out only where a rule sees them, because they are words or hardly more. */
const IN_PLACE_ONLY = new Set(['yaml-word', 'json-login', 'short-password'])

/** Blocks of several lines are found again by their lines; what is made of several parts has no form of its own. */
function canStandAlone(kind: PlantedKind): boolean {
  return kind.family !== 'private keys' && kind.name !== 'docker-auth' && !IN_PLACE_ONLY.has(kind.name)
}

function plain({ kind, line, variable, value }: Planting): string {
  return kind.frames ? line : `${upper(variable)}=${value}`
}

function box(lines: string): string {
  const rows = lines.split('\n')
  const width = Math.max(...rows.map(({ length }) => length))
  const edge = '─'.repeat(width + 2)
  return [`╭${edge}╮`, ...rows.map(row => `│ ${row.padEnd(width)} │`), `╰${edge}╯`].join('\n')
}

function wrap(value: string): string {
  const width = Math.max(6, Math.min(60, Math.ceil(value.length / 2)))
  return `${value.slice(0, width)}\n${value.slice(width)}`
}

function base64(plainText: string): string {
  return Buffer.from(plainText).toString('base64')
}

function upper(variable: string): string {
  return /^[A-Z0-9_]+$/.test(variable)
    ? variable
    : variable
        .replace(/([a-z])([A-Z])/g, '$1_$2')
        .replaceAll('-', '_')
        .toUpperCase()
}

function lower(variable: string): string {
  return /^[A-Z0-9_]+$/.test(variable) ? variable.toLowerCase() : variable
}

function camel(variable: string): string {
  return upper(variable)
    .toLowerCase()
    .replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
