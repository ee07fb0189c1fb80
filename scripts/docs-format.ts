/** The pages of docs/format, from the tables in src/format and the examples in fixtures/kinds: `npm run docs`. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BLOCKS } from '../src/format/blocks/definitions.ts'
import { blockKindOf, readBlocks } from '../src/format/blocks/table.ts'
import type { Entry } from '../src/format/entry.ts'
import type { FieldTable, KnownWords } from '../src/format/fields.ts'
import { asObject, type JsonObject } from '../src/format/json.ts'
import type { KindDefinition } from '../src/format/kinds/define.ts'
import { ENVELOPE } from '../src/format/kinds/envelope.ts'
import { PAYLOAD_LINES } from '../src/format/kinds/read-entry-fields.ts'
import { KINDS } from '../src/format/kinds/table.ts'
import { USAGE } from '../src/format/kinds/usage.ts'
import { createParser } from '../src/format/parser.ts'

const REPOSITORY = dirname(dirname(fileURLToPath(import.meta.url)))
const EXAMPLES = join(REPOSITORY, 'fixtures', 'kinds')
export const PAGES = join(REPOSITORY, 'docs', 'format')

const GENERATED = '<!-- Made by scripts/docs-format.ts from src/format and fixtures/kinds; change those. -->'
const FAMILIES: { readonly [name: string]: string } = {
  system:
    'Notices of the client. `subtype` decides; the fields stand at the top level and the text in `content`, not in `message`.',
  progress:
    'What a running tool, hook or agent reports. `data.type` decides. A third of all lines in sessions of 2.1.9 to 2.1.81, hardly any later. These lines are members of the chain: other lines have them as parents.',
  attachment:
    'Context added by the client, since 2.1.92. `attachment.type` decides; the fields are in `attachment`. New ones come with almost every release.',
}

interface Example {
  readonly file: string
  readonly line: number
  readonly json: JsonObject
}

/** Every generated page by its file name. */
export function renderFormatPages(): ReadonlyMap<string, string> {
  const examples = readExamples()
  const pages = new Map<string, string>()
  for (const [name, definitions] of groupByPage()) pages.set(`${name}.md`, renderPage(name, definitions, examples))
  pages.set('envelope.md', renderEnvelope())
  pages.set('blocks.md', renderBlocks(examples))
  pages.set('README.md', renderIndex())
  return pages
}

function groupByPage(): ReadonlyMap<string, readonly KindDefinition[]> {
  const pages = new Map<string, KindDefinition[]>()
  for (const definition of KINDS) {
    const name = definition.kind.split('/')[0] as string
    pages.set(name, [...(pages.get(name) ?? []), definition])
  }
  return pages
}

function renderPage(
  name: string,
  definitions: readonly KindDefinition[],
  examples: readonly (Example & Entry)[],
): string {
  const intro = FAMILIES[name]
  if (!intro) return joinParts([`# \`${name}\``, GENERATED, ...definitions.flatMap(one => renderKind(one, examples))])
  const payload = definitions[0]?.payload
  const line = payload ? ['Fields of the line itself:', renderFields(PAYLOAD_LINES[payload])] : []
  const sections = definitions.flatMap(one => [`## \`${one.kind}\``, ...renderKind(one, examples)])
  return joinParts([
    `# \`${name}\``,
    GENERATED,
    intro,
    'All are members of the chain and carry the [envelope](envelope.md).',
    ...line,
    ...sections,
  ])
}

function renderKind(definition: KindDefinition, examples: readonly (Example & Entry)[]): string[] {
  const { kind, about, seen, isChained, fields, payload, message } = definition
  const chain = isChained
    ? 'A member of the chain: it carries the [envelope](envelope.md).'
    : 'Not a member of the chain: no `uuid` and no `parentUuid`; of the [envelope](envelope.md) it has `sessionId`, `timestamp` or `agentId` at most.'
  const parts = [about, `Seen: ${seen}.`]
  if (!FAMILIES[kind.split('/')[0] as string]) parts.push(chain)
  parts.push(renderFields(fields, payload ? `${payload}.` : ''))
  if (message) parts.push('The API message:', renderFields(message, 'message.'))
  if (message && 'usage' in message) parts.push('Its usage:', renderFields(USAGE, 'message.usage.'))
  const example = examples.find(one => one.kind === kind)
  if (example) parts.push(renderExample(example, isChained ? withoutEnvelope(example.json) : example.json))
  return parts
}

function renderEnvelope(): string {
  return joinParts([
    '# The envelope',
    GENERATED,
    'Fields that any line may carry. Members of the chain (`user`, `assistant`, `system`, `progress`, `attachment`) carry most of them; other lines have `sessionId`, `timestamp` or `agentId` at most, and many none of these. Examples on these pages leave the envelope of chain members out.',
    renderFields(ENVELOPE),
    'The order of lines is the order of writing, not of time: timestamps go back, most often where a tool result follows the progress of its call. The tree comes from `parentUuid`; a parent may be missing, may stand later in the file, or may belong to another file.',
  ])
}

function renderBlocks(examples: readonly (Example & Entry)[]): string {
  const found = examples.flatMap(example => {
    const outer = readBlocks(asObject(example.json.message)?.content)
    const inner = outer.flatMap(block => (block.kind === 'tool_result' ? readBlocks(block.json.content) : []))
    return [...outer, ...inner].map(block => ({ ...example, json: block.json }))
  })
  const sections = BLOCKS.flatMap(({ kind, about, seen, fields }) => {
    const example = found.findLast(one => blockKindOf(one.json) === kind)
    const shown = example ? [renderExample(example, example.json)] : []
    return [`## \`${kind}\``, about, `Seen: ${seen}.`, renderFields(fields), ...shown]
  })
  return joinParts([
    '# Content blocks',
    GENERATED,
    'What a message is made of: `message.content` of [user](user.md) and [assistant](assistant.md) lines, the content of a tool result, and the prompt of a queued command. A content that is a plain string counts as one text block. A block of another type is kept and shown as unknown.',
    ...sections,
  ])
}

function renderIndex(): string {
  const rows = [...groupByPage()].map(([name, definitions]) => {
    const about = FAMILIES[name] ?? definitions[0]?.about ?? ''
    return `| [${name}](${name}.md) | ${about.replaceAll('|', '\\|')} |`
  })
  const kinds = `${KINDS.length} kinds of lines and ${BLOCKS.length} content blocks are known.`
  return joinParts([
    '# The transcript format',
    GENERATED,
    'A transcript is a file of lines, each a JSON object. The format has no specification and changes with every release of the client; these pages say what we read and how we know it. What we do not know is never rejected: such a line becomes an `unknown` entry with its bytes kept, and `backscroll doctor` counts it. So it does with keys that no table has, and with words in fields whose words are known.',
    `${kinds} How much of it was proven on recorded sessions is in [coverage](coverage.md).`,
    '- [Lines](lines.md): how a file is cut into entries, damage included\n- [Envelope](envelope.md): fields that any line may carry\n- [Content blocks](blocks.md)',
    `| line | what it records |\n|---|---|\n${rows.join('\n')}`,
  ])
}

function renderFields(table: FieldTable, prefix = ''): string {
  const rows = Object.entries(table).map(([name, [shape, about, known]]) => {
    const meaning = `${about}${known ? ` ${describeKnown(known)}` : ''}`.replaceAll('|', '\\|')
    return `| \`${prefix}${name}\` | ${shape.replaceAll('|', ' or ')} | ${meaning} |`
  })
  return `| field | shape | meaning |\n|---|---|---|\n${rows.join('\n')}`
}

/** Words beside which `doctor` reports any other. */
function describeKnown(known: KnownWords): string {
  const lists: readonly (readonly [name: string, words: readonly string[]])[] = Array.isArray(known)
    ? [['', known]]
    : Object.entries(known)
  const told = lists.map(
    ([name, words]) => `${name && ` \`${name}\``}: ${words.map(word => `\`${word}\``).join(', ')}.`,
  )
  return `Known${told.join(' ')}`
}

function renderExample(example: Example, json: JsonObject): string {
  const place = `[fixtures/kinds/${example.file}](../../fixtures/kinds/${example.file}), line ${example.line}`
  return `Example (${place}):\n\n\`\`\`json\n${JSON.stringify(json, undefined, 2)}\n\`\`\``
}

function withoutEnvelope(json: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(json).filter(([key]) => key === 'type' || !Object.hasOwn(ENVELOPE, key)))
}

function readExamples(): readonly (Example & Entry)[] {
  const examples: (Example & Entry)[] = []
  for (const file of readdirSync(EXAMPLES).sort()) {
    const parser = createParser({
      onEntry: entry => {
        if (entry.json) examples.push({ ...entry, json: entry.json, file })
      },
    })
    parser.push(readFileSync(join(EXAMPLES, file)))
    parser.finish()
  }
  return examples
}

function joinParts(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`
}
